"""What is being tested: something that responds to items."""

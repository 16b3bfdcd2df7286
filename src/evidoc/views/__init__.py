"""Item and Corpus → Prompt: what a system is shown."""

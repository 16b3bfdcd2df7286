"""Speed and size, each as a ratio within one run or on a ladder of sizes (design.md, section 8)."""

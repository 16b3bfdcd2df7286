"""Item → kept, or a reason."""

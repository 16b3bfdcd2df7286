"""Item and Reply → numbers in [0, 1], or the reason why there is none."""

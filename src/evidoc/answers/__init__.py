"""Reading answers out of replies, and comparing them."""

"""The nouns: frozen, closed records with JSON both ways. They know no files but `store` and `corpus`."""

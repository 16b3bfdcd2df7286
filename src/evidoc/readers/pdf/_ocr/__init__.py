"""Characters recognised on page pictures, by models that come inside packages (the extra `ocr`); nothing is fetched."""

"""The book's own extensions of Sphinx, as `_config.yml` lists them."""

"""The version of the package, of which the rules are a part."""
__version__ = "0.1.0"

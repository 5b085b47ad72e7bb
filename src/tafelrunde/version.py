"""The version of the package, of which the rules are a part."""
VERSION = "0.1.0"

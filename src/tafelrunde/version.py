"""The version of the package, including its rules."""
__version__ = "0.1.0"

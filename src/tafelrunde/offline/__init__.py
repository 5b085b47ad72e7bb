"""The table without a server: an in-browser server for one device, with the same answers."""

"""The command line: `tafelrunde …`."""

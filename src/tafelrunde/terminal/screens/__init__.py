"""What fills the terminal: the menu, the table, the curtain, the reader."""

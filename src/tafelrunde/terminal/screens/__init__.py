"""The screens: the menu, the table, the curtain, the reader."""

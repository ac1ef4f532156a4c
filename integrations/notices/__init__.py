"""Telling people, in the console and by e-mail, of what concerns them."""

"""The pages and feeds that visitors read, whoever is signed in: no cookie, no script, nothing to fill in."""

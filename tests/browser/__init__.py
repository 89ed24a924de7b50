"""Does a person with a browser get a whole game?"""

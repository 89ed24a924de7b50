"""The program in one file, for computers without Python: built, and tried."""

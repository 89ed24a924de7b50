"""The features of the server, a folder each; none imports another but the named pairs."""

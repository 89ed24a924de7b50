"""Tables over HTTP and sockets: opening them, joining, playing, chat."""

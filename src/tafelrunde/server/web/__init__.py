"""The server's face to the web: REST, sockets, news, files, and what protects them."""

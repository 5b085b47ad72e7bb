"""Where the bots of the tables think: in child processes, or as jobs in worker processes."""

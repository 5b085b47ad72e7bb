"""`python -m tafelrunde.server`: the command `tafelrunde serve`, without the other rooms of the command line."""
from __future__ import annotations

import typer

from ..cli.serve import serve


def main() -> None:
    """Run the server."""
    typer.run(serve)


if __name__ == "__main__":
    main()

"""An outside bot in forty lines, to copy: JSON lines on standard input and output (docs/bots.md).

    tafelrunde arena el_grande --bots "outside:python3 reference_client.py,simple,simple,simple" --games 40
"""
import json
import random
import sys
from typing import Any


def choose(message: dict[str, Any]) -> str:
    """Decide from what the seat may know (`view`) and its legal actions. This bot only avoids
    ending early.
    """
    busy = [action for action in message["legal"] if action not in ("end", "done", "skip", "nothing")]
    return random.choice(busy or message["legal"])  # noqa: S311


def answer(message: dict[str, Any]) -> dict[str, Any] | None:
    """The reply to a message, or None if none is expected."""
    kind = message.get("type")
    if kind == "hello":
        return {"type": "ready", "protocol": 1, "name": "reference"}
    if kind == "decide":
        return {"type": "action", "id": message["id"], "action": choose(message)}
    return None  # messages of other types are for newer bots


def main() -> None:
    """Read a line, write a line, until the table says goodbye."""
    for line in sys.stdin:
        message = json.loads(line)
        if message.get("type") == "bye":
            break
        reply = answer(message)
        if reply is not None:
            print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()

"""A person, as tables know them."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeGuard

from ..saying import say

Scope = Literal["read", "play", "all"]
SCOPES: tuple[Scope, ...] = ("read", "play", "all")
"""What a token allows.  Each scope includes those before it; `all` (the account too) is for people
themselves.
"""


@dataclass(frozen=True)
class Person:
    """A person; `known` if there is a row for them in the database."""

    id: str
    name: str
    email: str | None = None
    lang: str | None = None
    created_at: int = 0
    known: bool = True
    deleted: bool = False
    merged: str | None = None
    hidden: bool = False

    @property
    def guest(self) -> bool:
        """Whether there is no account."""
        return self.email is None

    def shown(self) -> dict[str, Any]:
        """The person as everybody sees them."""
        return {"id": self.id, "name": self.name, "guest": self.guest}


def guest_name(id_: str, lang: str) -> str:
    """The name of a guest who has not chosen one."""
    return say(lang, "guest", n=1000 + int.from_bytes(id_.encode()[:8], "big") % 9000)


def is_there(person: Person | None) -> TypeGuard[Person]:
    """Whether a person still exists: neither deleted nor merged into an account."""
    return person is not None and not person.deleted and not person.merged

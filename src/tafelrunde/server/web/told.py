"""What the server says on a table's socket and in the lobby's news."""
from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType, field

from .kinds import Shape
from .shapes import ClocksShape, DidShape, MessageShape, Named, OrderShape, Seat, StateShape, StepShape, TableShape, Trouble

Changed = tuple[list[str | int], Any]
"""Where something of a state has changed, and its new value."""


class Welcome(Shape, tag_field="type", tag="welcome"):
    """After every `hello`."""

    protocol: int
    table: TableShape
    state: StateShape
    chat: list[MessageShape]
    orders: list[OrderShape]


class Update(Shape, tag_field="type", tag="update"):
    """What has changed, after every new version; after `look` and `lang` the whole `state`.

    After `look` also the standing orders of that seat; `done` is what I sent, if it has brought
    this about.
    """

    state: StateShape | UnsetType = UNSET
    version: int | UnsetType = UNSET
    from_: Annotated[int, Meta(description="The version that the changes build on.")] | UnsetType = field(
        default=UNSET, name="from")
    changes: list[Changed] | UnsetType = UNSET
    steps: list[StepShape] | UnsetType = UNSET
    rewound: int | UnsetType | None = UNSET
    clocks: ClocksShape | UnsetType = UNSET
    seats: list[Seat] | UnsetType = UNSET
    watching: int | UnsetType = UNSET
    done: DidShape | UnsetType = UNSET
    orders: list[OrderShape] | UnsetType = UNSET


class Done(DidShape, tag_field="type", tag="done"):
    """What I sent is stored durably; if it causes an `update`, that says so instead."""


class Refused(Shape, tag_field="type", tag="refused"):
    """Nothing was done. `id` or `ref` are those of the message, if it had one."""

    error: Trouble
    id: str | UnsetType = UNSET
    ref: str | UnsetType = UNSET


class Reply(Shape, tag_field="type", tag="reply"):
    """The answer to a question, with the fields of the REST answer."""

    ref: str


class Presence(Shape, tag_field="type", tag="presence"):
    """Who is connected; not versioned."""

    online: list[int]
    watching: int
    watchers: Annotated[list[Named], Meta(description="The first thirty of them whose names others may see.")]


class Heard(Shape, tag_field="type", tag="chat"):
    """A chat message; not versioned. The same message may come twice: `n` identifies it."""

    message: MessageShape


class Renewed(Shape, tag_field="type", tag="table"):
    """The table's own data have changed: seats, status."""

    table: TableShape


class Network(Shape):
    """What a page must know besides a position to search with a network; the lists are for numbers
    that follow each other.
    """

    weights: Annotated[str, Meta(description="The SHA-256 of the numbers in the file of weights.")]
    search: Annotated[list[int], Meta(description="How the search uses the network.")]
    colours: int
    reading: Annotated[list[tuple[int, int, int, int]], Meta(
        description="Of the numbers of an observation: the first row, the least value, the rows of each, how many.")]
    turned: Annotated[list[tuple[int, int]], Meta(
        description="For every seat and action, the action as that seat sees it: the first, how many.")]


class Think(Shape, tag_field="type", tag="think"):
    """Only to a page that has offered it: think for a bot, and answer with `thought`.

    `root` is a position for the module, in base64, that agrees with all the bot knows; at a table
    that is not made for more, it is made from what the page's person knows. Exactly one of the two
    limits is set for a search. `net` goes with the level `master`: which `weights`, how the
    `search` uses them, and in runs how the network is `reading` an observation ([first row, least
    value, rows of each, how many]) and how each seat sees the actions `turned` ([first, how many]).
    """

    ref: str
    seat: int
    level: Literal["simple", "strong", "master"]
    root: str
    choices: list[int]
    seed: int
    since: Annotated[list[tuple[int, int]] | None, Meta(
        description="The decisions (seat, action) since the one that this page answered last, that one first.")]
    net: Annotated[Network | None, Meta(description="Only for the level `master`.")]
    iterations: int | None
    milliseconds: int | None
    within_ms: Annotated[int, Meta(description="After this time the server's own bot decides.")]


class Enough(Shape, tag_field="type", tag="enough"):
    """The answer to `think` came too late: the server's own bot decides. Offer again to be asked
    again.
    """

    ref: str


class Pong(Shape, tag_field="type", tag="pong"):
    """The answer to the client's `ping`."""

    n: int


class Ping(Shape, tag_field="type", tag="ping"):
    """Sent after 20 s of silence; answer `pong` within 30 s, or the connection is closed."""

    n: int
    at: int


class Bye(Shape, tag_field="type", tag="bye"):
    """The connection ends; come back after `retry_ms`, with the cookie or token valid then.

    The server stops (`restart`), storage is away (`busy`), there were too many messages
    (`too_many`), or the person was logged out, everywhere or into an account (`logged_out`).
    """

    reason: Literal["restart", "logged_out", "too_many", "busy"]
    retry_ms: int


Told = Welcome | Update | Done | Refused | Reply | Presence | Heard | Renewed | Think | Enough | Pong | Ping | Bye


class OpenTables(Shape):
    """All open listed tables, at once on connecting (`event: tables`)."""

    tables: list[TableShape]


class OpenTable(Shape):
    """A table that is new or has changed (`event: table`); drop it when it is no longer `open`."""

    table: TableShape


class Gone(Shape):
    """A table that is no longer listed (`event: gone`)."""

    id: str


class MyTurn(Shape):
    """It has become my turn anywhere, or has stopped being it; or a table of mine has started or
    ended (`event: mine`).
    """

    table: str
    game: str
    name: str
    status: Literal["open", "running", "over", "closed", "held"]
    asked: bool
    prompt: str
    version: int


class Counts(Shape):
    """How many people are online and how many games run, every half minute (`event: counts`)."""

    online: int
    running: int


NEWS = {"tables": OpenTables, "table": OpenTable, "gone": Gone, "mine": MyTurn, "counts": Counts}
"""The events of the lobby's news."""

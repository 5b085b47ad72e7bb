"""Who sent a request: cookie or bearer token, language, and whether it comes from a page of
ours.
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from fastapi import Depends, Query, Request
from starlette.requests import HTTPConnection

from ..cleaning import is_unstorable
from ..errors import Refused
from ..house import House
from ..people.devices import device
from ..people.ids import new_id
from ..people.person import SCOPES, Person, Scope, guest_name, is_there
from ..people.sessions import TOUCH_MS, Session
from ..saying import language
from .limits import COSTS, MAKING, Limiter
from .places import place_of

COOKIE = "tafelrunde"
YEAR = 365 * 86_400
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass
class Asker:
    """A request's person and language; `token` is the cookie, `fresh` when it is new, `renew` when
    it is to last longer.
    """

    house: House
    limiter: Limiter
    person: Person
    lang: str
    address: str
    token: str
    fresh: bool = False
    bearer: bool = False
    session: Session | None = None
    device: str = ""
    renew: bool = False

    @property
    def id(self) -> str:
        """The person's id."""
        return self.person.id

    @property
    def counted(self) -> str:
        """What limits count by: the person if known, otherwise the address."""
        return self.person.id if self.person.known else f"address {self.address}"

    def limit(self, name: str, who: str | None = None) -> None:
        """Count one thing of a kind."""
        self.limiter.check(name, self.counted if who is None else who)
        if name in MAKING:
            self.limiter.check("tables", self.address)
        if name in COSTS:
            self.house.pace.take(self.address, COSTS[name])

    async def known(self) -> Person:
        """The person, given a row in the database if there is none yet."""
        if not self.person.known:
            self.limiter.check("guest", self.address)
            self.session, stored = self.house.sessions.opening(self.id, "browser", self.device, self.token)
            self.person = await self.house.people.settle(self.person, self.lang, stored)
            self.house.pace.notice(self.id, self.address)
        return self.person

    def need(self, scope: Scope) -> None:
        """Refused if the token does not allow this."""
        if self.session is not None and SCOPES.index(self.session.scope) < SCOPES.index(scope):
            raise Refused("forbidden", "scope")


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from (uvicorn has already read the proxies' headers)."""
    return place_of(connection.client.host) if connection.client else "unknown"


def check_origin(connection: HTTPConnection, house: House) -> None:
    """Refuse requests that a foreign page makes in the person's name."""
    origin = connection.headers.get("origin")
    if origin is None:
        return
    asked = urlsplit(origin)
    public = house.settings.public_url
    if public and asked.netloc == urlsplit(public).netloc and asked.scheme == urlsplit(public).scheme:
        return
    if not public and asked.scheme in ("http", "https") and asked.netloc == connection.headers.get("host"):
        return
    raise Refused("origin")


async def person_of(house: House, token: str, name: str) -> tuple[Person, Session | None] | None:
    """The person and the session of a token; None if it is not ours or no longer valid."""
    session = await house.sessions.find(token)
    if session is None:
        read = house.keys.read(token)
        if read is None:
            return None
        user, epoch = read
        if await house.people.find(user) is None:
            return Person(user, "", known=False), None
        if epoch is not None:
            session = await house.sessions.adopt(user, epoch, token, name)
        else:  # a guest's row and session are stored together, perhaps between our two lookups
            session = await house.sessions.find(token)
        if session is None:
            return None
    person = await house.people.find(session.user)
    return (person, session) if is_there(person) else None


async def identify(connection: HTTPConnection) -> Asker:
    """Who asks.  A browser without a valid cookie is a new guest."""
    house: House = connection.app.state.house
    limiter: Limiter = connection.app.state.limiter
    address = address_of(connection)
    wish = connection.query_params.get("lang")
    accept = connection.headers.get("accept-language")
    name = device(connection.headers.get("user-agent", ""))
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        found = await person_of(house, bearer.strip(), name)
        if found is None:
            raise Refused("unauthorized", "bad_token")
        person, session = found
        asker = Asker(house, limiter, person, language(wish, person.lang, accept), address, bearer.strip(), bearer=True)
        return _in_use(asker, session, name)
    token = connection.cookies.get(COOKIE, "")
    found = await person_of(house, token, name) if token else None
    if found is not None and found[1] is not None and found[1].kind == "token":
        found = None  # a program's token is no cookie
    fresh = found is None
    if found is None:
        id_ = new_id()
        found, token = (Person(id_, "", known=False), None), house.keys.guest(id_)
    person, session = found
    lang = language(wish, person.lang, accept)
    if not person.known:
        person = Person(person.id, guest_name(person.id, lang), known=False)
    return _in_use(Asker(house, limiter, person, lang, address, token, fresh), session, name)


def _in_use(asker: Asker, session: Session | None, name: str) -> Asker:
    """Record now and then that a session is used; its cookie then lasts for another year."""
    asker.session, asker.device = session, name
    if asker.person.known:
        asker.house.pace.notice(asker.id, asker.address)
    if session is not None and asker.house.now() - session.used_at > TOUCH_MS:
        asker.renew = True
        asker.house.spawn(asker.house.sessions.touch(session), "session used")
    return asker


def check_scope(request: Request, found: Asker) -> None:
    """A program's token may play, or only read; it never gives access to the account."""
    changes = request.method not in SAFE
    tags: list[str] = getattr(request.scope.get("route"), "tags", [])
    found.need("all" if "sessions" in tags or ("people" in tags and changes) else "play" if changes else "read")


def check_texts(request: Request) -> None:
    """Refuse characters that no database can store."""
    for name, value in request.query_params.multi_items():
        if is_unstorable(value):
            raise Refused("bad_request", "wrong.text", field=f"query.{name}")


Lang = Annotated[Literal["en", "hu", "cs", "de"] | None, Query(alias="lang", description="The language of texts in the answer.")]


Before = Annotated[str | None, Query(pattern=r"^[0-9]{1,15}-[A-Za-z0-9_-]{22}$")]
"""The place in a list where the next page begins: a time and an id."""
Skip = Annotated[int, Query(ge=0, le=100_000)]
"""How many entries precede the page, in a list that is not by time."""


def check_query(request: Request) -> None:
    """Refuse parameters that a route does not know."""
    route: Any = request.scope.get("route")
    known = _QUERIES.get(id(route))
    if known is None:
        known = _QUERIES[id(route)] = _known_queries(route)
    unknown = next((name for name in request.query_params if name not in known), None)
    if unknown is not None:
        raise Refused("bad_request", "unknown_query", field=f"query.{unknown[:40]}")


_QUERIES: dict[int, frozenset[str]] = {}
"""The parameters of each route; routes live as long as the process."""


def _known_queries(route: Any) -> frozenset[str]:
    found: set[str] = set()
    todo = [route.dependant]
    while todo:
        dependant = todo.pop()
        found |= {p.alias for p in dependant.query_params}
        todo += dependant.dependencies
    return frozenset(found)


async def asker(request: Request, wished: Lang = None) -> Asker:
    """Who sent a REST request; anything that changes state must come from a page of ours."""
    house: House = request.app.state.house
    if request.method not in SAFE:
        await request.body()  # an incomplete request gets no answer
    check_query(request)
    found = await identify(request)
    request.state.lang = found.lang
    found.limiter.check("request", found.address)
    check_scope(request, found)
    if request.method not in SAFE:
        check_origin(request, house)
        if not found.bearer and (found.fresh or not house.keys.is_csrf(found.token, request.headers.get("x-csrf-token", ""))):
            raise Refused("csrf")
    check_texts(request)
    await request.body()  # a body sent with a GET is read before the answer, too
    return found


Asking = Annotated[Asker, Depends(asker)]


def set_cookie(response: Any, house: House, token: str) -> None:
    """Give the browser its cookie."""
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", path="/",
                        secure=house.settings.public_url.startswith("https:"))

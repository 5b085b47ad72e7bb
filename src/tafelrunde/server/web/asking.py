"""Who asks: cookie or bearer token, language, and whether the request comes from a page of ours."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from fastapi import Depends, Query, Request
from starlette.requests import HTTPConnection

from ..errors import Refused
from ..house import House
from ..people.ids import new_id
from ..people.people import Person, guest_name, is_same
from ..saying import language
from .limits import Limiter
from .places import place_of

COOKIE = "tafelrunde"
YEAR = 365 * 86_400
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass
class Asker:
    """A request's person and language; `token` is the signed cookie, `fresh` when it must be set."""

    house: House
    limiter: Limiter
    person: Person
    lang: str
    address: str
    token: str
    fresh: bool = False
    bearer: bool = False

    @property
    def id(self) -> str:
        """The person's id."""
        return self.person.id

    @property
    def counted(self) -> str:
        """Who is counted: a person whom we know, or whoever comes from this address without being known."""
        return self.person.id if self.person.known else f"address {self.address}"

    def limit(self, name: str, who: str | None = None) -> None:
        """Count one thing of a kind."""
        self.limiter.check(name, self.counted if who is None else who)

    async def known(self) -> Person:
        """The person with a row in the database."""
        if not self.person.known:
            self.limiter.check("guest", self.address)
            self.person = await self.house.people.settle(self.person, self.lang)
        return self.person


def address_of(connection: HTTPConnection) -> str:
    """Where a request comes from (uvicorn has looked at the proxies' headers already)."""
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


async def person_of(house: House, token: str) -> Person | None:
    """The person of a token; None when it is not ours or no longer counts."""
    read = house.keys.read(token)
    if read is None:
        return None
    person = await house.people.find(read[0])
    if person is None:
        return Person(read[0], "", known=False) if read[1] == 0 else None
    return person if is_same(person, read[1]) else None


async def identify(connection: HTTPConnection) -> Asker:
    """Who asks.  A browser without a valid cookie is a new guest."""
    house: House = connection.app.state.house
    limiter: Limiter = connection.app.state.limiter
    address = address_of(connection)
    wish = connection.query_params.get("lang")
    accept = connection.headers.get("accept-language")
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        person = await person_of(house, bearer.strip())
        if person is None:
            raise Refused("unauthorized", "bad_token")
        return Asker(house, limiter, person, language(wish, person.lang, accept), address, bearer.strip(), bearer=True)
    token = connection.cookies.get(COOKIE, "")
    person = await person_of(house, token) if token else None
    fresh = person is None
    if person is None:
        id_ = new_id()
        person, token = Person(id_, "", known=False), house.keys.sign(id_, 0)
    lang = language(wish, person.lang, accept)
    if not person.known:
        person = Person(person.id, guest_name(person.id, lang), known=False)
    return Asker(house, limiter, person, lang, address, token, fresh)


Lang = Annotated[Literal["en", "hu", "cs", "de"] | None, Query(alias="lang", description="The language of texts in the answer.")]


def check_query(request: Request) -> None:
    """Refuse what a route does not know."""
    route: Any = request.scope.get("route")
    known = _QUERIES.get(id(route))
    if known is None:
        known = _QUERIES[id(route)] = _known_queries(route)
    unknown = next((name for name in request.query_params if name not in known), None)
    if unknown is not None:
        raise Refused("bad_request", "unknown_query", field=f"query.{unknown[:40]}")


_QUERIES: dict[int, frozenset[str]] = {}
"""The parameters that each route knows; routes live as long as the process."""


def _known_queries(route: Any) -> frozenset[str]:
    found: set[str] = set()
    todo = [route.dependant]
    while todo:
        dependant = todo.pop()
        found |= {p.alias for p in dependant.query_params}
        todo += dependant.dependencies
    return frozenset(found)


async def asker(request: Request, wished: Lang = None) -> Asker:
    """Who asks, for REST; what changes something must come from a page of ours."""
    house: House = request.app.state.house
    check_query(request)
    found = await identify(request)
    request.state.lang = found.lang
    found.limiter.check("request", found.address)
    if request.method not in SAFE:
        check_origin(request, house)
        if not found.bearer and (found.fresh or not house.keys.is_csrf(found.token, request.headers.get("x-csrf-token", ""))):
            raise Refused("csrf")
    return found


Asking = Annotated[Asker, Depends(asker)]


def set_cookie(response: Any, house: House, token: str) -> None:
    """Give the browser its cookie."""
    response.set_cookie(COOKIE, token, max_age=YEAR, httponly=True, samesite="lax", path="/",
                        secure=house.settings.public_url.startswith("https:"))

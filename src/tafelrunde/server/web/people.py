"""REST: people, their accounts, ratings, history, and whom they do not want to meet."""
from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter, Path, Query, Request, Response

from ..errors import Refused
from ..games import known
from ..people import friends
from ..people.ids import new_id
from ..people.people import mail
from ..people.person import Person
from ..people.ratings import rating_shown
from ..storage import schema
from . import models as b
from . import people_shapes
from .answers import Errors, gives, json_answer
from .asking import Asker, Asking, Before, Skip, check_texts, identify, set_cookie
from .bodies import given
from .reading import WireRoute

router = APIRouter(prefix="/api", tags=["people"], responses=Errors, route_class=WireRoute)
UserId = Annotated[str, Path(pattern=b.ID_PATTERN)]


def me_shown(asker: Asker) -> dict[str, Any]:
    """Who I am, and the token that my next requests need."""
    p = asker.person
    whole = asker.session is None or asker.session.scope == "all"
    return {"user": {"id": p.id, "name": p.name, "guest": p.guest, "email": p.email if whole else None,
                     "lang": p.lang or asker.lang, "since_at": p.created_at, "hidden": p.hidden},
            "csrf": asker.house.keys.csrf(asker.token), "limits": {"chat": 500, "name": 30, "settings": 8192}}


async def _as(asker: Asker, person: Person, status: int = 200) -> Response:
    """Continue as a person, in a new session: with a new cookie, or a new token for a program."""
    before, asker.person = asker.token, person
    if person.known:
        kind = "program" if asker.bearer else "browser"
        asker.token, asker.session = await asker.house.sessions.begin(person.id, kind, asker.device)
    else:
        asker.token, asker.session = asker.house.keys.guest(person.id), None
    await asker.house.sessions.end_token(before)
    if asker.bearer:
        return json_answer(None, me_shown(asker) | {"token": asker.token}, status)
    response = json_answer(None, me_shown(asker), status)
    set_cookie(response, asker.house, asker.token)
    return response


@router.get("/me", responses=gives(people_shapes.WhoAmI))
async def me(asker: Asking) -> Response:
    """Who I am; a new visitor becomes a guest."""
    return json_answer(asker, me_shown(asker))


@router.patch("/me", responses=gives(people_shapes.WhoAmI))
async def change_me(asker: Asking, body: b.MeBody) -> Response:
    """Change my name or language; `hidden` hides my profile from everybody else."""
    asker.limit("name")
    person = await asker.known()
    changes = given(body)
    asker.person = await asker.house.people.update(person, **changes) if changes else person
    return json_answer(asker, me_shown(asker))


@router.get("/me/settings", responses=gives(people_shapes.SettingsShape))
async def settings(asker: Asking) -> Response:
    """The data that my client has stored."""
    return json_answer(asker, {"settings": await asker.house.people.settings(asker.id)})


@router.put("/me/settings", responses=gives(people_shapes.SettingsShape))
async def keep_settings(asker: Asking, body: dict[str, Any]) -> Response:
    """Store my client's data: any object of up to 8 kB."""
    asker.limit("settings")
    await asker.house.people.keep_settings(await asker.known(), body)
    return json_answer(asker, {"settings": body})


@router.post("/guests", status_code=201, responses=gives(people_shapes.GuestShape, 201))
async def new_guest(request: Request, body: b.GuestBody) -> Response:
    """A guest for a program, with its token."""
    asker = await identify(request)
    request.state.lang = asker.lang
    asker.limiter.check("guest", asker.address)
    check_texts(request)
    person = await asker.house.people.new_guest(body.name, asker.lang)
    made, _ = await asker.house.sessions.begin(person.id, "program", asker.device)
    return json_answer(None, {"user": person.shown(), "token": made}, 201)


@router.post("/account", status_code=201, responses=gives(people_shapes.WhoAmI, 201))
async def register(asker: Asking, body: b.AccountBody) -> Response:
    """The guest becomes an account and keeps its games."""
    asker.limiter.check("register", asker.address)
    person = await asker.house.people.register(await asker.known(), body.email, body.password, body.name)
    return await _as(asker, person, 201)


@router.post("/login", responses=gives(people_shapes.WhoAmI))
async def log_in(asker: Asking, body: b.LoginBody) -> Response:
    """Log in; a guest's games move into the account."""
    asker.limiter.check("login", asker.address)
    asker.limiter.check("login_email", f"{asker.address} {mail(body.email)}")
    before, account = asker.id, await asker.house.people.log_in(asker.person, body.email, body.password)
    answer = await _as(asker, account)
    guest = await asker.house.people.find(before)
    if guest is not None and guest.merged:  # nobody is that guest any more
        await asker.house.sessions.end_all(before)
    return answer


@router.post("/logout", responses=gives(people_shapes.WhoAmI))
async def log_out(asker: Asking, body: b.LogoutBody) -> Response:
    """Log out, here or everywhere; a new guest. Everywhere means tokens too: something may have
    been lost.
    """
    if body.everywhere and asker.person.known:
        await asker.house.sessions.end_all(asker.id)
    return await _as(asker, _nobody(asker))


def _nobody(asker: Asker) -> Person:
    from ..people.person import guest_name

    id_ = new_id()
    return Person(id_, guest_name(id_, asker.lang), known=False)


@router.post("/account/password", responses=gives(people_shapes.WhoAmI))
async def change_password(asker: Asking, body: b.PasswordBody) -> Response:
    """Set a new password; all other devices are logged out, and all tokens revoked.

    Somebody who knew the old one may have created some.
    """
    asker.limiter.check("login", asker.address)
    answer = await _as(asker, await asker.house.people.change_password(asker.person, body.old, body.new))
    await asker.house.sessions.end_all(asker.id, but=asker.token)
    return answer


@router.post("/account/email", responses=gives(people_shapes.WhoAmI))
async def change_email(asker: Asking, body: b.EmailBody) -> Response:
    """Set a new address to log in with."""
    asker.limiter.check("login", asker.address)
    # The answer reveals whether an address has an account
    asker.limiter.check("register", asker.address)
    asker.person = await asker.house.people.change_email(asker.person, body.password, body.email)
    return json_answer(asker, me_shown(asker))


@router.delete("/account", responses=gives(people_shapes.WhoAmI))
async def delete(asker: Asking, body: b.DeleteBody) -> Response:
    """Delete the account; a guest needs no password.

    Games stay without the name. I leave tables that wait; in running games a bot plays on.
    """
    asker.limiter.check("login", asker.address)
    person, people = asker.person, asker.house.people
    if not person.guest:
        await people.check_password(person, body.password or "", "body.password")
    if person.known:
        await asker.house.tournaments.leave_all(person)
        await asker.house.sitting.leave_all(person.id)
        await people.delete(person)
        await asker.house.sessions.end_all(person.id)
    return await _as(asker, _nobody(asker))


# ------------------------------------------------------------ ratings, history


@router.get("/me/history", responses=gives(people_shapes.History))
async def my_history(asker: Asking, game: Annotated[str | None, Query(max_length=40)] = None,
                     players: Annotated[int | None, Query(ge=1, le=10)] = None,
                     before: Before = None,
                     limit: Annotated[int, Query(ge=1, le=100)] = 30) -> Response:
    """My finished games, newest first; for the next page, send `next` as `before`."""
    return await _history(asker, asker.id, game, players, before, limit)


@router.get("/users/{user}/history", responses=gives(people_shapes.History))
async def history(asker: Asking, user: UserId, game: Annotated[str | None, Query(max_length=40)] = None,
                  players: Annotated[int | None, Query(ge=1, le=10)] = None,
                  before: Before = None,
                  limit: Annotated[int, Query(ge=1, le=100)] = 30) -> Response:
    """Somebody's finished games: public ones (listed, with spectators), and those at which I
    sat.
    """
    await shown_person(asker, user)
    return await _history(asker, user, game, players, before, limit)


async def _history(asker: Asker, user: str, game: str | None, players: int | None, before: str | None,
                   limit: int) -> Response:
    asker.limit("profile")
    at, _, id_ = (before or "").partition("-")
    rows = await asker.house.ratings.history(user, asker.id, game, players, (int(at), id_) if before else None, limit)
    tables = {live.table.id: live for live in await asker.house.hall.outlines([r.id for r in rows])}
    games: list[dict[str, Any]] = []
    for r in rows:
        seats = asker.house.shown(tables[r.id], asker.id, asker.lang)["seats"]
        result = msgspec.json.decode(r.result) if r.result else {}
        others = [{"name": seat["name"], "level": seat["level"]} for seat in seats if seat["seat"] != r.seat]
        rating = {"before": r.before, "after": r.after} if r.after is not None else None
        games.append({"table": r.id, "game": r.game, "players": r.players, "seat": r.seat, "place": r.place,
                      "score": r.score, "scores": result.get("scores", []), "ended_at": r.ended_at, "opponents": others,
                      "rating": rating})
    return json_answer(asker, {"games": games, "next": f"{rows[-1].ended_at}-{rows[-1].id}" if len(rows) == limit else None})


@router.get("/me/stats", responses=gives(people_shapes.Stats))
async def my_stats(asker: Asking) -> Response:
    """My results."""
    return json_answer(asker, {"stats": await asker.house.ratings.stats(asker.id, asker.id)})


@router.get("/me/ratings", responses=gives(people_shapes.Ratings))
async def my_ratings(asker: Asking) -> Response:
    """My ratings."""
    return json_answer(asker, {"ratings": await asker.house.ratings.of(f"user:{asker.id}")})


@router.get("/users/{user}/stats", responses=gives(people_shapes.Stats))
async def stats(asker: Asking, user: UserId) -> Response:
    """Somebody's results."""
    asker.limit("profile")
    await shown_person(asker, user)
    return json_answer(asker, {"stats": await asker.house.ratings.stats(user, asker.id)})


async def somebody(asker: Asker, user: str) -> Person:
    person = await asker.house.people.find(user)
    if person is None or person.deleted or person.merged:
        raise Refused("not_found", "no_user", field="user")
    return person


async def shown_person(asker: Asker, user: str) -> Person:
    """Somebody whose profile the asker may see."""
    person = await somebody(asker, user)
    if person.hidden and user != asker.id:
        raise Refused("forbidden", "profile_hidden")
    return person


@router.get("/users", responses=gives(people_shapes.Found))
async def search(asker: Asking, name: Annotated[str, Query(min_length=2, max_length=30)], skip: Skip = 0,
                 limit: Annotated[int, Query(ge=1, le=100)] = 20) -> Response:
    """People with an account whose name contains `name`, without regard to capitals and accents;
    not hidden ones.
    """
    asker.limit("archive")
    people = await asker.house.people.named(name, skip, limit)
    return json_answer(asker, {"people": [p.shown() for p in people], "next": skip + limit if len(people) == limit else None})


@router.get("/users/{user}", responses=gives(people_shapes.Profile))
async def profile(asker: Asking, user: UserId) -> Response:
    """Somebody. Of a hidden profile others are told the name alone, and the requests below refuse
    it with `forbidden`.
    """
    asker.limit("profile")
    person = await somebody(asker, user)
    kept = person.hidden and user != asker.id
    since = {} if kept else {"since_at": person.created_at}
    return json_answer(asker, {"user": person.shown() | since, "hidden": person.hidden,
                               "ratings": [] if kept else await asker.house.ratings.of(f"user:{user}")})


@router.get("/ratings", responses=gives(people_shapes.Best))
async def best(asker: Asking, game: Annotated[str, Query(max_length=40)],
               players: Annotated[int, Query(ge=1, le=10)], of: Literal["people", "bots"] = "people",
               skip: Skip = 0, limit: Annotated[int, Query(ge=1, le=100)] = 100) -> Response:
    """The best of a title and a number of players: people with an account, or bots, whose ladder is
    their own.

    `next` is what to `skip`.
    """
    known(game)
    rows = await asker.house.ratings.best(game, players, of, skip, limit)
    shown: list[dict[str, Any]] = []
    people = await asker.house.people.shown([r.subject[5:] for r in rows if r.subject.startswith("user:")])
    for place, row in enumerate(rows, skip + 1):
        kind, _, id_ = row.subject.partition(":")
        user = people.get(id_) if kind == "user" else None
        shown.append({"place": place, "name": user["name"] if user else (id_ if kind == "bot" else ""), "user": user,
                      "level": id_ if kind == "bot" else None, "rating": rating_shown(row)})
    return json_answer(asker, {"ratings": shown, "next": skip + limit if len(rows) == limit else None})


# ------------------------------------------------------------ not meeting, reporting, notifications


@router.get("/me/blocks", responses=gives(people_shapes.Blocks))
async def blocks(asker: Asking, skip: Skip = 0, limit: Annotated[int, Query(ge=1, le=100)] = 50) -> Response:
    """Whom I have blocked, by name; `next` is what to `skip`."""
    people = await friends.blocked(asker.house.database, asker.id, skip, limit)
    return json_answer(asker, {"blocks": people, "next": skip + limit if len(people) == limit else None})


@router.put("/me/blocks/{user}", responses=gives(people_shapes.Blocks))
async def block(asker: Asking, user: UserId) -> Response:
    """Block somebody: I hear nothing of them, they cannot join my tables nor I theirs, and neither
    follows the other.
    """
    asker.limit("block")
    person = await asker.known()
    await somebody(asker, user)
    if user == person.id:
        raise Refused("conflict", "yourself")
    await asker.house.database.execute(asker.house.database.into(schema.blocks).values(
        user_id=person.id, blocked=user).on_conflict_do_nothing())
    await friends.part(asker.house.database, person.id, user)
    asker.house.news.challenged(person.id, user)
    return await blocks(asker)


@router.delete("/me/blocks/{user}", responses=gives(people_shapes.Blocks))
async def unblock(asker: Asking, user: UserId) -> Response:
    """Unblock somebody."""
    asker.limit("block")
    c = schema.blocks.c
    await asker.house.database.execute(sa.delete(schema.blocks).where(c.user_id == asker.id, c.blocked == user))
    return await blocks(asker)


@router.post("/reports", status_code=201, responses=gives(people_shapes.ReportShape, 201))
async def report(asker: Asking, body: b.ReportBody) -> Response:
    """Report somebody to the people who run the server."""
    asker.limit("report")
    person = await asker.known()
    await somebody(asker, body.user)
    id_ = new_id()
    await asker.house.database.execute(sa.insert(schema.reports).values(
        id=id_, user_id=person.id, about=body.user, table_id=body.table, text=body.text, at=asker.house.now()))
    return json_answer(asker, {"report": id_}, 201)


@router.get("/push/key", responses=gives(people_shapes.PushKey))
async def push_key(asker: Asking) -> Response:
    """The key that browsers subscribe with; null if this server sends no notifications."""
    on = bool(asker.house.settings.push_contact)
    return json_answer(asker, {"key": await asker.house.push.public_key() if on else None})


@router.post("/me/push", responses=gives(people_shapes.Subscriptions))
async def subscribe(asker: Asking, body: b.PushBody) -> Response:
    """Notify me in this browser; the body is the subscription's `toJSON()`."""
    asker.limit("push")
    person = await asker.known()
    return json_answer(asker, {"subscriptions": await asker.house.push.subscribe(person.id, msgspec.to_builtins(body))})


@router.delete("/me/push", responses=gives(people_shapes.Subscriptions))
async def unsubscribe(asker: Asking, body: b.PushEndBody) -> Response:
    """Stop notifying me in this browser."""
    asker.limit("push")
    return json_answer(asker, {"subscriptions": await asker.house.push.unsubscribe(asker.id, body.endpoint)})

"""REST: people, their accounts, ratings, history, and whom they do not want to meet."""
from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import sqlalchemy as sa
from fastapi import APIRouter, Body, Path, Query, Request, Response

from ..errors import Refused
from ..games import known
from ..people.ids import new_id
from ..people.people import Person, mail
from ..people.ratings import rating_shown
from ..storage import schema
from . import models as b
from . import shapes
from .answers import Errors, gives, json_answer
from .asking import Asker, Asking, check_texts, identify, set_cookie

router = APIRouter(prefix="/api", tags=["people"], responses=Errors)
UserId = Annotated[str, Path(pattern=b.ID_PATTERN)]


def me_shown(asker: Asker) -> dict[str, Any]:
    """Who I am, and the token that my next requests need."""
    p = asker.person
    whole = asker.session is None or asker.session.scope == "all"
    return {"user": {"id": p.id, "name": p.name, "guest": p.guest, "email": p.email if whole else None, "lang": p.lang or asker.lang,
                     "since_at": p.created_at},
            "csrf": asker.house.keys.csrf(asker.token), "limits": {"chat": 500, "name": 30, "settings": 8192}}


async def _as(asker: Asker, person: Person, status: int = 200) -> Response:
    """Go on as a person, in a new session: with a new cookie, or a new token for a program."""
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


@router.get("/me", responses=gives(shapes.MeShape))
async def me(asker: Asking) -> Response:
    """Who I am."""
    return json_answer(asker, me_shown(asker))


@router.patch("/me", responses=gives(shapes.MeShape))
async def change_me(asker: Asking, body: b.MeBody) -> Response:
    """Another name or language."""
    asker.limit("name")
    person = await asker.known()
    changes = body.model_dump(exclude_none=True)
    asker.person = await asker.house.people.update(person, **changes) if changes else person
    return json_answer(asker, me_shown(asker))


@router.get("/me/settings", responses=gives(shapes.SettingsShape))
async def settings(asker: Asking) -> Response:
    """What my client has kept."""
    return json_answer(asker, {"settings": await asker.house.people.settings(asker.id)})


@router.put("/me/settings", responses=gives(shapes.SettingsShape))
async def keep_settings(asker: Asking, body: Annotated[dict[str, Any], Body()]) -> Response:
    """Keep what my client wants kept."""
    asker.limit("settings")
    await asker.house.people.keep_settings(await asker.known(), body)
    return json_answer(asker, {"settings": body})


@router.post("/guests", status_code=201, responses=gives(shapes.GuestShape, 201))
async def new_guest(request: Request, body: b.GuestBody) -> Response:
    """A guest for a program, with its token."""
    asker = await identify(request)
    request.state.lang = asker.lang
    asker.limiter.check("guest", asker.address)
    await check_texts(request)
    person = await asker.house.people.new_guest(body.name, asker.lang)
    made, _ = await asker.house.sessions.begin(person.id, "program", asker.device)
    return json_answer(None, {"user": person.shown(), "token": made}, 201)


@router.post("/account", status_code=201, responses=gives(shapes.MeShape, 201))
async def register(asker: Asking, body: b.AccountBody) -> Response:
    """The guest becomes an account and keeps its games."""
    asker.limiter.check("register", asker.address)
    person = await asker.house.people.register(await asker.known(), body.email, body.password, body.name)
    return await _as(asker, person, 201)


@router.post("/login", responses=gives(shapes.MeShape))
async def log_in(asker: Asking, body: b.LoginBody) -> Response:
    """Log in; a guest's games move into the account."""
    asker.limiter.check("login", asker.address)
    asker.limiter.check("login_email", f"{asker.address} {mail(body.email)}")
    before, account = asker.person, await asker.house.people.log_in(asker.person, body.email, body.password)
    answer = await _as(asker, account)
    if before.guest and before.id != account.id:  # nobody is that guest any more
        await asker.house.sessions.end_all(before.id)
    return answer


@router.post("/logout", responses=gives(shapes.MeShape))
async def log_out(asker: Asking, body: b.LogoutBody) -> Response:
    """Log out, here or everywhere; a new guest.  Everywhere means tokens too: it is for who has lost something."""
    if body.everywhere and asker.person.known:
        await asker.house.sessions.end_all(asker.id)
    return await _as(asker, _nobody(asker))


def _nobody(asker: Asker) -> Person:
    from ..people.people import guest_name

    id_ = new_id()
    return Person(id_, guest_name(id_, asker.lang), known=False)


@router.post("/account/password", responses=gives(shapes.MeShape))
async def change_password(asker: Asking, body: b.PasswordBody) -> Response:
    """Another password; all other devices are logged out, and all tokens revoked: who knew the old one may have made some."""
    asker.limiter.check("login", asker.address)
    answer = await _as(asker, await asker.house.people.change_password(asker.person, body.old, body.new))
    await asker.house.sessions.end_all(asker.id, but=asker.token)
    return answer


@router.post("/account/email", responses=gives(shapes.MeShape))
async def change_email(asker: Asking, body: b.EmailBody) -> Response:
    """Another address to log in with."""
    asker.limiter.check("login", asker.address)
    asker.limiter.check("register", asker.address)  # it tells as much about whether an address has an account
    asker.person = await asker.house.people.change_email(asker.person, body.password, body.email)
    return json_answer(asker, me_shown(asker))


@router.delete("/account", responses=gives(shapes.MeShape))
async def delete(asker: Asking, body: b.DeleteBody) -> Response:
    """Delete the account: games stay, the name goes."""
    asker.limiter.check("login", asker.address)
    person, people = asker.person, asker.house.people
    if not person.guest:
        await people.check_password(person, body.password or "", "body.password")
    if person.known:
        await asker.house.sitting.leave_all(person.id)
        await people.delete(person)
        await asker.house.sessions.end_all(person.id)
    return await _as(asker, _nobody(asker))


# ------------------------------------------------------------ ratings, history


@router.get("/me/history", responses=gives(shapes.History))
async def my_history(asker: Asking, game: Annotated[str | None, Query(max_length=40)] = None,
                     players: Annotated[int | None, Query(ge=1, le=10)] = None,
                     before: Annotated[int | None, Query(ge=0, le=10**15)] = None,
                     limit: Annotated[int, Query(ge=1, le=100)] = 30) -> Response:
    """My finished games, newest first."""
    return await _history(asker, asker.id, game, players, before, limit)


@router.get("/users/{user}/history", responses=gives(shapes.History))
async def history(asker: Asking, user: UserId, game: Annotated[str | None, Query(max_length=40)] = None,
                  players: Annotated[int | None, Query(ge=1, le=10)] = None,
                  before: Annotated[int | None, Query(ge=0, le=10**15)] = None,
                  limit: Annotated[int, Query(ge=1, le=100)] = 30) -> Response:
    """Somebody's finished games."""
    await _somebody(asker, user)
    return await _history(asker, user, game, players, before, limit)


async def _history(asker: Asker, user: str, game: str | None, players: int | None, before: int | None,
                   limit: int) -> Response:
    rows = await asker.house.ratings.history(user, asker.id, game, players, before, limit)
    names = {live.table.id: live for live in await asker.house.hall.outlines([r.id for r in rows])}
    games: list[dict[str, Any]] = []
    for r in rows:
        live = names[r.id]
        result = msgspec.json.decode(r.result) if r.result else {}
        others = [{"name": s.name or live.people.get(s.user or "", {}).get("name", ""), "level": s.level}
                  for i, s in enumerate(live.table.seats) if i != r.seat]
        rating = {"before": r.before, "after": r.after} if r.after is not None else None
        games.append({"table": r.id, "game": r.game, "players": r.players, "seat": r.seat, "place": r.place,
                      "score": r.score, "scores": result.get("scores", []), "ended_at": r.ended_at, "opponents": others,
                      "rating": rating})
    return json_answer(asker, {"games": games, "next": str(rows[-1].ended_at) if len(rows) == limit else None})


@router.get("/me/stats", responses=gives(shapes.Stats))
async def my_stats(asker: Asking) -> Response:
    """How I have done."""
    return json_answer(asker, {"stats": await asker.house.ratings.stats(asker.id)})


@router.get("/me/ratings", responses=gives(shapes.Ratings))
async def my_ratings(asker: Asking) -> Response:
    """My ratings."""
    return json_answer(asker, {"ratings": await asker.house.ratings.of(f"user:{asker.id}")})


@router.get("/users/{user}/stats", responses=gives(shapes.Stats))
async def stats(asker: Asking, user: UserId) -> Response:
    """How somebody has done."""
    await _somebody(asker, user)
    return json_answer(asker, {"stats": await asker.house.ratings.stats(user)})


async def _somebody(asker: Asker, user: str) -> Person:
    person = await asker.house.people.find(user)
    if person is None or person.deleted or person.merged:
        raise Refused("not_found", "no_user", field="user")
    return person


@router.get("/users/{user}", responses=gives(shapes.Profile))
async def profile(asker: Asking, user: UserId) -> Response:
    """Somebody."""
    person = await _somebody(asker, user)
    return json_answer(asker, {"user": person.shown() | {"since_at": person.created_at},
                               "ratings": await asker.house.ratings.of(f"user:{user}")})


@router.get("/ratings", responses=gives(shapes.Best))
async def best(asker: Asking, game: Annotated[str, Query(max_length=40)],
               players: Annotated[int, Query(ge=1, le=10)], of: Literal["people", "bots"] = "people") -> Response:
    """The best of a title and a number of players: people, or bots, whose ladder is their own."""
    known(game)
    rows = await asker.house.ratings.best(game, players, of)
    shown: list[dict[str, Any]] = []
    people = await asker.house.people.shown([r.subject[5:] for r in rows if r.subject.startswith("user:")])
    for place, row in enumerate(rows, 1):
        kind, _, id_ = row.subject.partition(":")
        user = people.get(id_) if kind == "user" else None
        shown.append({"place": place, "name": user["name"] if user else (id_ if kind == "bot" else ""), "user": user,
                      "level": id_ if kind == "bot" else None, "rating": rating_shown(row)})
    return json_answer(asker, {"ratings": shown})


# ------------------------------------------------------------ not meeting, reporting, notifications


@router.get("/me/blocks", responses=gives(shapes.Blocks))
async def blocks(asker: Asking) -> Response:
    """Whom I have blocked."""
    c = schema.blocks.c
    rows = await asker.house.database.rows(sa.select(c.blocked).where(c.user_id == asker.id))
    people = await asker.house.people.shown([r.blocked for r in rows])
    return json_answer(asker, {"blocks": [{"id": i, "name": p["name"]} for i, p in people.items()]})


@router.put("/me/blocks/{user}", responses=gives(shapes.Blocks))
async def block(asker: Asking, user: UserId) -> Response:
    """Neither meet nor hear somebody."""
    asker.limit("block")
    person = await asker.known()
    await _somebody(asker, user)
    if user == person.id:
        raise Refused("conflict", "yourself")
    await asker.house.database.execute(asker.house.database.into(schema.blocks).values(
        user_id=person.id, blocked=user).on_conflict_do_nothing())
    return await blocks(asker)


@router.delete("/me/blocks/{user}", responses=gives(shapes.Blocks))
async def unblock(asker: Asking, user: UserId) -> Response:
    """Make peace."""
    asker.limit("block")
    c = schema.blocks.c
    await asker.house.database.execute(sa.delete(schema.blocks).where(c.user_id == asker.id, c.blocked == user))
    return await blocks(asker)


@router.post("/reports", status_code=201, responses=gives(shapes.ReportShape, 201))
async def report(asker: Asking, body: b.ReportBody) -> Response:
    """Tell the people who run the server about somebody."""
    asker.limit("report")
    person = await asker.known()
    await _somebody(asker, body.user)
    id_ = new_id()
    await asker.house.database.execute(sa.insert(schema.reports).values(
        id=id_, user_id=person.id, about=body.user, table_id=body.table, text=body.text, at=asker.house.now()))
    return json_answer(asker, {"report": id_}, 201)


@router.get("/push/key", responses=gives(shapes.PushKey))
async def push_key(asker: Asking) -> Response:
    """The key that browsers subscribe with; null when this server sends no notifications."""
    on = bool(asker.house.settings.push_contact)
    return json_answer(asker, {"key": await asker.house.push.public_key() if on else None})


@router.post("/me/push", responses=gives(shapes.Subscriptions))
async def subscribe(asker: Asking, body: b.PushBody) -> Response:
    """Be notified in this browser."""
    asker.limit("push")
    person = await asker.known()
    return json_answer(asker, {"subscriptions": await asker.house.push.subscribe(person.id, body.model_dump())})


@router.delete("/me/push", responses=gives(shapes.Subscriptions))
async def unsubscribe(asker: Asking, body: b.PushEndBody) -> Response:
    """Be notified no more in this browser."""
    asker.limit("push")
    return json_answer(asker, {"subscriptions": await asker.house.push.unsubscribe(asker.id, body.endpoint)})

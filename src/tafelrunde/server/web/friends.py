"""REST: following people, notes on them, and challenges."""
from __future__ import annotations

from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import APIRouter, Query, Response

from ..errors import Refused
from ..games import title_of
from ..people import friends
from ..people.presence import is_here
from ..storage import schema
from ..tables.sitting import check_host
from . import friend_shapes
from .answers import Errors, gives, json_answer
from .asking import Asker, Asking, Skip
from .people import UserId, somebody
from .reading import WireRoute
from .tables import TableId

router = APIRouter(prefix="/api", tags=["people"], responses=Errors, route_class=WireRoute)


async def _other(asker: Asker, user: str) -> str:
    """Somebody who exists and is not the asker."""
    await somebody(asker, user)
    if user == asker.id:
        raise Refused("conflict", "yourself")
    return user


@router.get("/me/follows", responses=gives(friend_shapes.Followed))
async def following(asker: Asking, skip: Skip = 0,
                    limit: Annotated[int, Query(ge=1, le=100)] = 50) -> Response:
    """Whom I follow, people online first; `next` is what to `skip`."""
    people = await friends.followed(asker.house.database, asker.id, asker.house.now(), skip, limit)
    return json_answer(asker, {"people": people, "next": skip + limit if len(people) == limit else None})


@router.get("/me/people/{user}", responses=gives(friend_shapes.Tie))
async def tie(asker: Asking, user: UserId) -> Response:
    """Whether I follow or have blocked somebody, and my note; `here` is given only for people whom
    I follow.
    """
    await somebody(asker, user)
    database, b, u = asker.house.database, schema.blocks.c, schema.users.c
    blocked = await database.rows(sa.select(b.user_id).where(b.user_id == asker.id, b.blocked == user))
    follows = await friends.follows(database, asker.id, user)
    here = follows and await database.rows(sa.select(u.id).where(u.id == user, is_here(asker.house.now())))
    return json_answer(asker, {"follows": follows, "blocked": bool(blocked), "here": bool(here),
                               "note": await friends.note_on(database, asker.id, user)})


@router.put("/me/follows/{user}", responses=gives(friend_shapes.Tie))
async def follow(asker: Asking, user: UserId) -> Response:
    """Follow somebody: see when they are online."""
    asker.limit("friend")
    person = await asker.known()
    await friends.follow(asker.house.database, person.id, await _other(asker, user))
    return await tie(asker, user)


@router.delete("/me/follows/{user}", responses=gives(friend_shapes.Tie))
async def unfollow(asker: Asking, user: UserId) -> Response:
    """Stop following somebody."""
    asker.limit("friend")
    await friends.unfollow(asker.house.database, asker.id, user)
    return await tie(asker, user)


@router.put("/me/notes/{user}", responses=gives(friend_shapes.Tie))
async def note(asker: Asking, user: UserId, body: friend_shapes.NoteBody) -> Response:
    """Store a note on somebody that only I can read; an empty text deletes it."""
    asker.limit("friend")
    person = await asker.known()
    await friends.write_note(asker.house.database, person.id, await _other(asker, user), body.text)
    return await tie(asker, user)


@router.get("/me/challenges", responses=gives(friend_shapes.Challenges))
async def challenges(asker: Asking) -> Response:
    """Challenges to me, and those I have sent, as long as the tables are open."""
    received, sent = await friends.challenges(asker.house.database, asker.id)
    people = await asker.house.people.shown({id_ for r in (*received, *sent) for id_ in (r.from_id, r.to_id)})

    def shown(rows: list[Any]) -> list[dict[str, Any]]:
        return [{"table": r.table_id, "invite": r.invite, "game": r.game, "title": title_of(r.game, asker.lang),
                 "players": r.players, "rated": r.rated, "by": people[r.from_id], "to": people[r.to_id], "at": r.at,
                 "declined": r.declined} for r in rows if r.from_id in people and r.to_id in people]

    return json_answer(asker, {"received": shown(received), "sent": shown(sent)})


@router.put("/tables/{table}/challenges/{user}", responses=gives(friend_shapes.Challenges))
async def challenge(asker: Asking, table: TableId, user: UserId) -> Response:
    """Ask somebody to my open table; they are told at once, and accept by joining with the
    `invite`.
    """
    asker.limit("challenge")
    house, person = asker.house, await asker.known()
    live = await house.hall.fresh(table)
    check_host(live.table, person)
    other = await somebody(asker, await _other(asker, user))
    await friends.check_peace(house.database, person.id, user)
    if other.hidden and not await friends.follows(house.database, user, person.id):
        raise Refused("forbidden", "profile_hidden")
    await friends.challenge(house.database, table, person.id, user, house.now())
    house.news.challenged(user)
    return await challenges(asker)


@router.delete("/tables/{table}/challenges/{user}", responses=gives(friend_shapes.Challenges))
async def end_challenge(asker: Asking, table: TableId, user: UserId) -> Response:
    """Decline a challenge to me, or take back one of mine."""
    asker.limit("challenge")
    house = asker.house
    if user == asker.id:
        received, _ = await friends.challenges(house.database, user)
        await friends.decline(house.database, table, user)
        house.news.challenged(user, *(r.from_id for r in received if r.table_id == table))
    else:
        await friends.withdraw(house.database, table, asker.id, user)
        house.news.challenged(user, asker.id)
    return await challenges(asker)

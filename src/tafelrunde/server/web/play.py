"""REST: playing at a table and looking back at it."""
from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from ..errors import Refused
from ..tables.acting import playing_seat
from ..tables.live import Live
from ..tables.looking_back import record_of, seat_of_file
from ..tables.preview import observed
from ..tables.rights import check_talk
from ..tables.showing import steps_shown
from . import models as b
from . import past_shapes, shapes
from .answers import Errors, gives, json_answer, kept_answer
from .asking import Asker, Asking
from .playing import Playing
from .reading import WireRoute
from .tables import TableId, readable
from .turns import end_turn

router = APIRouter(prefix="/api/tables/{table}", tags=["playing"], responses=Errors, route_class=WireRoute)
SeatQuery = Annotated[int | None, Query(ge=0, le=9)]
InviteQuery = Annotated[str | None, Query(max_length=22)]
CountQuery = Annotated[int | None, Query(ge=0, le=1_000_000)]
ActionQuery = Annotated[str, Query(min_length=1, max_length=200)]


async def _playing(asker: Asker, table: str, invite: str | None = None) -> Playing:
    return Playing(asker.house, asker, await readable(asker.house, asker, table, invite), invite)


@router.get("/state", responses=gives(shapes.StateShape))
async def state(asker: Asking, table: TableId, seat: SeatQuery = None, since: CountQuery = None,
                invite: InviteQuery = None) -> Response:
    """What I see and may do, with the steps after version `since`."""
    playing = await _playing(asker, table, invite)
    return json_answer(asker, playing.seen.state(asker.id, playing.eyes(seat), asker.lang, since))


@router.get("/steps", responses=gives(shapes.Steps))
async def steps(asker: Asking, table: TableId, start: Annotated[int, Query(alias="from", ge=0, le=1_000_000)] = 0,
                to: CountQuery = None, seat: SeatQuery = None, invite: InviteQuery = None) -> Response:
    """Older steps, at most 200."""
    playing = await _playing(asker, table, invite)
    seen = playing.seen
    seen.call_people()
    found = [s for s in seen.table.steps if s.version >= start and (to is None or s.version <= to)][:200]
    return json_answer(asker, {"steps": steps_shown(seen.table, found, playing.eyes(seat), asker.lang)})


async def _done(asker: Asker, table: str, message: Any) -> Response:
    playing = await _playing(asker, table)
    version = await playing.do(message)
    await asker.house.hall.stored(table)
    shown = playing.live.state(asker.id, playing.eyes(getattr(message, "seat", None)), asker.lang, version - 1)
    return json_answer(asker, {"done": {"id": message.id, "version": version}, "state": shown})


@router.post("/actions", responses=gives(shapes.DoneShape))
async def act(asker: Asking, table: TableId, body: b.ActBody) -> Response:
    """A decision."""
    return await _done(asker, table, body)


@router.post("/undo", responses=gives(shapes.DoneShape))
async def undo(asker: Asking, table: TableId, body: b.UndoBody) -> Response:
    """Take my last decision back, if nobody has learned anything since; where `undo.free` is true,
    in any case.
    """
    return await _done(asker, table, body)


@router.post("/ask_undo", responses=gives(shapes.DoneShape))
async def ask_undo(asker: Asking, table: TableId, body: b.AskUndoBody) -> Response:
    """Ask the others to take decisions back, by default my last one and what followed.

    In a rated game only what the rule allows is taken back, at once or not at all.
    """
    return await _done(asker, table, body)


@router.post("/answer", responses=gives(shapes.DoneShape))
async def answer(asker: Asking, table: TableId, body: b.AnswerBody) -> Response:
    """Agree to take something back, or refuse."""
    return await _done(asker, table, body)


@router.get("/why_not", responses=gives(shapes.WhyNotShape))
async def why_not(asker: Asking, table: TableId, action: ActionQuery, seat: SeatQuery = None) -> Response:
    """The rule that forbids an action, and its sentence; nulls if the action is legal."""
    return json_answer(asker, await (await _playing(asker, table)).why_not(action, seat))


@router.get("/preview", responses=gives(shapes.PreviewShape))
async def preview(asker: Asking, table: TableId, action: ActionQuery, seat: SeatQuery = None) -> Response:
    """What an action would change, as far as my seat can know."""
    return json_answer(asker, await (await _playing(asker, table)).preview(action, seat))


@router.get("/hint", responses=gives(shapes.HintShape))
async def hint(asker: Asking, table: TableId, seat: SeatQuery = None) -> Response:
    """What a bot would do at my seat, and why; only at tables with `hints`."""
    return json_answer(asker, await (await _playing(asker, table)).hint(seat))


@router.get("/observation", responses=gives(shapes.ObservationShape))
async def observation(asker: Asking, table: TableId, seat: SeatQuery = None) -> Response:
    """For programs: a complete position that can be loaded; what my seat cannot know is drawn
    again.
    """
    asker.limit("question")
    playing = await _playing(asker, table)
    return json_answer(asker, observed(playing.live.table, playing_seat(playing.live.table, asker.id, seat), asker.house.now()))


@router.get("/orders", responses=gives(shapes.OrdersShape))
async def orders(asker: Asking, table: TableId, seat: SeatQuery = None) -> Response:
    """My standing orders."""
    return json_answer(asker, {"orders": await (await _playing(asker, table)).orders(seat, None)})


@router.put("/orders", responses=gives(shapes.OrdersShape))
async def set_orders(asker: Asking, table: TableId, body: b.OrdersBody) -> Response:
    """Replace all my standing orders."""
    return json_answer(asker, {"orders": await (await _playing(asker, table)).orders(body.seat, body.orders)})


@router.get("/chat", responses=gives(shapes.Messages))
async def chat(asker: Asking, table: TableId, before: CountQuery = None, invite: InviteQuery = None) -> Response:
    """The newest 50 messages."""
    live = (await readable(asker.house, asker, table, invite)).present
    check_talk(live.table, asker.id, invite)
    return json_answer(asker, {"messages": await asker.house.chat.page(live, asker.id, before)})


@router.post("/chat", responses=gives(shapes.Messages))
async def say(asker: Asking, table: TableId, body: b.ChatBody) -> Response:
    """Write a chat message."""
    playing = await _playing(asker, table)
    await playing.say(body.id, body.text)
    return json_answer(asker, {"messages": await asker.house.chat.page(playing.live, asker.id)})


# ------------------------------------------------------------ looking back


@router.get("/replay", responses=gives(past_shapes.ReplayShape))
async def replay(request: Request, asker: Asking, table: TableId, at: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
                 seat: SeatQuery = None, invite: InviteQuery = None) -> Response:
    """The table after `at` decisions, with the step that led there; 0 is the setup.

    Of a finished game everything is open, or `seat` lends its eyes; of a running one, what I could
    know then.
    """
    asker.limit("replay")
    live = await readable(asker.house, asker, table, invite)
    if live.table.status != "over":
        seat = Playing(asker.house, asker, live).eyes(seat)
    elif seat is not None and seat >= live.table.config.players:
        raise Refused("bad_request", "bad_seat", field="query.seat")
    if at > live.table.decisions:
        raise Refused("not_found", "bad_at", field="query.at", n=live.table.decisions)
    return await _studied(request, asker, live, "replay", at, seat)


@router.get("/record", response_class=Response, responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}})
async def record(asker: Asking, table: TableId, download: bool = False, invite: InviteQuery = None) -> Response:
    """The record of docs/notation.md: whole when the game is over, else what I may know; `download`
    names a file.
    """
    asker.limit("heavy")
    live = await readable(asker.house, asker, table, invite)
    return _file(live, record_of(live, seat_of_file(live.table, asker.id)), "text/plain; charset=utf-8", "txt" if download else "")


@router.get("/picture", response_class=Response, responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}})
async def picture(request: Request, asker: Asking, table: TableId, download: bool = False, invite: InviteQuery = None) -> Response:
    """The table as a picture of what I may see; `download` names a file."""
    asker.limit("heavy")
    live = await readable(asker.house, asker, table, invite)
    live.call_people()
    end_turn(request.scope)
    drawn = await asker.house.studies.answer(live, asker.address, "picture", asker.lang, seat_of_file(live.table, asker.id))
    return _file(live, drawn.body, "image/svg+xml", "svg" if download else "")


def _file(live: Live, text: str | bytes, kind: str, ending: str) -> Response:
    """Something made for this reader alone; with an ending it is saved as a file of that name."""
    headers = {"Cache-Control": "no-store"}
    if ending:
        headers["Content-Disposition"] = f'attachment; filename="{live.table.config.game}-{live.table.id}.{ending}"'
    return Response(text, media_type=kind, headers=headers)


@router.get("/verify", responses=gives(past_shapes.Verification))
async def verify(request: Request, asker: Asking, table: TableId) -> Response:
    """Whether the chance of the finished game was fair, according to the server.

    `drawn` is what a client needs to draw everything again itself (docs/fairness.md); where
    something is wrong, `text` says what.
    """
    asker.limit("heavy")
    live = await readable(asker.house, asker, table)
    if live.table.status != "over":
        raise Refused("conflict", "verify_later")
    return await _studied(request, asker, live, "verify")


@router.get("/review", responses=gives(past_shapes.Review))
async def review(request: Request, asker: Asking, table: TableId, seat: SeatQuery = None, judged: bool = True) -> Response:
    """The course of a finished game; with a seat, sentences address its player.

    `chances` are every seat's chances to win as the bots judge the open position. Without `judged`,
    `luck`, `worst` and `balance` are empty: a client that judges decisions itself need not wait for
    them.
    """
    asker.limit("heavy")
    live = await _finished(asker, table, seat)
    return await _studied(request, asker, live, "review", seat, judged)


@router.get("/positions", responses=gives(past_shapes.Positions))
async def positions(request: Request, asker: Asking, table: TableId) -> Response:
    """Every position of a finished game before a decision, for the title's WebAssembly module to
    think about.
    """
    asker.limit("heavy")
    return await _studied(request, asker, await _finished(asker, table, None), "positions")


@router.get("/choices", responses=gives(past_shapes.Choices))
async def choices(request: Request, asker: Asking, table: TableId, at: Annotated[int, Query(ge=1, le=1_000_000)],
                  seat: SeatQuery = None) -> Response:
    """What a seat could have done instead in the turn of a decision of a finished game, as the bots
    judge it.
    """
    asker.limit("choices")
    live = await _finished(asker, table, seat)
    if at > live.table.decisions:
        raise Refused("not_found", "bad_at", field="query.at", n=live.table.decisions)
    return await _studied(request, asker, live, "choices", at, seat)


async def _finished(asker: Asker, table: str, seat: int | None) -> Live:
    """A table whose game is over, seen from one of its seats or none."""
    live = await readable(asker.house, asker, table)
    if live.table.status != "over":
        raise Refused("conflict", "not_over")
    if seat is not None and seat >= live.table.config.players:
        raise Refused("bad_request", "bad_seat", field="query.seat")
    return live


async def _studied(request: Request, asker: Asker, live: Live, what: str, *arguments: Any) -> Response:
    """An answer that is made once; for a finished game it stays the same."""
    end_turn(request.scope)
    made = await asker.house.studies.answer(live, asker.address, what, asker.lang, *arguments)
    over = live.table.status == "over"
    return kept_answer(request, asker, made.body, made.tag, forever=over and "lang" in request.query_params)

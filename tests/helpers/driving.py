"""Plays a table on without looking at it, over REST: the quick way to a position that a test wants
to see.
"""
from __future__ import annotations

from typing import Any

from helpers.clicking import CREATE, Table
from playwright.sync_api import Page

DRIVE = """async ([id, wanted, start, limit]) => {
  const me = await (await fetch('/api/me')).json()
  const headers = {'Content-Type': 'application/json', 'X-CSRF-Token': me.csrf}
  const get = async path => await (await fetch(`/api/tables/${id}/${path}`)).json()
  const post = async (path, body) => await (await fetch(`/api/tables/${id}/${path}`,
    {method: 'POST', headers, body: JSON.stringify({id: crypto.randomUUID(), ...body})})).json()
  let lot = start
  const draw = n => (lot = (Math.imul(lot, 1103515245) + 12345) >>> 0, Math.floor(lot / 4294967296 * n))
  const tells = events => wanted.events.some(w => w.split('+').every(name => events.some(e => e.event === name)))
  let state = await get('state')
  for (let n = 0; n < limit && !state.over; n++) {
    if (!state.pending.some(p => state.mine.includes(p))) {
      await new Promise(done => setTimeout(done, 20))
      state = await get('state')
      continue
    }
    const seat = state.pending.find(p => state.mine.includes(p))
    if (state.seat !== seat) state = await get(`state?seat=${seat}`)
    const fresh = !wanted.fresh || (state.steps.length && !state.mine.includes(state.steps.at(-1).seat))
    const reached = (state.decisions >= wanted.decisions || state.view.round >= wanted.round) && fresh
    if (reached || state.legal.some(a => a.startsWith(wanted.offer))) return {seat, action: null, decisions: state.decisions}
    const offered = state.legal.filter(a => wanted.actions.some(w => a.startsWith(w)))
    const action = offered.length ? offered[draw(offered.length)] : state.legal[draw(state.legal.length)]
    const before = state.decisions
    const told = await post('actions', {version: state.version, action, seat})
    if (told.error?.code === 'stale' || told.error?.code === 'conflict') {  // a standing order was quicker
      state = await get('state')
      continue
    }
    if (!told.state) throw new Error(JSON.stringify(told))
    state = told.state
    if (!tells(state.steps.flatMap(s => s.events))) continue
    await post('ask_undo', {version: state.version, seat, decisions: before})
    return {seat, action, decisions: before}
  }
  return state.over ? {over: true} : null
}"""
"""Decides by lot for every seat that is mine until what is wanted is reached; an event's decision
is taken back.
"""

ACT = """async ([id, seat, action]) => {
  const me = await (await fetch('/api/me')).json()
  const headers = {'Content-Type': 'application/json', 'X-CSRF-Token': me.csrf}
  const {version} = await (await fetch(`/api/tables/${id}/state?seat=${seat}`)).json()
  const body = JSON.stringify({id: crypto.randomUUID(), version, seat, action})
  const told = await (await fetch(`/api/tables/${id}/actions`, {method: 'POST', headers, body})).json()
  if (!told.done) throw new Error(JSON.stringify(told))
}"""


NEVER = 1_000_000


def wanted(events: tuple[str, ...] = (), actions: tuple[str, ...] = (), offer: str = "-", decisions: int = NEVER,
           turn: int = NEVER, fresh: bool = False) -> dict[str, Any]:
    """What to stop at: before an event (or "one+another" at once), an offer, a number of decisions,
    a round.

    `actions` is what is done whenever it is offered.
    """
    return {"events": list(events), "actions": list(actions), "offer": offer, "decisions": decisions, "round": turn,
            "fresh": fresh}


def drive(page: Page, game: str, players: int, options: dict[str, Any] | None, goal: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """A table at which I hold every seat, played to a goal: its id, and where it is."""
    for start in range(1, 9):
        asked = {"game": game, "players": players, "options": options or {}, "hotseat": True, "rated": False,
                 "clock": {"kind": "none"}, "listed": False}
        made = page.evaluate(CREATE, asked)
        assert "id" in made, made
        found = page.evaluate(DRIVE, [made["id"], goal, start, 5000])
        if found and "over" not in found:
            return str(made["id"]), found
    raise AssertionError(f"not reached in eight games: {goal}")


def before_event(page: Page, game: str, players: int, *events: str, actions: tuple[str, ...] = ()) -> tuple[str, int, str]:
    """A table of mine just before one of the events: its id, who decides, and the decision that
    leads to it.
    """
    id_, found = drive(page, game, players, None, wanted(events, actions))
    return id_, int(found["seat"]), str(found["action"])


def before_offer(page: Page, game: str, players: int, offer: str, options: dict[str, Any] | None = None,
                 actions: tuple[str, ...] = ()) -> str:
    """The id of a table of mine at which somebody is offered something that begins so."""
    return drive(page, game, players, options, wanted(offer=offer, actions=actions))[0]


def play_on(page: Page, table: str, decisions: int = NEVER, *, offer: str = "-", turn: int = NEVER,
            actions: tuple[str, ...] = (), fresh: bool = False) -> bool:
    """Decide by lot for my seat until a goal is reached and I am asked; false when the game ended
    before.

    `fresh`: only if others have decided last.
    """
    goal = wanted(actions=actions, offer=offer, decisions=decisions, turn=turn, fresh=fresh)
    return "over" not in page.evaluate(DRIVE, [table, goal, 11, 20_000])


def act(page: Page, table: str, seat: int, action: str) -> None:
    """One decision."""
    page.evaluate(ACT, [table, seat, action])


def mine(table: Table) -> None:
    """Wait until I am asked."""
    table.page.wait_for_selector("[data-testid=decision].mine")


def placing(table: Table, least: int = 3) -> tuple[str, str]:
    """Asked to place at least this many caballeros: the table's id, and a region where that is
    legal and pieces stand.
    """
    state_of = "async id => await (await fetch(`/api/tables/${id}/state`)).json()"
    for _ in range(6):
        id_ = table.play_now("el_grande", 3)
        favoured = ("card your_majesty", "card royal_adviser", "court 6", "court 5")
        assert play_on(table.page, id_, offer="place ", actions=favoured)
        state = table.page.evaluate(state_of, id_)
        region = next(a for a in state["legal"] if a.startswith("place ") and a != "place castillo").split()[1]
        act(table.page, id_, state["seat"], f"place {region}")
        state = table.page.evaluate(state_of, id_)
        if (state["view"]["open"] or {}).get("left", 0) >= least and f"place {region}" in state["legal"]:
            table.page.goto(f"{table.server}/t/{id_}")
            mine(table)
            table.settle()
            return id_, region
    raise AssertionError("nobody may place so many")

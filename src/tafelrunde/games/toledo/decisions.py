"""From an action to the rule that carries it out."""
from ...kernel import rule
from .actions import SHOP_STEPS, Act
from .alcazar import deliver
from .business import do_business, forge, give_back, land_done, learn, pay
from .duels import duel
from .moving import move, move_extra
from .tables import STEPS
from .turn import build, draw_two, end_turn, put_back


@rule
def apply(s, seat, action):
    """TO-2: carry out a legal action."""
    if action < Act.BACK:
        if action == Act.DRAW:
            draw_two(s, seat)
        else:
            tile = (action - Act.SHOP) // SHOP_STEPS
            build(s, seat, tile // 2, tile % 2 + 1, (action - Act.SHOP) % SHOP_STEPS + 1)
    elif action < Act.MOVE:
        put_back(s, seat, action - Act.BACK + 1)
    elif action < Act.EXTRA:
        move(s, seat, (action - Act.MOVE) // STEPS + 1, (action - Act.MOVE) % STEPS)
    elif action < Act.DUEL:
        move_extra(s, seat, (action - Act.EXTRA) // STEPS + 1, (action - Act.EXTRA) % STEPS)
    elif action < Act.FREE:
        duel(s, seat, action - Act.DUEL)
    elif action == Act.FREE:
        do_business(s, seat)
    elif action < Act.SKIP:
        pay(s, seat, action - Act.PAY + 1)
    elif action == Act.SKIP:
        land_done(s)
    elif action < Act.MASTER:
        forge(s, seat, action - Act.SWORD)
    elif action < Act.RETURN:
        learn(s, seat, action - Act.MASTER)
    elif action < Act.DELIVER:
        give_back(s, seat, action - Act.RETURN)
    elif action < Act.DELIVER_NONE:
        deliver(s, seat, action - Act.DELIVER)
    elif action == Act.DELIVER_NONE:
        land_done(s)
    else:
        end_turn(s)

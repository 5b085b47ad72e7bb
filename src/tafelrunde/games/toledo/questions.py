"""The lab's questions about recorded games: openings, swords, paintings, shops, duels and fencing
tiles.
"""
from ...kernel import ANY, Compare, Tallies, Tally

QUESTIONS = (
    Compare("opening", "what the first thing done is worth", verb=ANY, first=1),
    Compare("shop", "what the first shop is worth", "built", "kind", first=1),
    Compare("where", "where the first shop stands", "built", "step", first=1),
    Compare("sword", "what each sword forged is worth", "forged", "sword", ordered=True),
    Compare("tile", "what each fencing tile is worth", "learned", "master"),
    Tallies("deeds", "what seats do", (
        Tally("shops placed", "built"),
        Tally("swords forged", "forged"),
        Tally("swords delivered", "delivered"),
        Tally("pawns in the Alcazar", "entered"),
        Tally("paintings", "painting"),
        Tally("metal taken", "metal"),
        Tally("gems taken", "gem"),
        Tally("fencing tiles taken", "learned"),
        Tally("duels begun", "challenged"),
        Tally("duels won by the challenger", "duel_won"),
        Tally("duels lost by the challenger", "duel_lost"),
        Tally("times challenged", "challenged", seat="rival"),
        Tally("cards paid to others", "paid"),
        Tally("cards received from others", "paid", seat="owner"),
        Tally("moves", "moved"),
        Tally("moves by a movement tile", "moved_extra"),
        Tally("draws of two cards", "drew"))),
)

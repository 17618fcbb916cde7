"""Plays any legal move: each kind of move as likely as another, and within it each amount or card."""

from arena.sdk import Act, Bot, Move, arrange, discard, raise_to, run


class Random(Bot):
    def decide(self, act: Act) -> Move:
        dice, legal = act.dice, act.legal
        kind = dice.choice(sorted(legal))
        match kind:
            case "raise_to":
                return raise_to(dice.between(*legal[kind]))
            case "discard":
                return discard(dice.sample(act.cards, dice.between(*legal[kind])))
            case "arrange":
                cards = dice.sample(act.cards, 25)
                return arrange(cards[at : at + 5] for at in range(0, 25, 5))
            case _:
                return {"kind": kind}


if __name__ == "__main__":
    run(Random())

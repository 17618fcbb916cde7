# Never folds and never raises: checks, calls or makes the lowest bet, stands pat, arranges its cards by rank.
include "arena";

def place: . as $card | ["23456789TJQKA", "cdhs"] | [(.[0] | index($card[0:1])), (.[1] | index($card[1:2]))];

serve(
  .legal as $legal
  | (.view.cards // []) as $cards
  | if $legal.check then {kind: "check"}
    elif $legal.call != null then {kind: "call"}
    elif $legal.raise_to then {kind: "raise", to: $legal.raise_to[0]}
    elif $legal.discard then {kind: "discard", cards: $cards[:$legal.discard[0]]}
    elif $legal.arrange then
      ($cards | sort_by(place)) as $sorted
      | {kind: "arrange", packets: [range(0; 25; 5) as $at | $sorted[$at:$at + 5]]}
    else {kind: "fold"}
    end
)

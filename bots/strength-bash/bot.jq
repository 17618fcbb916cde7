# Plays every variant by one simple figure for its hand, 0 to 1000.
include "arena";

def unknown: 400; # a game without cards that are known here
def strong: 800;
def fair: 450;
def crowd: 60; # what each opponent beyond the first takes off

def rank: .[0:1] as $letter | "23456789TJQKA" | index($letter);
def suit: .[1:2];
def by_rank: sort_by([rank, suit]); # the suits c d h s stand in the order of letters

# The worth of up to five cards: what they make, and of what rank.
def strength:
  if length == 1 then {J: 0, Q: 500, K: 1000}[.[0]] // unknown
  elif length < 2 or length > 5 then unknown
  else
    length as $size
    | (map(rank) | sort) as $ranks
    | ($ranks | group_by(.) | map([length, .[0]]) | sort | reverse) as $groups
    | $groups[0] as [$most, $best]
    | ($groups[1][0] // 0) as $second
    | (map(suit) | unique | length == 1) as $flush
    | ($ranks[-1] - $ranks[0] == 4) as $straight
    | if $most == 4 then 990
      elif $most == 3 then (if $second == 2 then 980 else 930 end)
      elif $most == 2 then (if $second == 2 then 880 else 500 + 25 * $best end)
      elif $size == 5 and $flush and $straight then 985
      elif $size == 5 and ($flush or $straight) then 970
      else 35 * $best
      end
  end;

# Bets all with a strong hand, stays in with a fair one, else pays only what is cheap. The input is `legal`.
def bet($worth; $pot):
  if $worth >= strong and .raise_to then {kind: "raise", to: .raise_to[1]}
  elif $worth >= fair and .call != null then {kind: "call"}
  elif $worth >= fair and .raise_to then {kind: "raise", to: .raise_to[0]}
  elif .check then {kind: "check"}
  elif .call != null and 4 * .call <= $pot then {kind: "call"}
  elif .fold then {kind: "fold"}
  elif .call != null then {kind: "call"}
  else {kind: "raise", to: .raise_to[0]}
  end;

# What to give up: nothing of a straight or better, else what is no pair; without a pair the three lowest.
def unwanted:
  (map(rank) | group_by(.) | map(select(length == 1)[0])) as $single
  | if ($single | length) < 5 then map(select(rank | IN($single[])))
    elif strength >= 970 then []
    else by_rank[:3]
    end;

# Five cards of neighbouring ranks each, from weak to strong; and the weakest against the other's strongest.
def packets:
  by_rank as $ordered
  | [range(0; 25; 5) as $at | $ordered[$at:$at + 5]]
  | sort_by(strength)
  | .[1:] + .[:1];

serve(
  .seat as $seat
  | .legal as $legal
  | .view
  | if $legal.discard then {kind: "discard", cards: (.cards | unwanted[:$legal.discard[1]])}
    elif $legal.arrange then {kind: "arrange", packets: (.cards | packets)}
    else
      # Stud shows the hole card, everybody's upcards, and in a large game common cards.
      ((.cards // []) + (if .hole then [.hole] + .up[$seat] else [] end) + (.common // [])) as $cards
      | ([.active // [] | .[] | select(.)] | length - 1) as $others
      | (($cards | strength) - crowd * ([0, $others - 1] | max)) as $worth
      | (.pot // 0) as $pot
      | $legal
      | bet($worth; $pot)
    end
)

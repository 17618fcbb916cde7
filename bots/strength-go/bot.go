// Plays every variant by one simple figure for its hand, 0 to 1000.
package main

import (
	"fmt"
	"os"
	"sort"
	"strings"
)

const (
	unknown = 400 // a game without cards that are known here
	strong  = 800
	fair    = 450
	crowd   = 60 // what each opponent beyond the first takes off
)

func rank(card string) int { return strings.IndexByte("23456789TJQKA", card[0]) }

func byRank(cards []string) []string {
	ordered := append([]string(nil), cards...)
	place := func(card string) int { return 4*rank(card) + strings.IndexByte("cdhs", card[1]) }
	sort.Slice(ordered, func(i, j int) bool { return place(ordered[i]) < place(ordered[j]) })
	return ordered
}

// strength is the worth of up to five cards: what they make, and of what rank.
func strength(cards []string) int {
	if len(cards) == 1 {
		if worth, known := map[string]int{"J": 0, "Q": 500, "K": 1000}[cards[0]]; known {
			return worth
		}
		return unknown
	}
	if len(cards) < 2 || len(cards) > 5 {
		return unknown
	}
	var count [13]int
	high, low, flush := 0, 12, true
	for _, card := range cards {
		r := rank(card)
		count[r]++
		high, low = max(high, r), min(low, r)
		flush = flush && card[1] == cards[0][1]
	}
	most, second, best := 0, 0, 0
	for r := 12; r >= 0; r-- { // from the ace down, so that of equal groups the higher rank comes first
		if count[r] > most {
			most, second, best = count[r], most, r
		} else {
			second = max(second, count[r])
		}
	}
	straight := high-low == 4
	switch {
	case most == 4:
		return 990
	case most == 3 && second == 2:
		return 980
	case most == 3:
		return 930
	case most == 2 && second == 2:
		return 880
	case most == 2:
		return 500 + 25*best
	case len(cards) == 5 && flush && straight:
		return 985
	case len(cards) == 5 && (flush || straight):
		return 970
	default:
		return 35 * high
	}
}

// bet bets all with a strong hand, stays in with a fair one, else pays only what is cheap.
func bet(legal Legal, worth int, pot int64) Move {
	call := Move{"kind": "call"}
	raise := func(bound int) Move { return Move{"kind": "raise", "to": legal.RaiseTo[bound]} }
	switch {
	case worth >= strong && legal.RaiseTo != nil:
		return raise(1)
	case worth >= fair && legal.Call != nil:
		return call
	case worth >= fair && legal.RaiseTo != nil:
		return raise(0)
	case legal.Check:
		return Move{"kind": "check"}
	case legal.Call != nil && 4**legal.Call <= pot:
		return call
	case legal.Fold:
		return Move{"kind": "fold"}
	case legal.Call != nil:
		return call
	default:
		return raise(0)
	}
}

// unwanted is what to give up: nothing of a straight or better, else what is no pair; without a pair the three lowest.
func unwanted(cards []string) []string {
	single := []string{}
	for _, card := range cards {
		equal := 0
		for _, other := range cards {
			if other[0] == card[0] {
				equal++
			}
		}
		if equal == 1 {
			single = append(single, card)
		}
	}
	if len(single) < 5 {
		return single
	}
	if strength(cards) >= 970 {
		return []string{}
	}
	return byRank(cards)[:3]
}

// packets holds five cards of neighbouring ranks each, from weak to strong; and the weakest against the other's strongest.
func packets(cards []string) [][]string {
	ordered := byRank(cards)
	var cut [][]string
	for at := 0; at < len(ordered); at += 5 {
		cut = append(cut, ordered[at:at+5])
	}
	sort.SliceStable(cut, func(i, j int) bool { return strength(cut[i]) < strength(cut[j]) })
	return append(cut[1:], cut[0])
}

func decide(act Act) Move {
	legal, view := act.Legal, act.View
	if legal.Discard != nil {
		given := unwanted(view.Cards)
		return Move{"kind": "discard", "cards": given[:min(len(given), int(legal.Discard[1]))]}
	}
	if legal.Arrange != nil {
		return Move{"kind": "arrange", "packets": packets(view.Cards)}
	}
	cards := append([]string(nil), view.Cards...)
	if view.Hole != "" { // stud
		cards = append(append(cards, view.Hole), view.Up[act.Seat]...)
	}
	cards = append(cards, view.Common...)
	others := -1
	for _, in := range view.Active {
		if in {
			others++
		}
	}
	return bet(legal, strength(cards)-crowd*max(0, others-1), view.Pot)
}

func main() {
	if err := run("strength-go", decide); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

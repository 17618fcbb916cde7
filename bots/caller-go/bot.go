// Never folds and never raises: checks, calls or makes the lowest bet, stands pat, arranges its cards by rank.
package main

import (
	"fmt"
	"os"
	"sort"
	"strings"
)

func place(card string) int {
	return 4*strings.IndexByte("23456789TJQKA", card[0]) + strings.IndexByte("cdhs", card[1])
}

func decide(act Act) Move {
	legal, cards := act.Legal, act.View.Cards
	switch {
	case legal.Check:
		return Move{"kind": "check"}
	case legal.Call != nil:
		return Move{"kind": "call"}
	case legal.RaiseTo != nil:
		return Move{"kind": "raise", "to": legal.RaiseTo[0]}
	case legal.Discard != nil:
		return Move{"kind": "discard", "cards": cards[:legal.Discard[0]]}
	case legal.Arrange != nil:
		sort.Slice(cards, func(i, j int) bool { return place(cards[i]) < place(cards[j]) })
		var packets [][]string
		for at := 0; at < len(cards); at += 5 {
			packets = append(packets, cards[at:at+5])
		}
		return Move{"kind": "arrange", "packets": packets}
	default:
		return Move{"kind": "fold"}
	}
}

func main() {
	if err := run("caller-go", decide); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

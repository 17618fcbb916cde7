// The arena's side of a bot in Go: connects, answers questions with decide, ends with the match.
// The strategy is in bot.go; this file is the same for every bot.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/go-zeromq/zmq4"
)

// The arena may vanish without a word: look around now and then.
const (
	watch = 500 * time.Millisecond
	idle  = time.Hour
)

// Bounds are the lowest and the highest number of a kind of move.
type Bounds [2]int64

// Legal says what is allowed now; nil and false mean that a kind of move is not.
type Legal struct {
	Fold    bool    `json:"fold"`
	Check   bool    `json:"check"`
	Call    *int64  `json:"call"`
	RaiseTo *Bounds `json:"raise_to"`
	Discard *Bounds `json:"discard"`
	Arrange *Bounds `json:"arrange"`
}

// Entry is a public event of the hand: whose (nil: nobody's), what, and how: a float64, a string or nil.
type Entry struct {
	Seat     *int
	Kind     string
	Argument any
}

// UnmarshalJSON reads [seat, kind, argument].
func (e *Entry) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&e.Seat, &e.Kind, &e.Argument})
}

// View is the hand as the seat sees it. What the game does not have is zero; lists are by seat where nothing else is said.
type View struct {
	Phase     string     `json:"phase"`
	Dealer    int        `json:"dealer"`
	Carry     int64      `json:"carry"`
	History   []Entry    `json:"history"`
	Cards     []string   `json:"cards"` // the own ones
	Pot       int64      `json:"pot"`
	Stake     int64      `json:"stake"`
	Paid      []int64    `json:"paid"`
	Active    []bool     `json:"active"`
	Stacks    []int64    `json:"stacks"`
	Exchanged []*int     `json:"exchanged"` // draw; nil: not yet
	Hole      string     `json:"hole"`      // stud: the own card that lies face down
	Up        [][]string `json:"up"`        // stud: the cards that lie face up
	Common    []string   `json:"common"`    // stud: cards that count for everybody
	Removed   []string   `json:"removed"`   // parallel poker: what nobody plays with
	Points    []int64    `json:"points"`    // parallel poker: what each show is worth

	Raw json.RawMessage `json:"-"` // all of it as it came, for games that have more
}

// UnmarshalJSON reads what is known, and keeps all.
func (v *View) UnmarshalJSON(text []byte) error {
	type known View
	var otherwise *json.UnmarshalTypeError // another game may use a name in its own way; it is in Raw
	if err := json.Unmarshal(text, (*known)(v)); err != nil && !errors.As(err, &otherwise) {
		return err
	}
	v.Raw = append(v.Raw[:0], text...)
	return nil
}

// Act is one question, complete in itself.
type Act struct {
	ID      int64  `json:"id"`
	Table   int64  `json:"table"`
	Deal    int64  `json:"deal"`
	Seat    int    `json:"seat"`
	Seed    int64  `json:"seed"`     // random bits for this decision
	ClockMS *int64 `json:"clock_ms"` // nil without a clock
	Legal   Legal  `json:"legal"`
	View    View   `json:"view"`
}

// Move is an answer as it goes to the arena; the helpers of bot.go make it.
type Move map[string]any

type answer struct {
	Type string `json:"type,omitempty"`
	ID   int64  `json:"id"`
	Move Move   `json:"move"`
}

type message struct {
	Type   string `json:"type"`
	Acts   []Act  `json:"acts"`
	Fault  string `json:"fault"`
	Reason string `json:"reason"`
}

type connection struct {
	Endpoint string `json:"endpoint"`
	Token    string `json:"token"`
}

// run plays one match; the connection file is the last argument. It returns why the bot could not go on.
func run(name string, decide func(Act) Move) error {
	var at connection
	text, err := os.ReadFile(os.Args[len(os.Args)-1])
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, &at); err != nil {
		return fmt.Errorf("not a connection file: %w", err)
	}
	socket := zmq4.NewDealer(context.Background())
	if err := socket.Dial(at.Endpoint); err != nil {
		return err
	}
	send := func(message any) error {
		frame, err := json.Marshal(message)
		if err != nil {
			return err
		}
		return socket.Send(zmq4.NewMsg(frame))
	}
	hello := map[string]any{"type": "hello", "token": at.Token, "protocol": [2]int{1, 1}, "name": name,
		"capabilities": []string{"batch", "quiet"}}
	if err := send(hello); err != nil {
		return err
	}
	heard := make(chan struct{}, 1)
	go endWithTheArena(heard)
	for {
		frame, err := socket.Recv()
		if err != nil {
			return nil // the arena is gone
		}
		select {
		case heard <- struct{}{}:
		default:
		}
		var m message
		if err := json.Unmarshal(frame.Bytes(), &m); err != nil {
			return err
		}
		switch m.Type {
		case "acts":
			answers := make([]answer, len(m.Acts))
			for i, act := range m.Acts {
				answers[i] = answer{ID: act.ID, Move: decide(act)}
			}
			err = send(map[string]any{"type": "actions", "actions": answers})
		case "act":
			var act Act
			if err := json.Unmarshal(frame.Bytes(), &act); err != nil {
				return err
			}
			err = send(answer{"action", act.ID, decide(act)})
		case "fault":
			fmt.Fprintf(os.Stderr, "fault %s: %s\n", m.Fault, m.Reason)
		case "reject":
			return fmt.Errorf("the arena refused %s: %s", name, m.Reason)
		case "bye":
			return nil
		} // Whatever else comes is of a later version and meant to be ignored.
		if err != nil {
			return nil // the arena is gone
		}
	}
}

// endWithTheArena ends the process when its parent is gone or nothing has been heard for long.
func endWithTheArena(heard <-chan struct{}) {
	parent, last := os.Getppid(), time.Now()
	for range time.Tick(watch) {
		select {
		case <-heard:
			last = time.Now()
		default:
		}
		if os.Getppid() != parent || time.Since(last) > idle {
			os.Exit(0)
		}
	}
}

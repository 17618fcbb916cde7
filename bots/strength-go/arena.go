// The arena's side of a bot in Go: connects, answers questions with decide, ends with the match.
// The strategy is in bot.go; this file is the same for every bot.
package main

import (
	"context"
	"encoding/json"
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

// View is the hand as the seat sees it: what this bot needs of it.
type View struct {
	Cards  []string   `json:"cards"`
	Hole   string     `json:"hole"` // stud: the own card that lies face down,
	Up     [][]string `json:"up"`   // everybody's upcards by seat,
	Common []string   `json:"common"`
	Active []bool     `json:"active"`
	Pot    int64      `json:"pot"`
}

// Act is one question.
type Act struct {
	ID    int64 `json:"id"`
	Seat  int   `json:"seat"`
	Legal Legal `json:"legal"`
	View  View  `json:"view"`
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

# The arena's side of a bot in jq: what to print for each message that comes. The bot ends with its input.

# `decide` turns a question, with .legal and .view, into a move.
def serve(decide):
  def answer: {id, move: decide};
  if .type == "acts" then {type: "actions", actions: [.acts[] | answer]}
  elif .type == "act" then {type: "action"} + answer
  elif .type == "fault" then "fault \(.fault): \(.reason)" # no object, hence for the bot's log
  elif .type == "reject" then "the arena refused the bot: \(.reason)\n" | halt_error(1)
  else empty # whatever else comes asks nothing, or is of a later version and meant to be ignored
  end;

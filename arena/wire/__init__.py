"""The protocol without sockets: messages, their codec, the faults, the export for other languages."""

"""`arena variants`: the games that are installed, with their parameters."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from arena import games
from arena.commands.common import add_json, print_json
from arena.errors import ExitCode
from arena.games.params import params_of
from arena.games.variant import AnyVariant

if TYPE_CHECKING:
    from arena.commands.common import Commands


def add(commands: Commands) -> None:
    """Declares the subcommand."""
    parser = commands.add_parser(
        "variants",
        help="the variants, their parameters, defaults and bounds",
        description="The variants, their parameters, defaults and bounds. D12 and its like are rules of docs/rules.md.",
    )
    add_json(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> ExitCode:
    """Prints every variant with its parameters."""
    documents = [_document(variant) for variant in games.variants().values()]
    if args.json:
        print_json({"variants": documents})
        return ExitCode.DONE
    for document in documents:
        low, high = document["seats"]
        print(f"{document['name']}: {document['title']}, {low if low == high else f'{low} to {high}'} seats")
        for key, param in document["parameters"].items():
            default = "none" if param["default"] is None else str(param["default"])
            default = default.lower() if isinstance(param["default"], bool) else default
            print(f"  {key} = {default}\n      {param['doc']}; {param['allowed']}")
    return ExitCode.DONE


def _document(variant: AnyVariant) -> dict[str, Any]:
    return {
        "name": variant.name,
        "title": variant.title,
        "seats": [variant.seats[0], variant.seats[-1]],
        "replays": variant.replays,
        "parameters": {
            key: {
                "default": param.default,
                "allowed": param.allowed(),
                "choices": param.choices,
                "low": param.low,
                "high": param.high,
                "optional": param.optional,
                "doc": param.doc,
            }
            for key, param in params_of(variant.config).items()
        },
    }

"""A gate's document as JUnit XML: a test case for each variant, which CI systems show beside the other tests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree

from arena.report.gate import figures_line, headline


def gate_junit(document: Mapping[str, Any]) -> bytes:
    """The XML file. A variant that regressed is a failure, a bot over its fault limit an error, undecided is skipped.

    Estimate, interval (mS/h) with its level, blocks, hands and seed are properties of each case.
    """
    cases = [_case(document, name, figures) for name, figures in document["variants"].items()]
    suite = ElementTree.Element(
        "testsuite",
        name="arena gate",
        tests=str(len(cases)),
        failures=str(sum(case.find("failure") is not None for case in cases)),
        errors=str(sum(case.find("error") is not None for case in cases)),
        skipped=str(sum(case.find("skipped") is not None for case in cases)),
        time=str(document.get("seconds", 0)),
    )
    suite.extend(cases)
    root = ElementTree.Element("testsuites")
    root.append(suite)
    ElementTree.indent(root)
    xml: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return xml + b"\n"


def _case(document: Mapping[str, Any], name: str, figures: Mapping[str, Any]) -> ElementTree.Element:
    candidate, baseline = (document["bots"][role]["bot"] for role in ("candidate", "baseline"))
    case = ElementTree.Element("testcase", classname=f"arena.gate.{candidate}-against-{baseline}", name=name)
    values = {
        "verdict": figures["verdict"],
        "estimate": figures["mean"],
        "low": figures["low"],
        "high": figures["high"],
        "level": figures["level"],
        "blocks": figures["blocks"],
        "hands": figures["hands"],
        "margin": document["margin"],
        "seed": document["seed"],
        "key_commitment": document.get("key_commitment"),
        "identical": str(document["identical"]).lower(),
    }
    properties = ElementTree.SubElement(case, "properties")
    for key, value in values.items():
        if value is not None:
            ElementTree.SubElement(properties, "property", name=key, value=str(value))
    told = headline(document)
    match figures["verdict"]:
        case "regress":
            ElementTree.SubElement(case, "failure", message=told).text = figures_line(figures)
        case "bot-fault":
            over = "; ".join(f"{offence['bot']} in match {offence['match']}" for offence in document["offences"])
            ElementTree.SubElement(case, "error", message=told).text = over
        case "undecided":
            ElementTree.SubElement(case, "skipped", message=f"undecided: {figures_line(figures)}")
        case _:
            pass
    return case

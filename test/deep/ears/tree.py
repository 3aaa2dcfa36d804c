"""Prints the tree that Firefox gives to assistive programs for the page shown: one JSON list of all nodes, in the order of reading."""
import json
import sys
import warnings

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

warnings.simplefilter("ignore", DeprecationWarning)


def nodes(node, depth=0):
    if node is None:
        return
    yield depth, node
    for at in range(node.get_child_count()):
        yield from nodes(node.get_child_at_index(at), depth + 1)


def application(pid):
    desktop = Atspi.get_desktop(0)
    found = [desktop.get_child_at_index(at) for at in range(desktop.get_child_count())]
    return next(each for each in found if each.get_process_id() == pid)


def page(pid):
    """The document that is shown, below the window's own controls."""
    for _, node in nodes(application(pid)):
        if node.get_role_name() == "document web" and node.get_state_set().contains(Atspi.StateType.SHOWING):
            return node
    raise SystemExit("no page is shown")


def described(depth, node):
    part = node.get_text_iface()
    return {
        "depth": depth,
        "role": node.get_role_name(),
        "name": node.get_name(),
        "says": node.get_description(),
        "text": Atspi.Text.get_text(part, 0, -1) if part else "",
        "states": [str(each.value_nick) for each in node.get_state_set().get_states()],
        "live": (node.get_attributes() or {}).get("live", ""),
    }


print(json.dumps([described(*each) for each in nodes(page(int(sys.argv[1])))]))

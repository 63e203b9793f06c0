"""From the sources to a clock that runs: building, flashing, images."""

from host_tools.deploy.chips import Storage, check_chip, check_micropython, chip_of, storage_of
from host_tools.deploy.device import About, Device, Found, Patience
from host_tools.deploy.errors import DeployError, GameRunningError, InputError, LostError
from host_tools.deploy.image import build_image, how_to_write
from host_tools.deploy.port import close_port, find_port, open_port
from host_tools.deploy.tree import (
    Tree,
    board_names,
    build_tree,
    choose_displays,
    read_board,
    read_boards,
    weigh,
    write_tree,
)
from host_tools.deploy.update import Plan, apply_plan, check, make_plan

__all__ = [
    "About",
    "DeployError",
    "Device",
    "Found",
    "GameRunningError",
    "InputError",
    "LostError",
    "Patience",
    "Plan",
    "Storage",
    "Tree",
    "apply_plan",
    "board_names",
    "build_image",
    "build_tree",
    "check",
    "check_chip",
    "check_micropython",
    "chip_of",
    "choose_displays",
    "close_port",
    "find_port",
    "how_to_write",
    "make_plan",
    "open_port",
    "read_board",
    "read_boards",
    "storage_of",
    "weigh",
    "write_tree",
]

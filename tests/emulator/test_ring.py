"""Whether ring 4 runs: without an image it is skipped, and says how to get one."""

import pytest


def test_the_emulated_pico_has_an_image_to_run(reason_not_to_run: str) -> None:
    if reason_not_to_run:
        pytest.skip(reason_not_to_run)

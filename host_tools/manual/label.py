"""The label for the underside of a clock: what an arbiter needs when nothing else is at hand."""

from __future__ import annotations

from clockcore import codes
from clockcore.code_names import KEY_NAMES

from host_tools.manual.tables import Code

LINE_LIMIT = 12


def label_lines(code: Code) -> list[str]:
    """Return the lines of the label, at most 12, in Markdown's marks."""
    say = code.say
    plus, minus = code.key(codes.KEY_PLUS), code.key(codes.KEY_MINUS)
    lines = [
        say(("**Chess clock** · keys: {}", "**Reloj de ajedrez** · teclas: {}")).format(
            " ".join(code.key(number) for number in range(len(KEY_NAMES)))
        ),
        say(("Choose a program: {} {}, then {}", "Elegir programa: {} {}, luego {}")).format(
            plus, minus, code.do("SETUP", "LAY_OUT")
        ),
        say(("The last program again: {}", "El último programa otra vez: {}")).format(
            code.do("SETUP", "LAST_PROGRAM")
        ),
        say((
            "Before the start. White's side: {} · FREEZE: {} · sound: {}",
            "Antes de empezar. Lado de las blancas: {} · CONGELAR: {} · sonido: {}",
        )).format(
            code.do("READY", "SWAP_SIDES"), code.do("READY", "FREEZE"), code.do("READY", "SOUND")
        ),
        say(("Start: {}, or Black presses", "Empezar: {}, o pulsan las negras")).format(
            code.do("READY", "START")
        ),
        say(("Pause: {} · Go on: {}", "Pausa: {} · Continuar: {}")).format(
            code.do("RUNNING", "PAUSE"), code.do("PAUSED", "RESUME")
        ),
        say(("Paused. Set times and moves: {}", "En pausa. Ajustar tiempos y jugadas: {}")).format(
            code.do("PAUSED", "SET")
        ),
        say((
            "Paused. Bonus time, illegal move and more: {}",
            "En pausa. Tiempo adicional, jugada ilegal y más: {}",
        )).format(
            code.do("PAUSED", "ACTIONS")
        ),
        say((
            "Paused. End of the game: {}, press {}; then {}",
            "En pausa. Fin de la partida: {}, pulse {}; luego {}",
        )).format(
            code.do("PAUSED", "END"),
            code.key(codes.KEY_FORWARD),
            code.do("ENDED", "PUT_AWAY"),
        ),
    ]
    for supply, boards in _supplies(code).items():
        lines.append(f"**{say(('Supply', 'Alimentación'))}** ({', '.join(boards)}): {supply}")
    if len(lines) > LINE_LIMIT:
        raise ValueError(f"the label has {len(lines)} lines, at most {LINE_LIMIT} have room")
    return lines


def _supplies(code: Code) -> dict[str, list[str]]:
    """Return the boards of each kind of supply."""
    found: dict[str, list[str]] = {}
    for board, supply in code.batteries()[1]:
        found.setdefault(supply, []).append(board)
    return found

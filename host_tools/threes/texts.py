"""The words of the sheets, in English and Spanish. Columns of CSV files have one language only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from host_tools.threes.model import TieBreak


class Language(StrEnum):
    """A language of the sheets."""

    en = "en"
    es = "es"


@dataclass(frozen=True)
class Words:
    """Every word of the sheets; braces are filled in."""

    language: str
    round_of: str
    return_of: str
    pairings: str
    table: str
    board: str
    boards: str
    white: str
    black: str
    board_short: str
    result: str
    result_short: str
    points: str
    score: str
    rating: str
    number: str
    player: str
    seat: str
    place: str
    status: str
    white_on: str
    black_on: str
    left: str
    right: str
    against: str
    rest: str
    no_show: str
    nobody: str
    standings: str
    after_round: str
    before_first: str
    players: str
    late: str
    withdrawn: str
    signature: str
    start_title: str
    start: tuple[str, ...]
    points_note: str
    ties_by: str
    shared: str
    unfinished: str
    tie_breaks: dict[TieBreak, str]
    tie_break_notes: dict[TieBreak, str]
    unplayed_note: str


ENGLISH = Words(
    language="en",
    round_of="Round {} of {}",
    return_of="return round of round {}",
    pairings="Pairings",
    table="Table",
    board="Board",
    boards="Board sheets",
    white="White",
    black="Black",
    board_short="Board",
    result="Result",
    result_short="Result",
    points="Pts.",
    score="Score",
    rating="Rating",
    number="No.",
    player="Player",
    seat="Seat",
    place="Place",
    status="Status",
    white_on="White on",
    black_on="Black on",
    left="left",
    right="right",
    against="against",
    rest="Rest, 1 point",
    no_show="Did not come",
    nobody="nobody",
    standings="Standings",
    after_round="after round {} of {}",
    before_first="before the first round",
    players="Players",
    late="first paired in round {}",
    withdrawn="withdrawn",
    signature="Signature",
    start_title="Start",
    start=(
        "One signal starts the three games: all three players make their first move with White.",
        "Then all three answer with Black, the opponent on their right.",
        "After these two moves everybody answers whom he likes and when he likes, move by move in"
        " turn on each board. Each clock counts for its own game alone.",
    ),
    points_note="Pts.: the points of the player with White in this round, of both games together.",
    ties_by="Equal points: by {}; who is equal in everything shares the place (=).",
    shared="=",
    unfinished="Round {} is not finished (*): {} without a result, counted as 0.",
    tie_breaks={
        TieBreak.buchholz: "Buchholz",
        TieBreak.sonneborn: "Sonneborn-Berger",
        TieBreak.wins: "Wins",
    },
    tie_break_notes={
        TieBreak.buchholz: "Buchholz: the points of the opponents, for every game one played.",
        TieBreak.sonneborn: "Sonneborn-Berger: the points of each opponent times one's result"
        " against him (1, 1/2, 0).",
        TieBreak.wins: "Wins: games won at the board.",
    },
    unplayed_note="Games that were not played: a rest counts as two draws, a missing opponent as a"
    " win, against somebody with one's own points; one's own absence counts as nothing.",
)

SPANISH = Words(
    language="es",
    round_of="Ronda {} de {}",
    return_of="vuelta de la ronda {}",
    pairings="Emparejamientos",
    table="Mesa",
    board="Tablero",
    boards="Hojas de tablero",
    white="Blancas",
    black="Negras",
    board_short="Tab.",
    result="Resultado",
    result_short="Rdo.",
    points="Ptos.",
    score="Total",
    rating="Elo",
    number="N.º",
    player="Jugador",
    seat="Sitio",
    place="Puesto",
    status="Estado",
    white_on="Blancas en",
    black_on="Negras en",
    left="izquierda",
    right="derecha",
    against="contra",
    rest="Descansan, 1 punto",
    no_show="No se presentan",
    nobody="nadie",
    standings="Clasificación",
    after_round="tras la ronda {} de {}",
    before_first="antes de la primera ronda",
    players="Jugadores",
    late="emparejado desde la ronda {}",
    withdrawn="retirado",
    signature="Firma",
    start_title="Comienzo",
    start=(
        "Una sola señal inicia las tres partidas: los tres hacen su primera jugada con blancas.",
        "Después los tres responden con negras, al adversario de su derecha.",
        "Hechas estas dos jugadas, cada uno responde a quien quiera y cuando quiera, por turnos en"
        " cada tablero. Cada reloj cuenta solo para su partida.",
    ),
    points_note="Ptos.: los de esta ronda, de las dos partidas del jugador con blancas.",
    ties_by="A igualdad de puntos: {}; si todo es igual, comparten el puesto (=).",
    shared="=",
    unfinished="La ronda {} no ha terminado (*): {} sin resultado, cuentan como 0.",
    tie_breaks={
        TieBreak.buchholz: "Buchholz",
        TieBreak.sonneborn: "Sonneborn-Berger",
        TieBreak.wins: "Victorias",
    },
    tie_break_notes={
        TieBreak.buchholz: "Buchholz: los puntos de los adversarios, por cada partida jugada.",
        TieBreak.sonneborn: "Sonneborn-Berger: los puntos de cada adversario por el resultado"
        " contra él (1, 1/2, 0).",
        TieBreak.wins: "Victorias: partidas ganadas en el tablero.",
    },
    unplayed_note="Partidas no jugadas: un descanso cuenta como dos tablas y la ausencia del"
    " adversario como una victoria, contra alguien con los mismos puntos; la ausencia propia no"
    " cuenta.",
)


def words_of(language: Language) -> Words:
    """Return the words of a language."""
    return SPANISH if language is Language.es else ENGLISH

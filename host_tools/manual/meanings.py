"""What the names in the code mean to an arbiter, each in English and in Spanish.

The code says what there is; this file says it in words. A name in the code that has no words here
stops the making of the documents, so that nothing is left out of them.
"""

from __future__ import annotations

ENGLISH, SPANISH = 0, 1
LANGUAGES = ("en", "es")

Words = tuple[str, str]

STATES: dict[str, Words] = {
    "SETUP": ("Choosing a program", "Selección de programa"),
    "READY": ("Ready, before the start", "Preparado, antes del comienzo"),
    "RUNNING": ("A clock runs", "Un reloj en marcha"),
    "PAUSED": ("Paused", "En pausa"),
    "ADJUST": ("Corrections", "Correcciones"),
    "FLAGGED": ("Flag down, both stopped", "Bandera caída, ambos parados"),
    "ENDED": ("Game ended", "Partida terminada"),
}

KEYS: dict[str, Words] = {
    "back": ("BACK", "ATRÁS"),
    "minus": ("MINUS", "MENOS"),
    "play": ("PLAY", "PLAY"),
    "plus": ("PLUS", "MÁS"),
    "forward": ("FORWARD", "ADELANTE"),
}

# How a gesture is said: as an order with the key, and in the column of a table.
GESTURES: dict[str, Words] = {
    "KEY_DOWN": ("press {}", "pulse {}"),
    "KEY_CLICK": ("press {}", "pulse {}"),
    "KEY_DOUBLE_CLICK": ("press {} twice", "pulse {} dos veces"),
    "KEY_HOLD": ("hold {} 1 s", "mantenga {} 1 s"),
    "KEY_LONG_HOLD": ("hold {} 3 s", "mantenga {} 3 s"),
    "KEY_REPEAT": ("press {} (held: goes on)", "pulse {} (mantenida: sigue)"),
}
GESTURE_CELLS: dict[str, Words] = {
    "KEY_DOWN": ("press", "pulsar"),
    "KEY_CLICK": ("press", "pulsar"),
    "KEY_DOUBLE_CLICK": ("press twice", "pulsar dos veces"),
    "KEY_HOLD": ("hold 1 s", "mantener 1 s"),
    "KEY_LONG_HOLD": ("hold 3 s", "mantener 3 s"),
    "KEY_REPEAT": ("press; held: goes on", "pulsar; mantenida: sigue"),
}

GESTURE_SIGNS: dict[str, Words] = {
    "KEY_DOWN": ("press:", "pulsar:"),
    "KEY_CLICK": ("press:", "pulsar:"),
    "KEY_DOUBLE_CLICK": ("twice:", "2\u00a0veces:"),
    "KEY_HOLD": ("1\u00a0s:", "1\u00a0s:"),
    "KEY_LONG_HOLD": ("3\u00a0s:", "3\u00a0s:"),
    "KEY_REPEAT": ("press:", "pulsar:"),
}
KEY_SIGNS = ("◄", "-", "▶❙❙", "+", "►")

ACTIONS: dict[str, Words] = {
    "DO_PAUSE": ("stops the clocks at once", "detiene los relojes al momento"),
    "DO_SHOW_COUNTER": (
        "shows the move counters for 3 s; again: the rest of the default time",
        "muestra 3 s los contadores de jugadas; otra vez: lo que queda del tiempo de espera",
    ),
    "DO_RELOAD": (
        "Canadian byo-yomi reloaded by hand: a new block, on one's own turn",
        "byo-yomi canadiense con recarga manual: nuevo bloque, en el turno propio",
    ),
    "DO_RESUME": ("the game goes on", "la partida continúa"),
    "DO_START": ("starts White's clock", "pone en marcha el reloj de las blancas"),
    "DO_NEXT_PROGRAM": ("next program", "programa siguiente"),
    "DO_PREVIOUS_PROGRAM": ("previous program", "programa anterior"),
    "DO_LAY_OUT": (
        "takes the program: the clock is ready",
        "toma el programa: el reloj queda preparado",
    ),
    "DO_ACCEPT_PROGRAM": (
        "takes a preset or an adjourned game; opens a user program to change it",
        "toma un programa fijo o una partida aplazada; abre un programa de usuario para cambiarlo",
    ),
    "DO_MANUAL_SET": (
        "manual set, beginning with this program",
        "programación manual, a partir de este programa",
    ),
    "DO_SHOW_MEANING": (
        "next page of what the time control means",
        "página siguiente de lo que significa el ritmo de juego",
    ),
    "DO_LAST_PROGRAM": (
        "lays the last program out again, at once",
        "prepara otra vez el último programa, directamente",
    ),
    "DO_SETTINGS": ("the settings of the clock", "los ajustes del reloj"),
    "DO_PUT_AWAY": (
        "leaves this game and goes back to the choice of programs",
        "abandona esta partida y vuelve a la selección de programas",
    ),
    "DO_SOUND": ("sound on or off", "sonido sí o no"),
    "DO_SWAP_SIDES": ("White on the other side", "las blancas al otro lado"),
    "DO_FREEZE": ("FREEZE on or off", "CONGELAR sí o no"),
    "DO_FORCED_COUNT": (
        "next period by number of moves, or at zero",
        "período siguiente por número de jugadas, o al llegar a cero",
    ),
    "DO_TENTHS": (
        "tenths of seconds: last 10 s, last 20 s, never",
        "décimas de segundo: últimos 10 s, últimos 20 s, nunca",
    ),
    "DO_COUNTER_ALLOWED": (
        "move counters may be looked at during play, or not",
        "se pueden ver los contadores durante la partida, o no",
    ),
    "DO_SET": (
        "SET: times, move counters, periods, moments, side to move",
        "AJUSTAR: tiempos, contadores, períodos, plazos, a quién le toca",
    ),
    "DO_ACTIONS": (
        "the list of the arbiter's actions",
        "la lista de acciones del árbitro",
    ),
    "DO_SHOW_HISTORY": (
        "how long the last move took; again: the one before it",
        "cuánto se pensó la última jugada; otra vez: la anterior",
    ),
    "DO_SLEEP": (
        "displays off, the game is kept; any key lights them again",
        "apaga las pantallas y guarda la partida; cualquier tecla las enciende",
    ),
    "DO_END": (
        "end of the game, asked first (FORWARD yes, BACK no): both times stay on the displays",
        "fin de la partida, con pregunta (ADELANTE sí, ATRÁS no): los tiempos quedan a la vista",
    ),
}

# What an action comes to in a state where it is something else, by state and action.
ACTIONS_IN: dict[tuple[str, str], Words] = {
    ("FLAGGED", "DO_RESUME"): (
        "says FLAG until the flag is cleared; the game does not go on",
        "dice «bandera» hasta que se quite la bandera; la partida no continúa",
    ),
}

# The same in a few words, for one page.
SHORT_ACTIONS: dict[str, Words] = {
    "DO_PAUSE": ("**pause**", "**pausa**"),
    "DO_SHOW_COUNTER": ("moves; again: default time", "jugadas; otra vez: espera"),
    "DO_RELOAD": ("new Canadian block", "nuevo bloque canadiense"),
    "DO_RESUME": ("**go on**", "**continuar**"),
    "DO_START": ("**start**", "**empezar**"),
    "DO_NEXT_PROGRAM": ("next program", "programa siguiente"),
    "DO_PREVIOUS_PROGRAM": ("previous program", "programa anterior"),
    "DO_LAY_OUT": ("**take the program**", "**tomar el programa**"),
    "DO_ACCEPT_PROGRAM": (
        "take it; user program: change it",
        "tomarlo; si es de usuario: cambiarlo",
    ),
    "DO_MANUAL_SET": ("manual set", "programación manual"),
    "DO_SHOW_MEANING": ("its meaning", "su significado"),
    "DO_LAST_PROGRAM": ("last program again", "último programa otra vez"),
    "DO_SETTINGS": ("settings", "ajustes del reloj"),
    "DO_PUT_AWAY": ("back to the programs", "volver a los programas"),
    "DO_SOUND": ("sound", "sonido"),
    "DO_SWAP_SIDES": ("White's side", "lado de las blancas"),
    "DO_FREEZE": ("FREEZE", "CONGELAR"),
    "DO_FORCED_COUNT": ("next period by moves / at zero", "período por jugadas / a cero"),
    "DO_TENTHS": ("tenths", "décimas"),
    "DO_COUNTER_ALLOWED": ("counters in play", "contadores en juego"),
    "DO_SET": ("**SET** times and moves", "**AJUSTAR** tiempos y jugadas"),
    "DO_ACTIONS": ("**list of actions**", "**lista de acciones**"),
    "DO_SHOW_HISTORY": ("last moves", "últimas jugadas"),
    "DO_SLEEP": ("displays off, game kept", "pantallas apagadas, partida guardada"),
    "DO_END": ("**end of game**; FORWARD: yes", "**fin de partida**; ADELANTE: sí"),
}
SHORT_ACTIONS_IN: dict[tuple[str, str], Words] = {
    ("FLAGGED", "DO_RESUME"): ("“flag”, until it is cleared", "«bandera», hasta quitarla"),
}

# What the clock says about its start.
NOTICES: dict[str, Words] = {
    "NOTICE_LOST": (
        "what was kept is damaged: check times and moves, or set the game again by hand",
        "lo guardado está dañado: compruebe tiempos y jugadas, o introdúzcalos a mano",
    ),
    "NOTICE_FULL": (
        "there was no room to keep something",
        "no hubo sitio para guardar algo",
    ),
    "NOTICE_RESET": (
        "the clock hung and started anew by itself; a game stands paused, at most 3 s off",
        "el reloj se bloqueó y se reinició solo; la partida está en pausa, a 3 s como máximo",
    ),
    "NOTICE_CRASH": (
        "the program failed; a game stands paused as it was",
        "el programa falló; la partida está en pausa como estaba",
    ),
    "NOTICE_POWER": (
        "the power was gone; a game stands paused, at most 1 s off: check times and moves",
        "faltó la alimentación; la partida está en pausa, a 1 s como máximo: compruébela",
    ),
    "NOTICE_FAILED": (
        "a display, the buzzer, the battery's reading or a host failed; the game went on",
        "falló una pantalla, el zumbador, la batería o un ordenador; la partida siguió",
    ),
    "NOTICE_STUCK": (
        "a lever or a key has been down since the power came on",
        "una palanca o una tecla está pulsada desde el encendido",
    ),
    "NOTICE_SETTINGS": (
        "some settings could not be read: look at them",
        "algunos ajustes no se pudieron leer: revíselos",
    ),
    "NOTICE_PROGRAMS": (
        "the user programs could not be read",
        "los programas de usuario no se pudieron leer",
    ),
}

# The actions of the list, by the names that the menu gives them: name (where the table of texts
# has none of its own), what it does.
ITEM_SIDES: dict[str, tuple[str, str]] = {
    "bonus left": ("bonus", "left"),
    "bonus right": ("bonus", "right"),
}
ITEMS: dict[str, Words] = {
    "bonus left": (
        "adds the bonus time of the event (see the classes) to the left",
        "suma al lado izquierdo el tiempo adicional del torneo (véanse las clases)",
    ),
    "bonus right": ("the same to the right", "lo mismo al lado derecho"),
    "illegal": (
        "the last press was an illegal move: one action does all of article 7.5",
        "la última pulsación fue una jugada ilegal: hace de una vez todo lo del artículo 7.5",
    ),
    "amount": (
        "any time, plus or minus, to the left, the right or both",
        "cualquier tiempo, sumado o restado, a la izquierda, la derecha o los dos",
    ),
    "undo press": (
        "the last press did not happen: turn, count, bonus and time go back",
        "la última pulsación no ocurrió: vuelven turno, contador, incremento y tiempo",
    ),
    "undo correction": (
        "takes the last correction back, as a whole",
        "retira por completo la última corrección",
    ),
    "set": (
        "times, move counters, periods and side to move, digit by digit, in one pass",
        "tiempos, contadores, períodos y turno, cifra a cifra, de una pasada",
    ),
    "control": (
        "another program for the rest of the game; times and counters stay",
        "otro programa para el resto de la partida; tiempos y contadores se quedan",
    ),
    "insert": (
        "Guidelines III.4: 5 s a move for both, 2 min for the opponent of who asked",
        "Directrices III.4: 5 s por jugada para ambos y 2 min para el rival de quien lo pidió",
    ),
    "swap": (
        "White is on the other side; times and counters stay where they are",
        "las blancas pasan al otro lado; tiempos y contadores no se mueven",
    ),
    "freeze": ("FREEZE on or off for this game", "CONGELAR sí o no en esta partida"),
    "clear flag": (
        "the flag did not fall: its mark goes away",
        "la bandera no cayó: se quita su marca",
    ),
    "used": (
        "how long each side has thought in all",
        "cuánto ha pensado cada bando en total",
    ),
    "class": (
        "class of the event, which decides the bonus time",
        "clase de torneo, que decide el tiempo adicional",
    ),
    "adjourn": (
        "keeps the game in one of the places A 1 to A 8; the clock is free for another",
        "guarda la partida en un lugar de A 1 a A 8; el reloj queda libre para otra",
    ),
    "end": (
        "end of the game: both times stay on the displays",
        "fin de la partida: los dos tiempos quedan a la vista",
    ),
}

SETTINGS: dict[str, Words] = {
    "white side": (
        "where White sits at the start (a lever that stays down decides by itself)",
        "dónde se sientan las blancas (con palanca basculante lo decide ella)",
    ),
    "sound": (
        "beeps for keys, 10 s and 5 to 1 s left, flag",
        "pitidos de teclas, a falta de 10 s y de 5 a 1 s, y de bandera",
    ),
    "counter": (
        "whether players may look at the move counters during play",
        "si los jugadores pueden ver los contadores durante la partida",
    ),
    "tenths": ("where tenths of seconds begin", "desde cuándo hay décimas de segundo"),
    "class": (
        "class of the event; automatic: by the time control",
        "clase de torneo; automática: según el ritmo de juego",
    ),
    "default time": (
        "default time in minutes, 0 for none (Laws 6.7)",
        "tiempo de espera en minutos, 0 si no hay (Leyes 6.7)",
    ),
    "tell": (
        "tones tell a blind player time and moves (Laws D.2.6)",
        "unos tonos dicen tiempo y jugadas a un jugador ciego (Leyes D.2.6)",
    ),
    "language": ("language of the clock", "idioma del reloj"),
}

CLASSES: dict[str, Words] = {
    "standard": ("standard", "estándar"),
    "rapid": ("rapid (A.3)", "rápido (A.3)"),
    "blitz": ("blitz (B.3)", "blitz (B.3)"),
    "blitz-supervised": (
        "blitz with adequate supervision (B.2)",
        "blitz con supervisión adecuada (B.2)",
    ),
}
CLASS_TEXTS = ("class standard", "class rapid", "class blitz", "class supervised")

METHODS: dict[str, tuple[Words, Words]] = {
    "NONE": (
        ("Time only", "Solo tiempo"),
        (
            "A fixed time for the period, and nothing for each move.",
            "Un tiempo fijo para el período y nada por jugada.",
        ),
    ),
    "FISCHER": (
        ("Increment (Fischer)", "Incremento (Fischer)"),
        (
            "Each move brings extra time, in full. Unused time is kept. The first move has its"
            " increment from the start: 3 min + 2 s begins with 3:02.",
            "Cada jugada suma un tiempo extra, entero. Lo no gastado se acumula. La primera jugada"
            " ya lo tiene: 3 min + 2 s empieza con 3:02.",
        ),
    ),
    "BRONSTEIN": (
        ("Bronstein delay", "Retardo Bronstein"),
        (
            "After each move the time used on it comes back, up to the delay. The total never"
            " grows. The display includes the delay: 5 min with 3 s begins with 5:03.",
            "Tras cada jugada se devuelve lo pensado en ella, hasta el valor del retardo. El"
            " total nunca crece. La pantalla incluye el retardo: 5 min con 3 s empieza con 5:03.",
        ),
    ),
    "DELAY": (
        ("Delay (US delay)", "Retardo simple (US delay)"),
        (
            "In each move the main time waits until the delay has run out. The delay is shown"
            " beside the main time, or in turns with it.",
            "En cada jugada el tiempo principal espera hasta que se agota el retardo. Este se ve"
            " junto al tiempo principal, o alternando con él.",
        ),
    ),
    "HOURGLASS": (
        ("Hourglass", "Reloj de arena"),
        (
            "What one side uses the other side gains.",
            "Lo que gasta un bando lo gana el otro.",
        ),
    ),
    "GONG": (
        ("Gong", "Gong"),
        (
            "Every move has the same time. At its end the turn passes by itself.",
            "Todas las jugadas tienen el mismo tiempo. Al acabarse, el turno pasa solo.",
        ),
    ),
    "MOVE_TIMER": (
        ("Move timer", "Tiempo por jugada"),
        (
            "Every move has the same time. At its end the flag falls.",
            "Todas las jugadas tienen el mismo tiempo. Al acabarse cae la bandera.",
        ),
    ),
    "BYOYOMI": (
        ("Byo-yomi", "Byo-yomi"),
        (
            "After the main time there is a number of moments. A move made within a moment gives"
            " it back whole; the end of the last one is the flag.",
            "Tras el tiempo principal hay varios plazos. Una jugada hecha dentro de un plazo lo"
            " repone entero; el final del último es la bandera.",
        ),
    ),
    "CANADIAN": (
        ("Canadian byo-yomi", "Byo-yomi canadiense"),
        (
            "After the main time there is a block of time for a number of moves. When they are"
            " made there is a new block, by itself or by hand.",
            "Tras el tiempo principal hay un bloque de tiempo para un número de jugadas. Hechas"
            " estas, se recarga, solo o a mano.",
        ),
    ),
    "UPCOUNT": (
        ("Up-count", "Cuenta ascendente"),
        ("Counts up from zero. No flag.", "Cuenta hacia arriba desde cero. Sin bandera."),
    ),
    "SCRABBLE": (
        ("Scrabble", "Scrabble"),
        (
            "Counts down to zero and on below it (penalty time). No flag.",
            "Baja hasta cero y sigue por debajo (tiempo de penalización). Sin bandera.",
        ),
    ),
}

# A mark: what it says; how it looks where it has room: digits with dots, a clock module with a
# colon, a panel. Where it has no room the text of BY_TURNS for it stands in its place.
MARKS: dict[str, tuple[Words, Words, Words, Words]] = {
    "MARK_RUNNING": (
        ("this side's clock runs", "este reloj está en marcha"),
        ("lamp on", "luz encendida"),
        ("lamp on", "luz encendida"),
        ("lamp on, wide bar below", "luz encendida, barra ancha abajo"),
    ),
    "MARK_WHITE": (
        ("White sits here", "aquí están las blancas"),
        ("dot at the right", "punto a la derecha"),
        ("", ""),
        ("disc", "disco"),
    ),
    "MARK_FLAG": (
        ("this flag fell first (stays)", "esta bandera cayó primero (permanece)"),
        ("`F` or first dot, blinking", "`F` o primer punto, parpadeando"),
        (
            "`F` blinking; no free place: `FLAG` 1 s of every 4",
            "`F` parpadeando; sin hueco: `FLAG` 1 s de cada 4",
        ),
        (
            "pennant; `F` or first dot, blinking",
            "banderín; `F` o primer punto, parpadeando",
        ),
    ),
    "MARK_INTERIM_FLAG": (
        (
            "this side reached zero at the end of a period (5 min of play)",
            "este bando llegó a cero al final de un período (5 min de juego)",
        ),
        ("`F` or first dot, steady", "`F` o primer punto, fijo"),
        (
            "`F` steady; no free place: `FLAG` 1 s of every 4",
            "`F` fija; sin hueco: `FLAG` 1 s de cada 4",
        ),
        (
            "hollow pennant; `F` or first dot, steady",
            "banderín hueco; `F` o primer punto, fijo",
        ),
    ),
    "MARK_PAUSED": (
        ("the game is paused", "la partida está en pausa"),
        ("lamp of the side to move blinks", "parpadea la luz del que juega"),
        ("lamp of the side to move blinks", "parpadea la luz del que juega"),
        ("two bars; lamp blinks", "dos barras; la luz parpadea"),
    ),
    "MARK_FROZEN": (
        ("a flag has stopped both", "una bandera ha parado ambos"),
        ("both lamps off, flag", "ambas luces apagadas, bandera"),
        ("both lamps off, flag", "ambas luces apagadas, bandera"),
        ("crystal", "cristal"),
    ),
    "MARK_SOUND": (
        ("the sound is on", "el sonido está activado"),
        ("", ""),
        ("", ""),
        ("loudspeaker", "altavoz"),
    ),
    "MARK_SIDE_TO_MOVE": (
        ("this side is to move", "le toca jugar a este bando"),
        ("", ""),
        ("", ""),
        ("hollow bar while nothing runs", "barra hueca mientras nada corre"),
    ),
    "MARK_LOW_BATTERY": (
        ("change the battery before the next game", "cambie la batería antes de otra partida"),
        ("", ""),
        ("", ""),
        ("battery", "pila"),
    ),
}
BY_TURNS: dict[str, Words] = {
    "MARK_WHITE": ("by turns: {white}, {black}", "por turno: {white}, {black}"),
    "MARK_FROZEN": ("both lamps off, flag", "ambas luces apagadas, bandera"),
    "MARK_SOUND": ("by turns: {sound on}, {sound off}", "por turno: {sound on}, {sound off}"),
    "MARK_SIDE_TO_MOVE": ("the lamp, on or blinking", "la luz, fija o parpadeando"),
    "MARK_LOW_BATTERY": ("by turns: {battery low}", "por turno: {battery low}"),
}

# What a letter before a number says; method letters come from the code.
LETTERS: tuple[tuple[str, Words], ...] = (
    ("P", ("preset; in a pause: period", "programa fijo; en pausa: período")),
    ("U", ("user program", "programa de usuario")),
    ("A", ("adjourned game; default time", "partida aplazada; tiempo de espera")),
    ("d", ("Triple Block; days", "Triple Block; días")),
    ("n", ("moves", "jugadas")),
    ("I", ("illegal moves of this side", "jugadas ilegales de este bando")),
    ("H", ("move of the history: `H 1` is the last", "jugada del historial: `H 1` es la última")),
    (
        "C",
        (
            "ceiling of the time; in a pause: moves left in a Canadian block",
            "tope del tiempo; en pausa: jugadas que quedan en un bloque canadiense",
        ),
    ),
    ("t", ("tenths from so many seconds on", "décimas desde esos segundos")),
    (
        "b",
        (
            "battery in percent; moments left; the bank of Triple Block",
            "batería en tanto por ciento; plazos restantes; el banco de Triple Block",
        ),
    ),
    ("i", ("increment of Triple Block, in days", "incremento de Triple Block, en días")),
    ("F", ("flag (first place)", "bandera (primera posición)")),
)

# What each display set shows, by chip and number of digits.
DISPLAYS: dict[tuple[str, int], Words] = {
    ("tm1637", 6): (
        "six digits: hours, minutes and seconds all the time; delay or moments in front while two"
        " digits are free",
        "seis cifras: horas, minutos y segundos siempre; retardo o plazos delante mientras queden"
        " dos cifras libres",
    ),
    ("tm1637", 4): (
        "four digits with a colon: `1h30` above an hour, minutes and seconds below; marks and"
        " delay take turns with the time",
        "cuatro cifras con dos puntos: `1h30` por encima de una hora, minutos y segundos por"
        " debajo; marcas y retardo alternan con el tiempo",
    ),
    ("ht16k33", 4): (
        "four digits with dots: `1h30` above an hour, minutes and seconds below; White's dot and"
        " flag at once, the rest by turns",
        "cuatro cifras con puntos: `1h30` por encima de una hora, minutos y segundos por debajo;"
        " punto de las blancas y bandera a la vez, lo demás por turno",
    ),
    ("max7219", 8): (
        "eight digits: as six, and there is room for delay or moments at any time",
        "ocho cifras: como las de seis, y siempre hay sitio para retardo o plazos",
    ),
    ("ssd1306", 6): (
        "panel: large digits, marks as pictures below, menus as lines of text",
        "panel: cifras grandes, marcas como dibujos debajo, menús en líneas de texto",
    ),
}
MODULES: dict[str, str] = {
    "TM1637, six digits": "TM1637 de seis cifras",
    "TM1637 clock, four digits": "TM1637 de reloj, cuatro cifras",
    "HT16K33 backpack, four digits": "HT16K33 de cuatro cifras",
    "MAX7219, eight digits": "MAX7219 de ocho cifras",
    "SSD1306, 0.96 inch": "SSD1306 de 0,96 pulgadas",
    "SSD1309, 2.42 inch": "SSD1309 de 2,42 pulgadas",
}
CASUAL: Words = ("casual play", "juego informal")
RATED: Words = ("rated play, if legible at 3 m", "torneos, si se lee a 3 m")

BATTERIES: dict[str, str] = {
    "3 AA alkaline": "3 AA alcalinas",
    "4 AA alkaline": "4 AA alcalinas",
    "3 AA NiMH of 1900 mAh": "3 AA NiMH de 1900 mAh",
    "4 AA NiMH of 1900 mAh": "4 AA NiMH de 1900 mAh",
    "1 Li-ion 18650 of 2600 mAh": "1 Li-ion 18650 de 2600 mAh",
}
# Texts of the manual set that stand on panels only; for digits they have no word.
PANEL_ONLY = ("reason ", "keys ", "period")
MAINS: Words = ("USB supply or power bank", "alimentador USB o batería externa")

"""Every text that the clock itself shows to people, in English and Spanish, in one table.

A word for displays of six cells and one for four, as seven segments can draw them, and a line of
up to 21 Latin-1 characters for panels (an escape is a letter with an accent). Loaded while no side
runs; the words that play needs are copied into the composer (`play_words`). The texts of the
manual set stand in `manual_texts.py`.
"""

from clockcore.codes import ENGLISH
from clockcore.frame import FEW_CELLS, PLAY_WORDS

# key, English words of six and four cells, Spanish words of six and four, English line, Spanish.
TEXTS = (
    ("freeze on", b"Fr on", b"Fron", b"Fr SI", b"FrSI", b"FREEZE on", b"CONGELAR s\xed"),
    ("freeze off", b"Fr oFF", b"FroF", b"Fr no", b"Frno", b"FREEZE off", b"CONGELAR no"),
    ("freeze auto", b"Fr Au", b"FrAu", b"Fr Au", b"FrAu", b"FREEZE automatic",
     b"CONGELAR autom\xe1tico"),
    ("freeze", b"Fr", b"Fr", b"Fr", b"Fr", b"FREEZE, on or off", b"CONGELAR s\xed o no"),
    ("sound on", b"bP on", b"bPon", b"bP SI", b"bPSI", b"SOUND on", b"SONIDO s\xed"),
    ("sound off", b"bP oFF", b"bPoF", b"bP no", b"bPno", b"SOUND off", b"SONIDO no"),
    ("lever", b"LEUEr", b"LEUE", b"PALAnC", b"PALA", b"Lever was moved",
     b"Palanca movida"),
    ("white", b"UHItE", b"UHIt", b"bLAnCA", b"bLAn", b"White", b"Blancas"),
    ("black", b"bLACk", b"bLAC", b"nEGrA", b"nEGr", b"Black", b"Negras"),
    ("battery low", b"bAt Lo", b"bAtL", b"bAt bA", b"bAtb", b"Battery low",
     b"Bater\xeda baja"),
    ("flag", b"FLAG", b"FLAG", b"bAndEr", b"bAnd", b"Flag", b"Bandera"),
    ("forced on", b"Cnt on", b"Cton", b"JUG SI", b"JGSI", b"Next period by moves",
     b"Per\xedodo por jugadas"),
    ("forced off", b"Cnt oF", b"CtoF", b"JUG no", b"JGno", b"Next period at zero",
     b"Per\xedodo al llegar a 0"),
    ("counter on", b"n on", b"n on", b"n SI", b"n SI", b"Move counter shown",
     b"Contador visible"),
    ("counter off", b"n oFF", b"noFF", b"n no", b"n no", b"Move counter hidden",
     b"Contador oculto"),
    ("tenths 10", b"t 10", b"t 10", b"t 10", b"t 10", b"Tenths from 10 s",
     b"D\xe9cimas desde 10 s"),
    ("tenths 20", b"t 20", b"t 20", b"t 20", b"t 20", b"Tenths from 20 s",
     b"D\xe9cimas desde 20 s"),
    ("tenths off", b"t oFF", b"toFF", b"t no", b"t no", b"No tenths", b"Sin d\xe9cimas"),
    ("illegal", b"ILLEG", b"ILLE", b"ILEGAL", b"ILEG", b"Illegal move", b"Jugada ilegal"),
    ("no", b"no", b"no", b"no", b"no", b"Not now", b"Ahora no"),
    ("done", b"donE", b"donE", b"HECHo", b"HECH", b"Done", b"Hecho"),
    ("bonus", b"bonUS", b"bonU", b"Adicio", b"Adic", b"Bonus time", b"Tiempo adicional"),
    ("amount", b"tinE", b"tinE", b"tiEnPo", b"tiEn", b"Time, plus or minus",
     b"Tiempo, m\xe1s o menos"),
    ("undo press", b"UndoPr", b"UndP", b"dESHPU", b"dESP", b"Undo the last press",
     b"Deshacer pulsaci\xf3n"),
    ("undo correction", b"UndoCo", b"UndC", b"dESHCo", b"dESC", b"Undo the correction",
     b"Deshacer correcci\xf3n"),
    ("set", b"SEt", b"SEt", b"AJUStE", b"AJUS", b"Set times, moves",
     b"Ajustar la partida"),
    ("control", b"ContrL", b"Cont", b"ritno", b"rit", b"Other time control",
     b"Otro ritmo de juego"),
    ("insert", b"inc 05", b"in05", b"inc 05", b"in05", b"+5 s a move (III.4)",
     b"+5 s por jug. (III.4)"),
    ("swap", b"CoLorS", b"CoLo", b"CoLorE", b"CoLo", b"Swap the colors",
     b"Cambiar los colores"),
    ("clear flag", b"FLAGno", b"FLno", b"bAndno", b"bAn-", b"Clear the flag",
     b"Quitar la bandera"),
    ("used", b"USEd", b"USEd", b"USAdo", b"USAd", b"Time used", b"Tiempo usado"),
    ("class", b"CLASS", b"CLAS", b"CLASE", b"CLAS", b"Class of event",
     b"Clase de torneo"),
    ("adjourn", b"AdJoUr", b"AdJo", b"APLAC", b"APLA", b"Adjourn", b"Aplazar"),
    ("end", b"End", b"End", b"Fin", b"Fin", b"End of the game", b"Fin de la partida"),
    ("game", b"boArd", b"boAr", b"tAbLEr", b"tAbL", b"Which board", b"Qu\xe9 tablero"),
    ("turn", b"turn", b"turn", b"turno", b"turn", b"To move", b"Le toca"),
    ("left", b"LEFt", b"LEFt", b"IqUiEr", b"IqUi", b"left", b"izquierda"),
    ("right", b"riGHt", b"riGH", b"dErECH", b"dErE", b"right", b"derecha"),
    ("both", b"both", b"both", b"LoS 2", b"LoS2", b"both", b"los dos"),
    ("plus", b"PLUS", b"PLUS", b"SUnAr", b"SUn", b"plus", b"sumar"),
    ("minus", b"LESS", b"LESS", b"rEStAr", b"rESt", b"minus", b"restar"),
    ("occupied", b"FULL", b"FULL", b"LLEno", b"LLEn", b"Occupied: replace it?",
     b"Ocupado: \xbfcambiarlo?"),
    ("below zero", b"to 0", b"to 0", b"A 0", b"A 0", b"Below 0: set to 0?",
     b"\xbfMenos de 0: dejar 0?"),
    ("locked", b"A-5-1", b"A-51", b"A-5-1", b"A-51", b"After move 10: A.5.1",
     b"Tras jugada 10: A.5.1"),
    ("new game", b"7-3", b"7-3", b"7-3", b"7-3", b"Before move 10: 7.3",
     b"Antes de la 10: 7.3"),
    ("yes or no", b"yES", b"yES", b"SI", b"SI", b"FORWARD yes  BACK no",
     b"ADELANTE s\xed ATR\xc1S no"),
    ("class auto", b"Auto", b"Auto", b"Auto", b"Auto", b"by the time control",
     b"seg\xfan el ritmo"),
    ("class standard", b"Std", b"Std", b"Std", b"Std", b"standard", b"est\xe1ndar"),
    ("class rapid", b"rAP", b"rAP", b"rAP", b"rAP", b"rapid", b"r\xe1pido"),
    ("class blitz", b"bL b3", b"bLb3", b"bL b3", b"bLb3", b"blitz (B.3)", b"blitz (B.3)"),
    ("class supervised", b"bL b2", b"bLb2", b"bL b2", b"bLb2", b"blitz (B.2)",
     b"blitz (B.2)"),
    ("language", b"LAnG", b"LAnG", b"idiono", b"idio", b"Language", b"Idioma"),
    ("english", b"EnGLiS", b"EnGL", b"inGLES", b"inGL", b"English", b"English"),
    ("spanish", b"ESPAnA", b"ESPA", b"ESPAnA", b"ESPA", b"Espa\xf1ol", b"Espa\xf1ol"),
    ("tell", b"tELL", b"tELL", b"dEcir", b"dEci", b"Tones tell the time",
     b"Tonos dicen el tiempo"),
    ("on", b"on", b"on", b"SI", b"SI", b"on", b"s\xed"),
    ("off", b"oFF", b"oFF", b"no", b"no", b"off", b"no"),
    ("default time", b"dEFAUL", b"dEFA", b"ESPErA", b"ESPE", b"Default time, min",
     b"Tiempo de espera, min"),
    ("white side", b"UHItE", b"UHIt", b"bLAnCA", b"bLAn", b"White sits",
     b"Lado de las blancas"),
    ("sound", b"bEEP", b"bEEP", b"Sonido", b"Soni", b"Sound", b"Sonido"),
    ("counter", b"CoUnt", b"Coun", b"CUEntA", b"CUEn", b"Counter while running",
     b"Contador en marcha"),
    ("tenths", b"tEntHS", b"tEnt", b"dECiSE", b"dECi", b"Tenths", b"D\xe9cimas"),
    ("user", b"U", b"U", b"U", b"U", b"User program", b"Programa de usuario"),
    ("free", b"FrEE", b"FrEE", b"LibrE", b"Libr", b"free: FORWARD sets it",
     b"libre: ADELANTE"),
    ("adjourned", b"A", b"A", b"A", b"A", b"Adjourned game", b"Partida aplazada"),
    ("keep as", b"SAUE", b"SAUE", b"GUArdA", b"GUAr", b"Keep it as", b"Guardar como"),
    ("each", b"EACH", b"EACH", b"cAdA", b"cAdA", b"each color alone", b"cada color"),
)


class Texts:
    """The words and lines of one language for displays of one size."""

    def __init__(self, language: int, cells: int) -> None:
        """Choose ENGLISH or SPANISH and the number of cells, 4 to 8."""
        self.is_english = language == ENGLISH
        self.column = (1 if self.is_english else 3) + (0 if cells >= FEW_CELLS else 1)
        self.line_column = 5 if self.is_english else 6

    def word(self, key: str) -> bytes:
        """Return the word of `key` for cells; KeyError for an unknown key."""
        return _row(key)[self.column]

    def line(self, key: str) -> bytes:
        """Return the line of `key` for panels; KeyError for an unknown key."""
        return _row(key)[self.line_column]

    def play_words(self) -> tuple:
        """Return the words that play needs, in the order of `frame.PLAY_WORDS`."""
        return tuple([self.word(key) for key in PLAY_WORDS])


def _row(key: str) -> tuple:
    for row in TEXTS:
        if row[0] == key:
            return row
    from clockcore.manual_texts import MANUAL_TEXTS

    for row in MANUAL_TEXTS:
        if row[0] == key:
            return row
    raise KeyError(key)

"""Every text that the clock itself shows to people, in English and Spanish, in one table.

A word for displays of six cells and one for four, as seven segments can draw them, and a line of
up to 21 Latin-1 characters for panels (an escape is a letter with an accent). Loaded while no side
runs; the words that play needs are copied into the composer (`play_words`). The texts of the
manual set stand in `manual_texts.py`, those of Triple Block in `triple_block_words.py`.
"""

from clockcore.codes import ENGLISH
from clockcore.frame import FEW_CELLS, PLAY_WORDS

# A line a text: key, English words of six and four cells, Spanish words of six and four, English
# line, Spanish line. One object, since a thousand small ones would fill the memory of a device.
TEXTS = b"""
freeze on|Fr on|Fron|Fr SI|FrSI|FREEZE on|CONGELAR s\xed
freeze off|Fr oFF|FroF|Fr no|Frno|FREEZE off|CONGELAR no
freeze auto|Fr Au|FrAu|Fr Au|FrAu|FREEZE automatic|CONGELAR autom\xe1tico
freeze|Fr|Fr|Fr|Fr|FREEZE, on or off|CONGELAR s\xed o no
sound on|bP on|bPon|bP SI|bPSI|SOUND on|SONIDO s\xed
sound off|bP oFF|bPoF|bP no|bPno|SOUND off|SONIDO no
lever|LEUEr|LEUE|PALAnC|PALA|Lever was moved|Palanca movida
white|UHItE|UHIt|bLAnCA|bLAn|White|Blancas
black|bLACk|bLAC|nEGrA|nEGr|Black|Negras
battery low|bAt Lo|bAtL|bAt bA|bAtb|Battery low|Bater\xeda baja
flag|FLAG|FLAG|bAndEr|bAnd|Flag|Bandera
forced on|Cnt on|Cton|JUG SI|JGSI|Next period by moves|Per\xedodo por jugadas
forced off|Cnt oF|CtoF|JUG no|JGno|Next period at zero|Per\xedodo al llegar a 0
counter on|n on|n on|n SI|n SI|Move counter shown|Contador visible
counter off|n oFF|noFF|n no|n no|Move counter hidden|Contador oculto
tenths 10|t 10|t 10|t 10|t 10|Tenths from 10 s|D\xe9cimas desde 10 s
tenths 20|t 20|t 20|t 20|t 20|Tenths from 20 s|D\xe9cimas desde 20 s
tenths off|t oFF|toFF|t no|t no|No tenths|Sin d\xe9cimas
lock open|PC on|PCon|PC SI|PCSI|Open to a computer|Abierto al ordenador
lock closed|PC oFF|PCoF|PC no|PCno|Closed to computers|Cerrado al ordenador
illegal|ILLEG|ILLE|ILEGAL|ILEG|Illegal move|Jugada ilegal
no|no|no|no|no|Not now|Ahora no
done|donE|donE|HECHo|HECH|Done|Hecho
bonus|bonUS|bonU|Adicio|Adic|Bonus time|Tiempo adicional
amount|tinE|tinE|tiEnPo|tiEn|Time, plus or minus|Tiempo, m\xe1s o menos
undo press|UndoPr|UndP|dESHPU|dESP|Undo the last press|Deshacer pulsaci\xf3n
undo correction|UndoCo|UndC|dESHCo|dESC|Undo the correction|Deshacer correcci\xf3n
set|SEt|SEt|AJUStE|AJUS|Set times, moves|Ajustar la partida
control|ContrL|Cont|ritno|rit|Other time control|Otro ritmo de juego
insert|inc 05|in05|inc 05|in05|+5 s a move (III.4)|+5 s por jug. (III.4)
swap|CoLorS|CoLo|CoLorE|CoLo|Swap the colors|Cambiar los colores
clear flag|FLAGno|FLno|bAndno|bAn-|Clear the flag|Quitar la bandera
used|USEd|USEd|USAdo|USAd|Time used|Tiempo usado
class|CLASS|CLAS|CLASE|CLAS|Class of event|Clase de torneo
adjourn|AdJoUr|AdJo|APLAC|APLA|Adjourn|Aplazar
end|End|End|Fin|Fin|End of the game|Fin de la partida
game|boArd|boAr|tAbLEr|tAbL|Which board|Qu\xe9 tablero
all|ALL|ALL|todoS|todo|all boards|todos los tableros
turn|turn|turn|turno|turn|To move|Le toca
left|LEFt|LEFt|IqUiEr|IqUi|left|izquierda
right|riGHt|riGH|dErECH|dErE|right|derecha
both|both|both|LoS 2|LoS2|both|los dos
plus|PLUS|PLUS|SUnAr|SUn|plus|sumar
minus|LESS|LESS|rEStAr|rESt|minus|restar
at zero|At 0|At 0|En 0|En 0|next for both at 0:00|otro al llegar a 0:00
repeat|rEP|rEP|rEP|rEP|Repeated|Se repite
after|AFtEr|AFtE|dESPUE|dESP|bonus after the move|incr. tras la jugada
occupied|FULL|FULL|LLEno|LLEn|Occupied: replace it?|Ocupado: \xbfcambiarlo?
full|FULL|FULL|LLEno|LLEn|No room to keep it|No hay sitio
below zero|to 0|to 0|A 0|A 0|Set the time to 0?|\xbfDejar el tiempo a 0?
locked|A-5-1|A-51|A-5-1|A-51|After move 10: A.5.1|Tras jugada 10: A.5.1
new game|7-3|7-3|7-3|7-3|Before move 10: 7.3|Antes de la 10: 7.3
yes or no|yES|yES|SI|SI|FORWARD yes  BACK no|ADELANTE s\xed ATR\xc1S no
class auto|Auto|Auto|Auto|Auto|by the time control|seg\xfan el ritmo
class standard|Std|Std|Std|Std|standard|est\xe1ndar
class rapid|rAP|rAP|rAP|rAP|rapid|r\xe1pido
class blitz|bL b3|bLb3|bL b3|bLb3|blitz (B.3)|blitz (B.3)
class supervised|bL b2|bLb2|bL b2|bLb2|blitz (B.2)|blitz (B.2)
language|LAnG|LAnG|idiono|idio|Language|Idioma
english|EnGLiS|EnGL|inGLES|inGL|English|English
spanish|ESPAnA|ESPA|ESPAnA|ESPA|Espa\xf1ol|Espa\xf1ol
tell|tELL|tELL|dEcir|dEci|Tones tell the time|Tonos dicen el tiempo
on|on|on|SI|SI|on|s\xed
off|oFF|oFF|no|no|off|no
default time|dEFAUL|dEFA|ESPErA|ESPE|Default time, min|Tiempo de espera, min
white side|UHItE|UHIt|bLAnCA|bLAn|White sits|Lado de las blancas
sound|bEEP|bEEP|Sonido|Soni|Sound|Sonido
counter|CoUnt|Coun|CUEntA|CUEn|Counter while running|Contador en marcha
tenths|tEntHS|tEnt|dECiSE|dECi|Tenths|D\xe9cimas
user|U|U|U|U|User program|Programa de usuario
free|FrEE|FrEE|LibrE|Libr|free: FORWARD sets it|libre: ADELANTE
adjourned|A|A|A|A|Adjourned game|Partida aplazada
keep as|SAUE|SAUE|GUArdA|GUAr|Keep it as|Guardar como
each|EACH|EACH|cAdA|cAdA|each color alone|cada color
"""

# Keys of the methods' names, by their numbers.
METHOD_KEYS = (
    "method none",
    "method fischer",
    "method bronstein",
    "method delay",
    "method hourglass",
    "method gong",
    "method move timer",
    "method byoyomi",
    "method canadian",
    "method upcount",
    "method scrabble",
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


def _row(key: str) -> list:
    """Return the row of a key: key and six texts."""
    start = b"\n" + key.encode() + b"|"
    texts = TEXTS
    place = texts.find(start)
    if place < 0:
        from clockcore.manual_texts import MANUAL_TEXTS

        texts = MANUAL_TEXTS
        place = texts.find(start)
    if place < 0:
        from clockcore.triple_block_words import DAYS_TEXTS

        texts = DAYS_TEXTS
        place = texts.find(start)
    if place < 0:
        raise KeyError(key)
    return texts[place + 1 : texts.find(b"\n", place + 1)].split(b"|")

"""The texts of the manual set, as in `texts.py`, loaded with it alone.

Names of fields of a period ("field ...") have four cells of six, and two of four: side and period
stand before them. What stands on panels only has a word that nobody sees.
"""

MANUAL_TEXTS = b"""
field sides|SidES|SidE|LAdoS|LAdo|Both sides or each|Lados iguales o no
field method|tyPE|ty|tiPo|ti|Method|M\xe9todo
field main|bASE|bA|bASE|bA|Main time  h:mm:ss|Tiempo base  h:mm:ss
field bonus|bonU|bo|incr|in|Bonus a move  mm:ss|Incremento  mm:ss
field delay|dELA|dE|rEtA|rE|Delay a move  mm:ss|Retardo  mm:ss
field block|bLoc|bL|bLoq|bL|Extra time  h:mm:ss|Bloque  h:mm:ss
field block count|PEr|PE|cAdA|cA|Moves a block, 0 hand|Jugadas, 0: a mano
field moments|coun|co|cAnt|cA|Moments, 0: for ever|Plazos, 0: siempre
field next|tHEn|tH|LUEG|LU|What comes next|Qu\xe9 viene luego
field moves|PLAy|PL|JUGA|JU|Moves of this period|Jugadas del per\xedodo
field more|SPEc|SP|otro|ot|Start move and cap|Desde jugada y tope
field from|Fro|Fr|dESd|dS|Bonus from move|Incr. desde jugada
field cap|cAP|cP|toPE|to|Ceiling, 0: none|Tope, 0: ninguno
field timing|bonUS|bonU|incr|incr|When a bonus comes|Cu\xe1ndo se suma
field freeze|FrEESE|FrEE|conGEL|conG|FREEZE at the flag|CONGELAR al caer
method none|PLAin|PLAi|SoLo|SoLo|Main time alone|Solo tiempo base
method fischer|FiScHr|FiSc|FiScHr|FiSc|Fischer: bonus|Fischer: incremento
method bronstein|bronSt|bron|bronSt|bron|Bronstein: given back|Bronstein: devuelve
method delay|dELAy|dELA|rEtArd|rEtA|US delay|Retardo (US)
method hourglass|HourGL|Hour|ArEnA|ArEn|Hourglass|Reloj de arena
method gong|GonG|GonG|GonG|GonG|Gong: turn passes|Gong: pasa el turno
method move timer|turn|turn|turno|trno|Fixed time a move|Tiempo por jugada
method byoyomi|byo-yo|byo|byo-yo|byo|Byo-yomi|Byo-yomi
method canadian|cAnAdA|cAnA|cAnAdA|cAnA|Canadian overtime|Canadiense
method upcount|UP|UP|SubE|SubE|Counts up, no flag|Cuenta hacia arriba
method scrabble|ScrAb|ScrA|ScrAb|ScrA|Scrabble: below 0|Scrabble: bajo 0
next end|End|End|Fin|Fin|End: nothing more|Fin: nada m\xe1s
next count|count|coun|cUEntA|cUEn|Next after the moves|Otro tras las jugadas
next zero|At 0|At 0|En 0|En 0|Next for both at 0:00|Otro al llegar a 0:00
next again count|rEP co|rEPc|rEP cu|rEPc|Repeat after moves|Repetir tras jugadas
next again zero|rEP 0|rEP0|rEP 0|rEP0|Repeat at 0:00|Repetir en 0:00
more no|no|no|no|no|no|no
more yes|yES|yES|Si|Si|yes|s\xed
timing before|bEForE|bEFo|AntES|AntE|Before the move|Antes de la jugada
timing after|AFtEr|AFtr|dESPUE|dESP|After the move|Despu\xe9s de jugada
mark white|U|U|b|b|White|Blancas
mark black|b|b|n|n|Black|Negras
mark both|=|=|=|=|both|los dos
period|PEr|PEr|PEr|PEr|period|per\xedodo
reason zero|no|no|no|no|! above 0, please|! debe ser m\xe1s de 0
reason total|no|no|no|no|! sum above 99:59:59|! suma: m\xe1s de 99 h
reason nothing|no|no|no|no|! adds nothing at 0|! en 0 no a\xf1ade nada
reason moves|no|no|no|no|! moves are missing|! faltan las jugadas
reason from|no|no|no|no|! main 0: from move 1|! base 0: desde la 1
keys change|-|-|-|-|-  +   change|-  +   cambiar
keys move|-|-|-|-|<  >   back, forward|<  >   atr\xe1s, seguir
keys accept|-|-|-|-|PLAY   accept all|PLAY   aceptar todo
keys cancel|-|-|-|-|< 1 s  leave it|< 1 s  dejarlo
"""

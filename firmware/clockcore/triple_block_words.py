"""The texts of a game of Triple Block, as in `texts.py`, loaded for such a game alone."""

DAYS_TEXTS = b"""
days|dAyS|dAyS|dIAS|dIAS|Triple Block: days|Triple Block: d\xedas
days duration|dAyS|dAyS|dIAS|dIAS|Duration in days|Duraci\xf3n en d\xedas
days guaranteed|GUArAn|GUAr|GArAnt|GArA|Guaranteed time|Tiempo garantizado
days team|tEAn|tEAn|EqUIPo|EqUI|Event of teams|Torneo por equipos
days start|StArt|StAr|IniciA|Inic|White's clock starts|Empiezan las blancas
days now|nou|nou|AHorA|AHor|now|ahora
days midnight|0 UtC|0UtC|0 UtC|0UtC|at the next 0:00 UTC|a las 0:00 UTC
days zone hours|UtC h|UtCh|UtC h|UtCh|Zone: hours from UTC|Huso: horas de UTC
days zone minutes|UtC '|UtC'|UtC '|UtC'|Zone: minutes more|Huso: minutos m\xe1s
days bank|bAnc|bAnc|bAnco|bAnc|Bank is not 50 or 75|Banco: ni 50 ni 75
days refuel|FUEL|FUEL|rEPoSt|rEPo|Refuel from the bank|Repostar del banco
days claim|CLAin|CLAi|rECLA|rECL|Claim|Reclamaci\xf3n
days appeal|APPEAL|APPE|APELAC|APEL|Appeal|Apelaci\xf3n
days valid|UALid|UALi|ciErtA|ciEr|It was right|Ten\xeda raz\xf3n
days invalid|inUALd|inUA|FALSA|FALS|It was wrong|No ten\xeda raz\xf3n
days withdrawal|rEtirE|rEti|rEtirA|rEti|Withdrawal accepted|Retirada aceptada
days search left|FindL|FndL|bUSc I|bUSI|Search: left player|Buscar: izquierda
days search right|Findr|Fndr|bUSc d|bUSd|Search: right player|Buscar: derecha
days found left|LEFt 1|Lt 1|HALL I|HALI|Found: left player|Hallado: izquierda
days found right|riGHt1|rt 1|HALL d|HALd|Found: right player|Hallado: derecha
days captain left|CAPt L|CAPL|CAPi I|CAPI|Captain fuels left|Capit\xe1n: izquierda
days captain right|CAPt r|CAPr|CAPi d|CAPd|Captain fuels right|Capit\xe1n: derecha
days stop|StoP|StoP|PArAr|PArA|Stop both clocks|Parar los dos relojes
days go on|Go on|Goon|SEGUir|SEGU|Clocks go on|Siguen los relojes
days accept|dAtE|dAtE|FECHA|FECH|Take the new date|Aceptar la fecha
days zone|UtC|UtC|UtC|UtC|Zone of the dates|Huso de las fechas
days away|AUAy|AUAy|qUitAr|qUit|Put the game away|Quitar la partida
days nothing|no|no|no|no|Full, or bank empty|Lleno, o banco vac\xedo
days turn|no|no|no|no|Not your turn|No es su turno
days stand|StoP|StoP|PArAdo|PArA|Both clocks stand|Relojes parados
days run|no|no|no|no|The clocks run|Los relojes andan
days soon|Soon|Soon|Pronto|Pron|Not started yet|Sin empezar
days ended|End|End|Fin|Fin|The game has ended|La partida acab\xf3
days no time|no dAt|nodA|no FEc|noFE|No date: set clock|Sin fecha: poner
days no event|no|no|no|no|Not in this event|No en este torneo
days no search|no|no|no|no|Nobody is searched|No se busca a nadie
days searching|no|no|no|no|Search is open|Ya se busca
days too late|no|no|no|no|After the end date|Tras la fecha de fin
days damaged|GA Err|GAEr|GA Err|GAEr|Kept game: damaged|Partida da\xf1ada
"""

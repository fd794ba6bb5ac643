# ruff: noqa: E501 (a row is one province, however many spellings it has)
"""The standard board as facts: 75 provinces, 34 centres, seven powers (rules of the game, map of 1976 on).

One row a province, one row a list of neighbours; every border is written from both sides and
`Map.check` compares them. Nothing here is computed at import; `standard_map` reads the rows once.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from judge.kits.board.geography import Map, Power, Province, Terrain

# code | terrain | coasts | centre: home power, or * for a neutral one | full name | other spellings
_PROVINCES = """
ADR | sea   |       |         | Adriatic Sea                 | adriatic
AEG | sea   |       |         | Aegean Sea                   | aegean
ALB | coast |       |         | Albania                      |
ANK | coast |       | TURKEY  | Ankara                       |
APU | coast |       |         | Apulia                       |
ARM | coast |       |         | Armenia                      |
BAL | sea   |       |         | Baltic Sea                   | baltic
BAR | sea   |       |         | Barents Sea                  | barents
BEL | coast |       | *       | Belgium                      |
BER | coast |       | GERMANY | Berlin                       | berl
BLA | sea   |       |         | Black Sea                    | black, bs
BOH | land  |       |         | Bohemia                      |
BOT | sea   |       |         | Gulf of Bothnia              | both, bothnia, gob, gulf of bot, gulfofb
BRE | coast |       | FRANCE  | Brest                        | breast
BUD | land  |       | AUSTRIA | Budapest                     |
BUL | coast | EC SC | *       | Bulgaria                     | bulg
BUR | land  |       |         | Burgundy                     | burg, burgandy
CLY | coast |       |         | Clyde                        |
CON | coast |       | TURKEY  | Constantinople               |
DEN | coast |       | *       | Denmark                      |
EAS | sea   |       |         | Eastern Mediterranean        | eas med, east, eastern, eastern med, easternmed, eastmed, emd, eme, emed, ems
EDI | coast |       | ENGLAND | Edinburgh                    |
ENG | sea   |       |         | English Channel              | channel, ech, eng ch
FIN | coast |       |         | Finland                      |
GAL | land  |       |         | Galicia                      | galacia
GAS | coast |       |         | Gascony                      | gasc
GRE | coast |       | *       | Greece                       |
HEL | sea   |       |         | Helgoland Bight              | helg, helgoland, heligoland, heligoland bight
HOL | coast |       | *       | Holland                      |
ION | sea   |       |         | Ionian Sea                   | ionian
IRI | sea   |       |         | Irish Sea                    | irish, irs
KIE | coast |       | GERMANY | Kiel                         |
LON | coast |       | ENGLAND | London                       |
LVN | coast |       |         | Livonia                      | livo, livon, lva, lvo
LVP | coast |       | ENGLAND | Liverpool                    | livp, lpl
LYO | sea   |       |         | Gulf of Lyon                 | gol, gulf of lyo, gulf of lyons, gulfofl, lyon, lyons
MAO | sea   |       |         | Mid-Atlantic Ocean           | mat, mid, mid atlantic, mid atlantic ocean, mid-atlantic, midatlantic, midatlanticocean
MAR | coast |       | FRANCE  | Marseilles                   | mars
MOS | land  |       | RUSSIA  | Moscow                       |
MUN | land  |       | GERMANY | Munich                       |
NAF | coast |       |         | North Africa                 | n afr, nora, northafrica
NAO | sea   |       |         | North Atlantic Ocean         | nat, north atlantic, northatlantic
NAP | coast |       | ITALY   | Naples                       |
NTH | sea   |       |         | North Sea                    | norsea, northsea, ns, nts
NWG | sea   |       |         | Norwegian Sea                | norg, norwegian, norwegiansea, norwsea, nrg, nwgsea
NWY | coast |       | *       | Norway                       | norw
PAR | land  |       | FRANCE  | Paris                        |
PIC | coast |       |         | Picardy                      |
PIE | coast |       |         | Piedmont                     | pid
POR | coast |       | *       | Portugal                     | port
PRU | coast |       |         | Prussia                      | prus
ROM | coast |       | ITALY   | Rome                         |
RUH | land  |       |         | Ruhr                         |
RUM | coast |       | *       | Rumania                      | romania
SER | land  |       | *       | Serbia                       | serb
SEV | coast |       | RUSSIA  | Sevastopol                   | seva, sevast, sevastapol
SIL | land  |       |         | Silesia                      |
SKA | sea   |       |         | Skagerrak                    | skag, skagerrack, skaggerak
SMY | coast |       | TURKEY  | Smyrna                       |
SPA | coast | NC SC | *       | Spain                        | spn
STP | coast | NC SC | RUSSIA  | St Petersburg                | st pete, st.pete, saint petersburg, st petersberg, st. petersberg, st. petersburg, st.petersburg, stpete, stpetersberg, stpetersburg
SWE | coast |       | *       | Sweden                       |
SYR | coast |       |         | Syria                        |
TRI | coast |       | AUSTRIA | Trieste                      |
TUN | coast |       | *       | Tunis                        |
TUS | coast |       |         | Tuscany                      | tusc
TYR | land  |       |         | Tyrolia                      | trl, tyl, tyo, tyrol
TYS | sea   |       |         | Tyrrhenian Sea               | tyh, tyn, tyrhenian sea, tyrhennian sea, tyrhh, tyrr, tyrrhenian
UKR | land  |       |         | Ukraine                      |
VEN | coast |       | ITALY   | Venice                       |
VIE | land  |       | AUSTRIA | Vienna                       | vien
WAL | coast |       |         | Wales                        |
WAR | land  |       | RUSSIA  | Warsaw                       |
WES | sea   |       |         | Western Mediterranean        | wes med, west, west med, western, western med, westernmed, westmed, wmd, wme, wmed, wms
YOR | coast |       |         | Yorkshire                    | yonkers, york
"""

# spellings that name one coast
_COASTS = """
BUL/EC | bul(ec), bulgaria(ec), bulgaria/ec
BUL/SC | bul(sc), bulgaria(sc), bulgaria/sc
SPA/NC | spa (north coast), spa(nc), spain(nc), spain/nc, spn(nc), spn/nc
SPA/SC | spa (south coast), spa(sc), spa/wc, spain(sc), spain/sc, spn(sc), spn/sc
STP/NC | st. petersburg/nc, stp (north coast), stp(nc), stpete(nc), stpete/nc
STP/SC | st. petersburg/sc, stp (south coast), stp(sc), stpete(sc), stpete/sc
"""

# where an army may walk
_ARMY = """
ALB: GRE SER TRI
ANK: ARM CON SMY
APU: NAP ROM VEN
ARM: ANK SEV SMY SYR
BEL: BUR HOL PIC RUH
BER: KIE MUN PRU SIL
BOH: GAL MUN SIL TYR VIE
BRE: GAS PAR PIC
BUD: GAL RUM SER TRI VIE
BUL: CON GRE RUM SER
BUR: BEL GAS MAR MUN PAR PIC RUH
CLY: EDI LVP
CON: ANK BUL SMY
DEN: KIE SWE
EDI: CLY LVP YOR
FIN: NWY STP SWE
GAL: BOH BUD RUM SIL UKR VIE WAR
GAS: BRE BUR MAR PAR SPA
GRE: ALB BUL SER
HOL: BEL KIE RUH
KIE: BER DEN HOL MUN RUH
LON: WAL YOR
LVN: MOS PRU STP WAR
LVP: CLY EDI WAL YOR
MAR: BUR GAS PIE SPA
MOS: LVN SEV STP UKR WAR
MUN: BER BOH BUR KIE RUH SIL TYR
NAF: TUN
NAP: APU ROM
NWY: FIN STP SWE
PAR: BRE BUR GAS PIC
PIC: BEL BRE BUR PAR
PIE: MAR TUS TYR VEN
POR: SPA
PRU: BER LVN SIL WAR
ROM: APU NAP TUS VEN
RUH: BEL BUR HOL KIE MUN
RUM: BUD BUL GAL SER SEV UKR
SER: ALB BUD BUL GRE RUM TRI
SEV: ARM MOS RUM UKR
SIL: BER BOH GAL MUN PRU WAR
SMY: ANK ARM CON SYR
SPA: GAS MAR POR
STP: FIN LVN MOS NWY
SWE: DEN FIN NWY
SYR: ARM SMY
TRI: ALB BUD SER TYR VEN VIE
TUN: NAF
TUS: PIE ROM VEN
TYR: BOH MUN PIE TRI VEN VIE
UKR: GAL MOS RUM SEV WAR
VEN: APU PIE ROM TRI TUS TYR
VIE: BOH BUD GAL TRI TYR
WAL: LON LVP YOR
WAR: GAL LVN MOS PRU SIL UKR
YOR: EDI LON LVP WAL
"""

# where a fleet may sail, coast by coast
_FLEET = """
ADR: ALB APU ION TRI VEN
AEG: BUL/SC CON EAS GRE ION SMY
ALB: ADR GRE ION TRI
ANK: ARM BLA CON
APU: ADR ION NAP VEN
ARM: ANK BLA SEV
BAL: BER BOT DEN KIE LVN PRU SWE
BAR: NWG NWY STP/NC
BEL: ENG HOL NTH PIC
BER: BAL KIE PRU
BLA: ANK ARM BUL/EC CON RUM SEV
BOT: BAL FIN LVN STP/SC SWE
BRE: ENG GAS MAO PIC
BUL/EC: BLA CON RUM
BUL/SC: AEG CON GRE
CLY: EDI LVP NAO NWG
CON: AEG ANK BLA BUL/EC BUL/SC SMY
DEN: BAL HEL KIE NTH SKA SWE
EAS: AEG ION SMY SYR
EDI: CLY NTH NWG YOR
ENG: BEL BRE IRI LON MAO NTH PIC WAL
FIN: BOT STP/SC SWE
GAS: BRE MAO SPA/NC
GRE: AEG ALB BUL/SC ION
HEL: DEN HOL KIE NTH
HOL: BEL HEL KIE NTH
ION: ADR AEG ALB APU EAS GRE NAP TUN TYS
IRI: ENG LVP MAO NAO WAL
KIE: BAL BER DEN HEL HOL
LON: ENG NTH WAL YOR
LVN: BAL BOT PRU STP/SC
LVP: CLY IRI NAO WAL
LYO: MAR PIE SPA/SC TUS TYS WES
MAO: BRE ENG GAS IRI NAF NAO POR SPA/NC SPA/SC WES
MAR: LYO PIE SPA/SC
NAF: MAO TUN WES
NAO: CLY IRI LVP MAO NWG
NAP: APU ION ROM TYS
NTH: BEL DEN EDI ENG HEL HOL LON NWG NWY SKA YOR
NWG: BAR CLY EDI NAO NTH NWY
NWY: BAR NTH NWG SKA STP/NC SWE
PIC: BEL BRE ENG
PIE: LYO MAR TUS
POR: MAO SPA/NC SPA/SC
PRU: BAL BER LVN
ROM: NAP TUS TYS
RUM: BLA BUL/EC SEV
SEV: ARM BLA RUM
SKA: DEN NTH NWY SWE
SMY: AEG CON EAS SYR
SPA/NC: GAS MAO POR
SPA/SC: LYO MAO MAR POR WES
STP/NC: BAR NWY
STP/SC: BOT FIN LVN
SWE: BAL BOT DEN FIN NWY SKA
SYR: EAS SMY
TRI: ADR ALB VEN
TUN: ION NAF TYS WES
TUS: LYO PIE ROM TYS
TYS: ION LYO NAP ROM TUN TUS WES
VEN: ADR APU TRI
WAL: ENG IRI LON LVP
WES: LYO MAO NAF SPA/SC TUN TYS
YOR: EDI LON NTH
"""

# power | name | adjective | letter | starting units
_POWERS = """
AUSTRIA | Austria | Austrian | A | A BUD, A VIE, F TRI
ENGLAND | England | English  | E | F EDI, F LON, A LVP
FRANCE  | France  | French   | F | F BRE, A MAR, A PAR
GERMANY | Germany | German   | G | F KIE, A BER, A MUN
ITALY   | Italy   | Italian  | I | F NAP, A ROM, A VEN
RUSSIA  | Russia  | Russian  | R | A WAR, A MOS, F SEV, F STP/SC
TURKEY  | Turkey  | Turkish  | T | F ANK, A CON, A SMY
"""

# beginnings that several provinces share: a reader asks, it never guesses
_ASK = {"nor": ("NAF", "NAO", "NTH", "NWG", "NWY"), "liv": ("LVN", "LVP"), "gul": ("BOT", "LYO"), "na": ("NAF", "NAO")}


def _rows(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]


def _neighbours(text: str) -> dict[str, tuple[str, ...]]:
    pairs = (line.split(":") for line in text.strip().splitlines())
    return {place: tuple(others.split()) for place, others in pairs}


def _words(cell: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in cell.split(",") if word.strip())


def _province(row: list[str], coast_spellings: dict[str, tuple[str, ...]]) -> Province:
    code, terrain, coasts, centre, name, spellings = row
    home = centre.strip("*")
    return Province(
        code=code,
        name=name,
        terrain=cast(Terrain, terrain),
        coasts=tuple(coasts.split()),
        centre=bool(centre),
        home=home,
        build="any" if home else "",
        value=1 if centre else 0,
        spellings=_words(spellings),
        coast_spellings={coast: coast_spellings[f"{code}/{coast}"] for coast in coasts.split()},
    )


@lru_cache(maxsize=1)
def standard_map() -> Map:
    """The standard board; the same object every time."""
    coast_spellings = {place: _words(words) for place, words in _rows(_COASTS)}
    provinces = [_province(row, coast_spellings) for row in _rows(_PROVINCES)]
    powers = [
        Power(code, name, adjective, letter, _words(units)) for code, name, adjective, letter, units in _rows(_POWERS)
    ]
    return Map(
        name="standard",
        provinces={province.code: province for province in provinces},
        army=_neighbours(_ARMY),
        fleet=_neighbours(_FLEET),
        powers={power.code: power for power in powers},
        victory_centres=18,
        first_phase="S1901M",
        ask=_ASK,
    )

r"""Numbers and units of siunitx, as it prints them: \SI{1.5e3}{\kilo\gram\per\metre} as 1.5 × 10^3 kg/m."""

from __future__ import annotations

import re
from collections.abc import Sequence

from evidoc.readers.latex._word_lists import pairs

_NUMBER = re.compile(r"\s*([+-]?\s*[\d.,\s]*)(?:\s*(?:\\pm|\+-)\s*([\d.,]+))?(?:\((\d+)\))?\s*(?:[eEdD]\s*([+-]?\d+))?\s*")
_PREFIXES = pairs("""
    yocto:y zepto:z atto:a femto:f pico:p nano:n micro:µ milli:m centi:c deci:d deca:da hecto:h kilo:k mega:M giga:G tera:T
    peta:P exa:E kibi:Ki mebi:Mi gibi:Gi
""")
_UNITS = pairs("""
    metre:m meter:m gram:g kilogram:kg second:s ampere:A kelvin:K mole:mol candela:cd hertz:Hz newton:N pascal:Pa joule:J
    watt:W coulomb:C volt:V farad:F ohm:Ω siemens:S weber:Wb tesla:T henry:H celsius:°C degreeCelsius:°C lumen:lm lux:lx
    becquerel:Bq gray:Gy sievert:Sv katal:kat minute:min hour:h day:d degree:° arcminute:′ arcsecond:″ hectare:ha litre:L
    liter:L tonne:t neper:Np bel:B decibel:dB electronvolt:eV dalton:Da atomicmassunit:u bar:bar angstrom:Å percent:%
    byte:B bit:bit radian:rad steradian:sr nm:nm um:µm mm:mm cm:cm dm:dm m:m km:km ns:ns us:µs ms:ms s:s mg:mg g:g kg:kg
    Hz:Hz kHz:kHz MHz:MHz GHz:GHz N:N kN:kN Pa:Pa kPa:kPa MPa:MPa GPa:GPa J:J kJ:kJ W:W mW:mW kW:kW MW:MW V:V mV:mV kV:kV
    A:A mA:mA K:K mol:mol ml:ml l:l eV:eV keV:keV MeV:MeV GeV:GeV TeV:TeV dB:dB kWh:kWh
""")
_POWERS = {"squared": 2, "cubed": 3, "square": 2, "cubic": 3}


def number_text(number: str, *, is_angle: bool = False) -> str:
    """Give a number as siunitx prints it; digits are kept as written."""
    if is_angle:
        parts = [part.strip() for part in number.split(";")]
        return "".join(f"{part}{sign}" for part, sign in zip(parts, "°′″", strict=False) if part)
    found = _NUMBER.fullmatch(number)
    if found is None or not number.strip():
        return number.strip().replace("\\pm", "±")
    value = "".join(found[1].split()).replace("-", "−")
    spread = f" ± {found[2]}" if found[2] else f"({found[3]})" if found[3] else ""
    power = f" × 10^{found[4].lstrip('+')}" if found[4] else ""
    return f"{value}{spread}{power}".strip(" ×") if value or power else number.strip()


def unit_text(tokens: Sequence[str]) -> str:
    """Give a unit as siunitx prints it: m s^-1."""
    units: list[list[str | int]] = []  # symbol and power
    prefix, power, sign = "", 1, 1
    for token in tokens:
        name = token.removeprefix("\\")
        if name == "per":
            sign = -1
        elif token != name and name in _PREFIXES:
            prefix = _PREFIXES[name]
        elif name in ("square", "cubic"):
            power = _POWERS[name]
        elif name in _POWERS and units:
            units[-1][1] = int(units[-1][1]) * _POWERS[name]
        elif token != name and name in _UNITS:
            units.append([prefix + _UNITS[name], sign * power])
            prefix, power, sign = "", 1, 1
        elif name.strip(" {}~.,"):
            units.append([name.replace(".", " "), 0 if name[0] in "^_/" else sign * power])
            power, sign = 1, 1
    return _joined(units)


def _joined(units: Sequence[Sequence[str | int]]) -> str:
    text = ""
    for symbol, power in units:
        is_apart = bool(text) and power != 0 and text[-1] not in "^/"
        text += (" " if is_apart else "") + str(symbol) + (f"^{power}" if power not in (0, 1) else "")
    return text

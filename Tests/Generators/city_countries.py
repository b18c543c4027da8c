#!/usr/bin/env python3
"""Creates Forms/cities.tsv: the names of cities, each with the code of its country.

    Tests/Generators/city_countries.py

The cities are the first 25,000 of Forms/cities.txt (from GeoNames, CC BY 4.0). If several cities have
the same name, only the first one counts. The codes are those of Forms/countries.tsv (from ISO 3166-1).
"""
import pathlib

FORMS = pathlib.Path(__file__).resolve().parents[2] / "Forms"
MOST = 25_000
# Names of countries that GeoNames spells differently from ISO 3166-1.
OTHER_NAMES = {
    "Democratic Republic of the Congo": "CD", "Turkey": "TR", "Russia": "RU", "Ivory Coast": "CI",
    "Republic of the Congo": "CG", "The Netherlands": "NL", "Kosovo": "XK",
    "Palestinian Territory": "PS", "Reunion": "RE", "Timor Leste": "TL", "Curacao": "CW",
    "Brunei": "BN", "U.S. Virgin Islands": "VI", "Micronesia": "FM", "Aland Islands": "AX",
    "Saint Eustatius and Saba": "BQ", "Sint Maarten": "SX", "British Virgin Islands": "VG",
    "Saint Martin": "MF", "Saint Barthelemy": "BL", "Saint Helena": "SH",
    "Falkland Islands": "FK", "Vatican": "VA", "Cocos Islands": "CC",
}

codes = dict(OTHER_NAMES)
for line in (FORMS / "countries.tsv").read_text("utf-8").splitlines()[1:]:
    code, name = line.split("\t")
    codes[name] = code
listed = set(codes.values()) & {
    line.split("\t")[0] for line in (FORMS / "countries.tsv").read_text("utf-8").splitlines()[1:]
}

lines = ["value\tcountryCode"]
seen = set()
for line in (FORMS / "cities.txt").read_text("utf-8").splitlines():
    name, country = line.rsplit(", ", 1)
    if name in seen:
        continue
    seen.add(name)
    code = codes[country.strip()]
    lines.append(f"{name}\t{code if code in listed else ''}")
    if len(lines) > MOST:
        break
(FORMS / "cities.tsv").write_text("\n".join(lines) + "\n", "utf-8")

"""What stands in a passage's blanks: names, places, dates, amounts."""

from collections.abc import Callable
from random import Random

FIRST_NAMES = (
    "Anna Ben Clara David Emma Felix Grace Henry Ivy Jack Karen Leo Maria Noah Olivia Paul Rosa Sam Tina Victor "
    "Wendy Omar Lucy Peter Nina Hugo Alice Tom Julia Mark Sara Ahmed Mei Ravi Elena Ivan Jonas Petra Lena Oscar "
    "Nora Simon"
).split()
LAST_NAMES = (
    "Smith Jones Brown Miller Wilson Moore Taylor King Wright Hill Green Baker Carter Young Cook Bell Ward Price "
    "Wood Ross Fisher Stone Novak Silva Khan Meyer Rossi Tanaka Dubois Larsen Weber Kowalski Lindgren Costa Murphy"
).split()
CITIES = (
    "London Paris Berlin Rome Madrid Vienna Oslo Dublin Lisbon Prague Athens Cairo Tokyo Delhi Sydney Toronto "
    "Boston Chicago Denver Lima Helsinki Warsaw Zurich Milan Lyon Porto Bergen Leeds Kyoto Quito Hamburg Geneva "
    "Nairobi Seoul"
).split()
MONTHS = "January February March April May June July August September October November December".split()
DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()
GOODS = (
    "books chairs lamps bicycles laptops tickets boxes apples phones shirts cameras tables bottles pens keys maps "
    "paintings flowers tools bags plants blankets umbrellas candles"
).split()
JOBS = (
    "teacher doctor engineer nurse painter baker lawyer pilot farmer writer cook driver dentist singer plumber "
    "gardener carpenter librarian architect electrician"
).split()
PLACES = (
    "the library;the town hall;the main office;the school;the museum;the station;the north gate;room 12;"
    "the old harbour;the sports centre;the garden;the cafe;the market hall;the university;room 204;the theatre"
).split(";")
EVENTS = (
    "meeting concert party workshop exam interview delivery match lecture festival inspection dinner exhibition "
    "ceremony parade course"
).split()
ANIMALS = "dog cat horse parrot rabbit goat donkey hamster turtle pony".split()
PET_NAMES = "Bella Max Luna Rocky Daisy Milo Coco Ruby Toby Misty".split()
MATERIALS = "wood steel glass stone brick concrete copper bronze".split()
BUILDINGS = "bridge tower church theatre castle mill lighthouse villa".split()
COLOURS = "red blue green yellow white black brown grey orange purple".split()
DISHES = "soup pasta salad fish rice stew pizza pancakes curry pie".split()
SPORTS = "football tennis chess hockey basketball rowing cycling swimming golf handball".split()
LANGUAGES = "English French German Spanish Italian Polish Arabic Japanese Dutch Greek".split()


def person(rng: Random) -> str:
    first = rng.choice(FIRST_NAMES)
    return f"{first} {rng.choice(LAST_NAMES)}" if rng.random() < 0.6 else first


def date(rng: Random) -> str:
    day, month = rng.randint(1, 28), rng.choice(MONTHS)
    return f"{day} {month}" if rng.random() < 0.5 else f"{month} {day}"


def clock_time(rng: Random) -> str:
    minutes = rng.choice(["00", "15", "30", "45", "10", "20"])
    if rng.random() < 0.3:
        return f"{rng.randint(0, 23)}:{minutes}"
    return f"{rng.randint(1, 12)}:{minutes} {rng.choice(['am', 'pm'])}"


def phone_number(rng: Random) -> str:
    return f"{rng.randint(100, 999)} {rng.randint(0, 9999):04d}"


def email(rng: Random) -> str:
    return f"{rng.choice(FIRST_NAMES).lower()}@{rng.choice(LAST_NAMES).lower()}.com"


def one_of(values: list[str]) -> Callable[[Random], str]:
    return lambda rng: rng.choice(values)


def number(lowest: int, highest: int) -> Callable[[Random], str]:
    return lambda rng: str(rng.randint(lowest, highest))


# The blanks of templates.txt. A digit after a blank's name asks for another value of the same kind.
SLOTS: dict[str, Callable[[Random], str]] = {
    "person": person, "first": one_of(FIRST_NAMES), "city": one_of(CITIES), "date": date, "time": clock_time,
    "phone": phone_number, "email": email, "goods": one_of(GOODS), "job": one_of(JOBS), "place": one_of(PLACES),
    "event": one_of(EVENTS), "animal": one_of(ANIMALS), "pet": one_of(PET_NAMES), "material": one_of(MATERIALS),
    "building": one_of(BUILDINGS), "colour": one_of(COLOURS), "dish": one_of(DISHES), "sport": one_of(SPORTS),
    "language": one_of(LANGUAGES), "day": one_of(DAYS), "year": number(1850, 2024), "count": number(2, 990),
    "amount": number(2, 4000), "small": number(2, 60), "metres": number(3, 300),
}  # fmt: skip

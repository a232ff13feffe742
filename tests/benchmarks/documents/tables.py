"""The tables of the benchmark "documents": name of the file → [(name of the sheet, [row, …]), …].

Numbers come from a seed, so each table is the same on every computer.
"""
import random


def pick(rng, things):
    return things[int(rng.random() * len(things))]


def between(rng, least, most):
    return least + int(rng.random() * (most - least + 1))


def price_list(rng):
    """What a builders' merchant sells: each article in each of its sizes."""
    articles = {
        "Copper elbow 90°": ("mm", (15, 18, 22, 28)), "Copper tee": ("mm", (15, 22, 28)), "Brass ball valve": ("inch", ("1/2", "3/4", "1")),
        "Steel pipe, galvanised": ("inch", ("1/2", "3/4", "1", "1 1/4")), "PVC drain pipe": ("mm", (40, 50, 75, 110)),
        "Hemp and paste set": ("g", (80, 250)), "Press fitting, straight": ("mm", (15, 18, 22)), "Siphon for wash basin": ("inch", ("1 1/4",)),
        "Underfloor heating pipe, coil": ("m", (120, 240, 500)), "Insulating sleeve, rubber": ("mm", (15, 22, 28)),
        "Expansion vessel": ("l", (12, 18, 35)), "Circulation pump": ("W", (22, 45)), "Thermostatic head": ("type", ("white", "chrome")),
        "Pipe cutter": ("mm", (35,)), "Towel radiator": ("cm", ("50 x 120", "60 x 180")), "Cistern, concealed": ("cm", (82, 112))}
    rows = [["Article no.", "Article", "Size", "Price in EUR", "In stock", "Shelf"]]
    for number, (article, (unit, sizes)) in enumerate(articles.items(), 11):
        least = (2 + 9 * rng.random()) * (14 if number > 20 else 1)
        for step, size in enumerate(sizes, 1):
            price = round(least * step ** 1.3, 2)
            rows.append([f"{number}-{100 * step + between(rng, 0, 99)}", article, f"{size} {unit}", price, between(rng, 0, 180),
                         f"{pick(rng, 'ABCDEF')}{between(rng, 1, 24)}"])
    conditions = [["Condition", "Detail"], ["Delivery", "free from 250 EUR; below that 14.90 EUR by our own lorry"],
                  ["Discount", "3 per cent within eight days, 6 per cent for guild members"],
                  ["Returns", "unopened goods within thirty days, cut pipe never"], ["Minimum order", "25 EUR, otherwise a surcharge of 8 EUR"],
                  ["Opening hours of the collection counter", "Monday to Friday 6:30 to 17:00, Saturday until noon"]]
    return [("Prices 2025", rows), ("Conditions", conditions)]


def staff(rng):
    first = ("Anneke", "Bilal", "Carla", "Dimitri", "Esther", "Faisal", "Greta", "Hamid", "Ilse", "Jorge", "Katya", "Lars", "Mireille",
             "Nnamdi", "Olga", "Pascal", "Quinn", "Rosa", "Stefan", "Thuy", "Ursula", "Viktor", "Wanda", "Xavier", "Yara", "Zoltan")
    last = ("Bakker", "Costa", "Dubois", "Eriksen", "Fontaine", "Grimaldi", "Horvat", "Ivanova", "Jansen", "Kovacs", "Lindgren", "Moreau", "Nagy",
            "Osei", "Petrov", "Quist", "Rossi", "Silva", "Tanaka", "Ueda", "Vargas", "Weber", "Xu", "Yilmaz", "Zielinski", "Abebe")
    duties = ("customs papers", "night dispatch", "van repairs", "payroll", "claims for damage", "fork-lift training", "route planning",
              "purchasing of packaging", "data protection", "works council", "canteen", "press enquiries", "apprentices")
    rows = [["Name", "Duty", "Depot", "Room", "Extension", "Days off"]]
    for i, name in enumerate(first):
        rows.append([f"{name} {last[(i * 7 + 3) % len(last)]}", duties[i % len(duties)], pick(rng, ("Ghent", "Eindhoven", "Antwerp", "Namur")),
                     f"{between(rng, 0, 4)}.{between(rng, 10, 48)}", between(rng, 2000, 7999),
                     pick(rng, ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "every second Friday", "none"))])
    return [("Directory", rows)]


def expenses(rng):
    trips = (("Jun Sakamoto", "Trade fair for cranes, hotel three nights", "Hanover"), ("Jun Sakamoto", "Taxi from the airport at night", "Hanover"),
             ("Amara Diallo", "Train to the customer's acceptance test", "Lyon"), ("Amara Diallo", "Dinner with the harbour master", "Lyon"),
             ("Piet Hoekstra", "Ferry with the van", "Harwich"), ("Piet Hoekstra", "Replacement tyre on the motorway", "Ipswich"),
             ("Lucía Ferrer", "Course in welding inspection, fee", "Bilbao"), ("Lucía Ferrer", "Work boots, lost with the luggage", "Bilbao"),
             ("Jun Sakamoto", "Visa and express stamp", "Hanoi"), ("Jun Sakamoto", "Vaccination against Japanese encephalitis", "Hanoi"),
             ("Amara Diallo", "Interpreter for two days", "Gdańsk"), ("Amara Diallo", "Fine for parking, not refunded", "Gdańsk"),
             ("Piet Hoekstra", "Overnight in the cabin, allowance", "Rotterdam"), ("Piet Hoekstra", "Toll of the Øresund bridge", "Malmö"),
             ("Lucía Ferrer", "Hire of a torque wrench", "Vigo"), ("Lucía Ferrer", "Phone calls from the ship", "Vigo"),
             ("Tove Aasen", "Conference on ropes and chains, ticket", "Aberdeen"), ("Tove Aasen", "Printing of forty handbooks", "Aberdeen"),
             ("Tove Aasen", "Helicopter seat to the platform", "Stavanger"), ("Tove Aasen", "Survival suit, cleaning", "Stavanger"))
    rows = [["Date", "Name", "Purpose", "Place", "Amount in EUR", "Receipt"]]
    for i, (name, purpose, place) in enumerate(trips):
        rows.append([f"2025-{1 + i // 2:02}-{between(rng, 1, 28):02}", name, purpose, place, round(20 + 600 * rng.random() ** 2, 2),
                     f"R-{between(rng, 1000, 9999)}"])
    return [("", rows)]


def buses(rng):
    lines = {"12": ("Main station", "Castle bridge", "Botanical garden", "Children's hospital", "Ice rink", "Dairy", "Oak Hill cemetery"),
             "27": ("Main station", "Brewery lane", "Law courts", "Trade school", "Sewage works", "Airport"),
             "N3": ("Opera", "Fish market", "Shipyard gate 2", "Student village", "Lighthouse")}
    sheets = []
    for line, stops in lines.items():
        rows = [["Stop", "First bus", "Last bus", "Every", "Zone"]]
        minute = between(rng, 0, 20)
        for i, stop in enumerate(stops):
            minute += between(rng, 2, 7)
            first, last = (0, 4) if line == "N3" else (5, 23)
            rows.append([stop, f"{first:02}:{minute % 60:02}", f"{last:02}:{(minute + 7) % 60:02}", "30 minutes" if line == "N3" else "12 minutes",
                         "AB"[i > 3]])
        sheets.append((f"Line {line}", rows))
    return sheets


def plants(_):
    return [("Perennials 2025", [
        ["Plant", "Botanical name", "Height in cm", "Flowers", "Place", "Pot", "Price"],
        ["Lady's mantle", "Alchemilla mollis", 40, "June to July, yellow-green", "half shade", "9 cm", "3.40"],
        ["Japanese anemone", "Anemone hupehensis", 90, "August to October, pink", "half shade", "11 cm", "5.20"],
        ["Bleeding heart", "Lamprocapnos spectabilis", 70, "May, rose and white", "shade", "13 cm", "6.90"],
        ["Globe thistle", "Echinops ritro", 120, "July to September, steel blue", "full sun, dry", "11 cm", "4.80"],
        ["Sea holly", "Eryngium planum", 80, "July, blue", "full sun, sand", "11 cm", "4.80"],
        ["Hart's-tongue fern", "Asplenium scolopendrium", 35, "none", "deep shade, lime", "13 cm", "7.30"],
        ["Christmas rose", "Helleborus niger", 25, "December to March, white", "half shade, lime", "13 cm", "8.50"],
        ["Marsh marigold", "Caltha palustris", 30, "April, golden", "water's edge, to 10 cm deep", "11 cm", "4.10"],
        ["Flowering rush", "Butomus umbellatus", 110, "June, pale pink", "in water, 10 to 30 cm deep", "basket", "6.20"],
        ["House leek", "Sempervivum tectorum", 10, "July, red", "roofs and walls, no soil to speak of", "7 cm", "2.60"],
        ["Red-hot poker", "Kniphofia uvaria", 100, "July to September, orange", "full sun, tie up in winter", "13 cm", "5.90"],
        ["Solomon's seal", "Polygonatum multiflorum", 60, "May, white bells; berries poisonous", "shade under trees", "11 cm", "5.40"],
        ["Masterwort", "Astrantia major", 65, "June to August, silver", "half shade, moist", "11 cm", "5.10"],
        ["Catmint", "Nepeta faassenii", 30, "May to September, lavender blue", "full sun; cut in July for a second bloom", "9 cm", "3.20"],
        ["Giant scabious", "Cephalaria gigantea", 200, "July, pale yellow", "full sun, background", "13 cm", "6.60"],
        ["Barrenwort", "Epimedium pinnatum", 30, "April, sulphur", "dry shade, evergreen", "11 cm", "5.70"]])]


def energy(rng):
    months = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December")
    rows = [["Month", "Building", "Electricity kWh", "Heat kWh", "Water m³", "Remark"]]
    remarks = {("February", "Town hall"): "district heating off for two days", ("June", "Swimming pool"): "leak in the children's basin",
               ("August", "Primary school"): "holidays; solar roof commissioned", ("November", "Library"): "meter exchanged",
               ("April", "Fire station"): "foam exercise", ("October", "Primary school"): "windows renewed"}
    for month in months:
        for building, size in (("Town hall", 3), ("Swimming pool", 9), ("Primary school", 4), ("Library", 2), ("Fire station", 1)):
            rows.append([month, building, between(rng, 900, 1500) * size, between(rng, 300, 5200) * size, between(rng, 8, 60) * size,
                         remarks.get((month, building), "")])
    return [("", rows)]


def stock(rng):
    things = ("Schlossschrauben M8 x 60", "Holzdübel 10 mm", "Scharnier, verzinkt", "Möbelrolle mit Bremse", "Wandhaken, schwarz",
              "Bodenanker für Pfosten", "Kettenöl, biologisch abbaubar", "Schleifpapier Körnung 120", "Silikon, transparent", "Acrylfarbe, taubenblau",
              "Teichfolie, 4 m breit", "Maulwurfsgitter", "Vogelfutter, geschält", "Gummistiefel Größe 44", "Regentonne 300 Liter",
              "Kaminholz, Buche, Raummeter", "Streusalz 25 kg", "Schneeschaufel aus Aluminium", "Lichterkette, 80 Lampen", "Grillkohle 10 kg")
    rows = [["Artikel", "Bestand", "Mindestbestand", "Regal", "Lieferant", "Einkaufspreis"]]
    for thing in things:
        rows.append([thing, between(rng, 0, 240), between(rng, 5, 50), f"{between(rng, 1, 30)}{pick(rng, 'LR')}",
                     pick(rng, ("Hagebrecht", "Nordeisen", "Kötter & Co.", "Waldhof")), f"{2 + 40 * rng.random():.2f} €".replace(".", ",")])
    return [("", rows)]


def chess(rng):
    teams = ("Rook & Roll Leith", "Dunbar Bishops", "Musselburgh", "Kelso Knights", "Peebles Pawns", "Haddington")
    rows = [["Round", "Date", "Home", "Away", "Result", "Venue"]]
    day = 3
    for number in range(1, 6):
        order = [teams[0]] + [teams[1 + (i + number) % 5] for i in range(5)]
        for board in range(3):
            points = between(rng, 0, 12)
            rows.append([number, f"{day} {('October', 'November', 'December', 'January', 'February')[number - 1]}", order[board], order[5 - board],
                         f"{points / 2:g} : {6 - points / 2:g}", pick(rng, ("church hall", "library", "back room of the Thistle", "school"))])
        day += between(rng, 1, 4)
    awards = [["Prize", "Winner", "For"], ["Best game", "Shona Macrae, Dunbar Bishops", "a queen given away on move eleven"],
              ["Best junior", "Callum Iqbal, nine years, Musselburgh", "four points out of five"],
              ["Fair play", "Peebles Pawns", "a clock restarted after a nosebleed"],
              ["Longest game", "Haddington against Kelso Knights", "one hundred and thirty-one moves, five hours and ten minutes"]]
    return [("Fixtures", rows), ("Prizes", awards)]


def all_tables():
    makers = {"price-list-plumbing.xlsx": price_list, "staff-directory.ods": staff, "travel-expenses.csv": expenses, "bus-timetable.xlsx": buses,
              "nursery-perennials.ods": plants, "energy-of-buildings.csv": energy, "inventur-lager.csv": stock, "chess-league.xlsx": chess}
    return {name: make(random.Random(f"table {name}")) for name, make in makers.items()}

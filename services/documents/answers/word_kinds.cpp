#include "services/documents/answers/word_kinds.h"

#include "services/documents/index/search_terms.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace services {

namespace {

using Numbers = std::unordered_map<std::string, std::vector<std::string>>;

// Words by spaces, of which each may have several forms: "day/daily".
constexpr const char* groups[] = {
    "black white red green blue yellow orange brown grey/gray purple violet pink silver gold",
    "schwarz weiß rot grün blau gelb orange braun grau lila rosa",
    "noir blanc rouge vert bleu jaune gris", "negro blanco rojo verde azul amarillo gris",
    "monday tuesday wednesday thursday friday saturday sunday",
    "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "lunes martes miércoles jueves viernes sábado domingo",
    "january february march april may june july august september october november december",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "second minute hour/hourly day/daily week/weekly month/monthly year/yearly/annual/annually",
    "sekunde minute stunde/stündlich tag/täglich woche/wöchentlich monat/monatlich jahr/jährlich",
    "seconde minute heure jour semaine mois année/an", "segundo minuto hora día semana mes año",
    "morning afternoon evening night", "morgen/morgens nachmittag abend/abends nacht/nachts",
    "matin soir nuit", "mañana tarde noche", "spring summer autumn winter",
    "frühling sommer herbst winter", "north south east west", "nord süd ost west", "left right",
    "links rechts", "gauche droite", "izquierda derecha", "upper lower", "upstairs downstairs",
    "up down", "above/over below/under", "first last", "first second third fourth",
    "increase/increased/raise/raised decrease/decreased/cut/reduce/reduced", "present absent",
    "rise/rose/risen fall/fell/fallen", "grow/grew shrink/shrank", "higher lower",
    "more fewer/less", "mehr weniger", "moins plus", "más menos", "most least", "minimum maximum",
    "mindestens höchstens", "open/opened close/closed/shut", "offen/geöffnet geschlossen",
    "ouvert/ouverte fermé/fermée", "abierto/abierta cerrado/cerrada", "lock unlock",
    "enable disable", "start/begin stop/end", "inside outside", "inner outer",
    "accept reject/refuse", "include/included exclude/excluded",
    "erhöht gesenkt gleich/unverändert",
    "allow/allowed/permit/permitted forbid/forbidden/prohibit/prohibited/banned",
    "erlaubt verboten", "autorisé/autorisée interdit/interdite",
    "permitido/permitida prohibido/prohibida", "required/mandatory optional",
    "always sometimes rarely", "import export", "input output", "buy sell", "larger/bigger smaller",
    "longer shorter", "faster slower", "older younger", "earlier later", "hot cold",
    "warm/warmed/heat cool/cooled/cold", "on off", "wet dry", "empty full", "heavy light",
    "same different", "public private", "horizontal vertical",
    "clockwise counterclockwise/counter/anticlockwise", "succeed fail", "win lose", "add remove",
    "male female", "wrong correct", "cheapest dearest", "largest smallest", "highest lowest",
    "oldest youngest", "manual automatic", "internal external", "temporary permanent", "even odd",
    "push pull"};

constexpr const char* denying
    = "excluded absent not no never none neither nor cannot without nothing nobody don't doesn't "
      "didn't isn't "
      "aren't wasn't weren't won't can't couldn't shouldn't mustn't needn't hasn't haven't "
      "wouldn't unable lack lacks lacking forbidden prohibited banned refuses avoid nicht kein "
      "keine keinen keinem keiner keines nie niemals ohne niemand nichts weder verboten "
      "untersagt ne jamais sans aucun aucune ni interdit interdite non nunca sin ningun ninguna "
      "tampoco prohibido prohibida jamas";

constexpr const char* forbidding
    = "excluded absent forbidden prohibited banned verboten untersagt interdit interdite "
      "prohibido prohibida";

constexpr const char* comparing
    = "exceed überschreiten dépasser superar more less fewer later longer smaller larger greater "
      "higher lower older younger earlier "
      "mehr weniger länger später größer kleiner höher plus moins más menos mayor menor";

constexpr const char* beginningClause
    = "but however although whereas while because if when unless aber sondern jedoch während "
      "weil wenn mais car pero sino porque";

constexpr const char* sayingLittle
    = "under over between since until during within after before against through near here there "
      "now each every both such only even still mr mrs ms dr herr frau madame monsieur señor "
      "señora manual guide handbook agreement contract letter report article section chapter page "
      "anything everything something everyone according document passage text source says states "
      "stated mentions mentioned describes "
      "described specifies specified explains indicates notes provided information "
      "approximately roughly around also additionally furthermore however therefore laut "
      "abschnitt quelle angegeben beschrieben etwa ungefähr außerdem selon environ également "
      "según documento aproximadamente también";

// Word and number, in turn.
constexpr const char* numberWords
    = "zero 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 "
      "twelve 12 thirteen 13 fourteen 14 fifteen 15 sixteen 16 seventeen 17 eighteen 18 "
      "nineteen 19 twenty 20 thirty 30 forty 40 fifty 50 sixty 60 seventy 70 eighty 80 ninety "
      "90 hundred 100 thousand 1000 zwei 2 drei 3 vier 4 fünf 5 sechs 6 sieben 7 acht 8 neun 9 "
      "zehn 10 elf 11 zwölf 12 dreizehn 13 vierzehn 14 fünfzehn 15 sechzehn 16 siebzehn 17 "
      "achtzehn 18 neunzehn 19 zwanzig 20 dreißig 30 vierzig 40 fünfzig 50 sechzig 60 siebzig "
      "70 achtzig 80 neunzig 90 hundert 100 tausend 1000 deux 2 trois 3 quatre 4 cinq 5 sept 7 "
      "huit 8 neuf 9 dix 10 onze 11 douze 12 treize 13 quatorze 14 quinze 15 vingt 20 "
      "trente 30 quarante 40 cinquante 50 soixante 60 mille 1000 dos 2 tres 3 cuatro 4 "
      "cinco 5 seis 6 siete 7 ocho 8 nueve 9 diez 10 doce 12 trece 13 catorce 14 quince "
      "15 veinte 20 treinta 30 cuarenta 40 cincuenta 50 sesenta 60 cien 100 mil 1000";

constexpr const char* meantNumbers
    = "january/1 february/2 march/3 april/4 may/5 june/6 july/7 august/8 september/9 october/10 "
      "november/11 december/12 januar/1 februar/2 märz/3 mai/5 juni/6 juli/7 oktober/10 "
      "dezember/12 janvier/1 février/2 mars/3 avril/4 juin/6 juillet/7 août/8 septembre/9 "
      "octobre/10 novembre/11 décembre/12 enero/1 febrero/2 marzo/3 abril/4 mayo/5 junio/6 "
      "julio/7 agosto/8 septiembre/9 octubre/10 noviembre/11 diciembre/12 quarter/25/4 "
      "half/50/30/2 third/33/3 fifth/20/5 tenth/10 twice/2 double/2 both/2 first/1 second/2 "
      "fourth/4 sixth/6 dozen/12 hälfte/50/2 viertel/25/4 drittel/33/3 doppelt/2 zweimal/2 "
      "beide/2 moitié/50/2 mitad/50/2 fortnight/14/2 once/1 einmal/1 single/1 midnight/0/12/24 "
      "noon/12 mittag/12 mitternacht/0/24 one/1 ein/1 eine/1 un/1 une/1 una/1 uno/1 a/1 an/1";

// Units and the other forms of each.
constexpr const char* units[] = {
    "£ gbp pound",
    "€ eur euro",
    "$ usd dollar",
    "% percent prozent",
    "mm millimeter millimetre",
    "cm centimeter centimetre",
    "m meter metre",
    "km kilometer kilometre",
    "g gram gramm gramme",
    "kg kilogram kilogramm kilo",
    "mg milligram",
    "l liter litre",
    "ml milliliter millilitre",
    "° grad grado degré degree",
    "h hr hour",
    "min minute",
    "s sec second",
    "w watt",
    "v volt",
    "kwh",
};

std::unordered_set<std::string> setOf(const char* words)
{
    std::unordered_set<std::string> set;
    for (std::string& each : searchTermsOf(words, TermsOf::Question))
        set.insert(std::move(each));
    return set;
}

std::vector<std::string_view> split(std::string_view text, char by)
{
    std::vector<std::string_view> parts;
    for (size_t from = 0; from <= text.size();) {
        const size_t to = std::min(text.find(by, from), text.size());
        parts.push_back(text.substr(from, to - from));
        from = to + 1;
    }
    return parts;
}

// The position of a word in a group.
struct Member {
    int group = 0, item = 0;
};

std::unordered_multimap<std::string, Member> groupMembers()
{
    std::unordered_multimap<std::string, Member> members;
    for (int group = 0; group < int(std::size(groups)); ++group) {
        const auto items = split(groups[group], ' ');
        for (int item = 0; item < int(items.size()); ++item)
            for (const std::string_view form : split(items[size_t(item)], '/'))
                for (const std::string& term : searchTermsOf(form, TermsOf::Question))
                    for (const char* ending : {"", "e", "en", "er", "es"}) // of German
                        members.emplace(term + ending, Member{group, item});
    }
    return members;
}

std::unordered_map<std::string, int> numbersByWord()
{
    std::unordered_map<std::string, int> numbers;
    const auto words = split(numberWords, ' ');
    for (size_t word = 0; word + 1 < words.size(); word += 2)
        for (std::string& term : searchTermsOf(words[word], TermsOf::Question))
            numbers.emplace(std::move(term), std::stoi(std::string(words[word + 1])));
    return numbers;
}

Numbers meantByWord()
{
    Numbers numbers;
    for (const std::string_view entry : split(meantNumbers, ' ')) {
        const auto parts = split(entry, '/');
        for (const std::string& term : searchTermsOf(parts.front(), TermsOf::Question))
            numbers[term].assign(parts.begin() + 1, parts.end());
    }
    return numbers;
}

// Signs have no terms.
std::string comparedForm(std::string_view word)
{
    const auto terms = searchTermsOf(word, TermsOf::Question);
    return terms.empty() ? std::string(word) : terms.front();
}

std::unordered_map<std::string, std::string> unitsByForm()
{
    std::unordered_map<std::string, std::string> byForm;
    for (const char* unit : units) {
        const auto forms = split(unit, ' ');
        for (const std::string_view form : forms)
            byForm[comparedForm(form)] = comparedForm(forms.back());
    }
    return byForm;
}

} // namespace

bool isDenying(const std::string& term)
{
    static const auto terms = setOf(denying);
    return terms.contains(term);
}

bool forbids(const std::string& term)
{
    static const auto terms = setOf(forbidding);
    return terms.contains(term);
}

bool deniesItself(const std::string& term)
{
    const auto begins = [&term](const char* prefix) { return term.starts_with(prefix); };
    const bool isOther = begins("unde") || begins("unt") || begins("uni") || begins("unl");
    return (begins("un") && term.size() > 5 && !isOther) || begins("imposs") || begins("nonex");
}

bool isComparing(const std::string& term)
{
    static const auto terms = setOf(comparing);
    return terms.contains(term);
}

bool supposes(const std::string& term)
{
    static const auto terms = setOf("would würde würden");
    return terms.contains(term);
}

bool beginsClause(const std::string& term)
{
    static const auto terms = setOf(beginningClause);
    return terms.contains(term);
}

std::optional<int> numberOf(const std::string& term)
{
    static const auto numbers = numbersByWord();
    const auto found = numbers.find(term);
    return found == numbers.end() ? std::nullopt : std::optional(found->second);
}

const std::vector<std::string>& numbersMeantBy(const std::string& term)
{
    static const Numbers numbers = meantByWord();
    static const std::vector<std::string> none;
    const auto found = numbers.find(term);
    return found == numbers.end() ? none : found->second;
}

std::string unitOf(const std::string& term)
{
    static const auto byForm = unitsByForm();
    const auto found = byForm.find(term);
    return found == byForm.end() ? std::string() : found->second;
}

bool excludes(const std::string& one, const std::string& other)
{
    static const auto members = groupMembers();
    const auto [from, to] = members.equal_range(one);
    const auto [otherFrom, otherTo] = members.equal_range(other);
    bool isSameGroup = false;
    for (auto each = from; each != to; ++each)
        for (auto against = otherFrom; against != otherTo; ++against) {
            if (each->second.group != against->second.group)
                continue;
            if (each->second.item == against->second.item)
                return false;
            isSameGroup = true;
        }
    return isSameGroup;
}

int orderOf(const std::string& term)
{
    static const auto befores = setOf("before bevor vor avant antes"),
                      afters = setOf("after nachdem nach après después");
    return befores.contains(term) ? -1 : (afters.contains(term) ? 1 : 0);
}

bool isTemperatureScale(const std::string& term, const std::string& before)
{
    static const std::string degree = unitOf("°");
    return (term == "c" || term == "f") && before == degree;
}

bool saysLittle(const std::string& term)
{
    static const auto terms = setOf(sayingLittle);
    return terms.contains(term);
}

} // namespace services

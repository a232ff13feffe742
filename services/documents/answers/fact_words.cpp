#include "services/documents/answers/fact_words.h"

#include <algorithm>
#include <cstring>
#include <sstream>
#include <unordered_map>

namespace services {

static std::istream& operator>>(std::istream& words, Unit& unit)
{
    return words >> unit.dimension >> unit.factor;
}

namespace {

constexpr size_t maxNumeral = 60; // bytes of one in a word

// Lists of words and what each stands for, in turn; folded (see toFolded).
template <typename Value>
std::unordered_map<std::string, Value> readTable(const char* table)
{
    std::unordered_map<std::string, Value> values;
    std::istringstream words(table);
    std::string word;
    for (Value value; words >> word >> value;)
        values.emplace(word, value);
    return values;
}

} // namespace

bool isIn(std::string_view word, const char* list)
{
    return (' ' + std::string(list) + ' ').find(' ' + std::string(word) + ' ') != std::string::npos;
}

std::optional<double> findNumeral(const std::string& word)
{
    static const auto table = readTable<double>(
        "zero 0 one 1 two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 "
        "twelve 12 thirteen 13 fourteen 14 fifteen 15 sixteen 16 seventeen 17 eighteen 18 "
        "nineteen 19 twenty 20 thirty 30 forty 40 fifty 50 sixty 60 seventy 70 eighty 80 ninety 90 "
        "hundred 100 thousand 1000 million 1000000 billion 1000000000 dozen 12 "
        "null 0 ein 1 eins 1 eine 1 einen 1 einem 1 einer 1 zwei 2 zwo 2 drei 3 vier 4 funf 5 "
        "sechs 6 sieben 7 acht 8 neun 9 zehn 10 elf 11 zwolf 12 sechzehn 16 siebzehn 17 "
        "zwanzig 20 dreissig 30 vierzig 40 funfzig 50 sechzig 60 siebzig 70 achtzig 80 neunzig 90 "
        "hundert 100 tausend 1000 millionen 1000000 mio 1000000 milliarde 1000000000 "
        "milliarden 1000000000 mrd 1000000000 dutzend 12 "
        "un 1 une 1 deux 2 trois 3 quatre 4 cinq 5 sept 7 huit 8 neuf 9 dix 10 onze 11 douze 12 "
        "treize 13 quatorze 14 quinze 15 seize 16 vingt 20 vingts 20 trente 30 quarante 40 "
        "cinquante 50 soixante 60 cent 100 cents 100 mille 1000 millions 1000000 douzaine 12 "
        "milliard 1000000000 milliards 1000000000 cero 0 una 1 uno 1 dos 2 tres 3 cuatro 4 cinco 5 "
        "seis 6 siete 7 ocho 8 nueve 9 diez 10 once 11 doce 12 trece 13 catorce 14 dieciseis 16 "
        "diecisiete 17 dieciocho 18 diecinueve 19 veinte 20 veintiuno 21 veintidos 22 treinta 30 "
        "cuarenta 40 cincuenta 50 sesenta 60 setenta 70 ochenta 80 noventa 90 cien 100 ciento 100 "
        "doscientos 200 doscientas 200 trescientos 300 quinientos 500 mil 1000 millon 1000000 "
        "millones 1000000 docena 12 docenas 12 douzaines 12");
    const auto found = table.find(word);
    if (found != table.end())
        return found->second;
    // German joins them: "zweihundertvierundzwanzig".
    for (const auto& [joint, factor] :
        {std::pair("tausend", 1000.0), std::pair("hundert", 100.0), std::pair("und", 0.0)}) {
        const size_t at = word.find(joint);
        if (at == std::string::npos || word.size() < 6 || word.size() > maxNumeral)
            continue;
        const std::string before = word.substr(0, at), after = word.substr(at + strlen(joint));
        const auto first = before.empty() && factor > 0 ? 1 : findNumeral(before);
        if (!first)
            continue;
        const auto second = after.empty() && factor > 0 ? 0 : findNumeral(after);
        if (second)
            return factor > 0 ? *first * factor + *second : *first + *second;
    }
    if (word.size() > 6 && word.ends_with("zehn"))
        if (const auto units = findNumeral(word.substr(0, word.size() - 4)); units && *units < 10)
            return *units + 10;
    return std::nullopt;
}

std::optional<double> findChineseNumeral(std::string_view signs)
{
    constexpr std::string_view digits = "零一二三四五六七八九", powers = "十百千万亿";
    double total = 0, section = 0, digit = -1;
    bool isBehindDigit = false;
    for (; signs.size() >= 3; signs.remove_prefix(3)) {
        const std::string_view each = signs.substr(0, 3);
        const std::string_view sign = each == "两" ? "二" : each == "〇" ? "零" : each;
        const size_t value = digits.find(sign), power = powers.find(sign);
        if (value == std::string_view::npos && power == std::string_view::npos)
            return std::nullopt;
        if (value != std::string_view::npos) {
            digit = (isBehindDigit ? digit * 10 : 0) + double(value / 3);
        } else if (power <= 6) {
            section += (digit < 0 ? 1 : digit) * (power == 0 ? 10 : power == 3 ? 100 : 1000);
            digit = -1;
        } else {
            total += (section + std::max(digit, 0.0)) * (power == 9 ? 1e4 : 1e8);
            section = 0;
            digit = -1;
        }
        isBehindDigit = value != std::string_view::npos;
    }
    return total + section + std::max(digit, 0.0);
}

std::optional<std::vector<double>> findVagueNumbers(const std::string& word)
{
    static const auto table = readTable<std::string>(
        "half .5/50/30/2 halves .5/50 quarter .25/25/15/4/3 quarters .25/25 third "
        ".333333333333/33.3333333333/3 "
        "thirds .333333333333/33.3333333333 fifth .2/20/5 fifths .2/20 tenth .1/10 tenths .1/10 "
        "twice 2 "
        "double 2 doubled 2/100 doubles 2/100 triple 3 tripled 3/200 both 2 couple 2 pair 2 first "
        "1 second 2 fourth 4 "
        "sixth 6 seventh 7 eighth 8 ninth 9 eleventh 11 twelfth 12 fortnight 14/2 decade 10 "
        "century 100 once 1 single 1 midnight 0/12/24 noon 12 overnight 1 quarterly 4/3 biweekly 2 "
        "halbe .5/50 halb .5/30 "
        "halfte .5/50/2 viertel .25/25/15/4 drittel .333333333333/33.3333333333/3 doppelt 2 "
        "doppelte 2 "
        "zweimal 2 dreimal 3 verdoppelt 2/100 beide 2 beiden 2 anderthalb 1.5 mittag 12 "
        "mitternacht 0/24 "
        "erste 1 ersten 1 zweite 2 zweiten 2 dritte 3 dritten 3 vierte 4 vierten 4 "
        "moitie .5/50/2 tiers .333333333333/33.3333333333/3 quart .25/25/15 double 2 doble 2 mitad "
        ".5/50/2 "
        "tercio .333333333333/33.3333333333 cuarto .25/25/4 medio .5/30 media .5/30 premier 1 "
        "primera 1 "
        "primero 1 segundo 2 segunda 2 tercera 3 tercer 3 midi 12 minuit 0/24 quincena 15/14 "
        "半 .5/50/30 倍 2 双 2");
    const auto found = table.find(word);
    if (found == table.end())
        return std::nullopt;
    std::vector<double> values;
    std::istringstream parts(found->second);
    for (std::string part; std::getline(parts, part, '/');)
        values.push_back(std::stod(part));
    return values;
}

std::optional<Unit> findUnit(const std::string& word)
{
    static const auto table = readTable<Unit>(
        "% % 1 percent % 1 prozent % 1 percentage % 1 mm l .001 millimeter l .001 millimetre l "
        ".001 "
        "cm l .01 centimeter l .01 centimetre l .01 zentimeter l .01 m l 1 meter l 1 metre l 1 "
        "metro l 1 "
        "km l 1000 kilometer l 1000 kilometre l 1000 kilometro l 1000 inch l .0254 inche l .0254 "
        "ft l .3048 foot l .3048 feet l .3048 yard l .9144 mile l 1609.344 mi l 1609.344 "
        "mg w .001 milligram w .001 milligramm w .001 g w 1 gram w 1 gramm w 1 gramme w 1 gramo w "
        "1 kg w 1000 "
        "kilogram w 1000 kilogramm w 1000 kilo w 1000 kilogramo w 1000 t w 1000000 tonne w 1000000 "
        "ton w 1000000 "
        "tonnen w 1000000 oz w 28.3495 ounce w 28.3495 lb w 453.592 lbs w 453.592 "
        "ml v .001 milliliter v .001 millilitre v .001 cl v .01 dl v .1 l v 1 liter v 1 litre v 1 "
        "litro v 1 "
        "gallon v 3.78541 pint v .473176 s t 1 sec t 1 second t 1 sekunde t 1 seconde t 1 "
        "min t 60 minute t 60 minuto t 60 h t 3600 hr t 3600 hour t 3600 stunde t 3600 heure t "
        "3600 hora t 3600 "
        "day t 86400 tag t 86400 tage t 86400 jour t 86400 dia t 86400 week t 604800 woche t "
        "604800 "
        "semaine t 604800 semana t 604800 month t 2629800 monat t 2629800 monate t 2629800 moi t "
        "2629800 mese t 2629800 mois t 2629800 meses t 2629800 "
        "mes t 2629800 year t 31557600 jahr t 31557600 jahre t 31557600 an t 31557600 annee t "
        "31557600 "
        "ano t 31557600 decade t 315576000 trimestre t 7889400 quartal t 7889400 quarterly t "
        "7889400 monthly t 2629800 weekly t 604800 yearly t 31557600 annual t 31557600 annually t "
        "31557600 monatlich t 2629800 jahrlich t 31557600 wochentlich t 604800 c c 1 celsius c 1 f "
        "c 2 fahrenheit c 2 "
        "ha a 10000 hectare a 10000 hektar a 10000 acre a 4046.86 m2 a 1 km2 a 1000000 sqm a 1 "
        "w p 1 watt p 1 kw p 1000 kilowatt p 1000 mw p 1000000 wh e 1 kwh e 1000 mwh e 1000000 "
        "kb b 1 mb b 1000 gb b 1000000 tb b 1000000000 mph s 1.609344 "
        "€ E 1 eur E 1 euro E 1 cent E .01 centime E .01 centimo E .01 $ D 1 usd D 1 dollar D 1 £ "
        "P 1 gbp P 1 pound P 1 "
        "秒 t 1 分钟 t 60 小时 t 3600 天 t 86400 周 t 604800 星期 t 604800 个月 t 2629800 年 t "
        "31557600 "
        "公里 l 1000 千米 l 1000 米 l 1 厘米 l .01 公斤 w 1000 千克 w 1000 克 w 1 元 Y 1 升 v 1");
    for (const char* ending : {"", "s", "n", "en", "es"}) // of the plural
        if (word.size() > strlen(ending) + (*ending ? 2 : 0) && word.ends_with(ending))
            if (const auto found = table.find(word.substr(0, word.size() - strlen(ending)));
                found != table.end())
                return found->second;
    return std::nullopt;
}

int findMonth(const std::string& word)
{
    static const auto table = readTable<int>(
        "january 1 february 2 march 3 april 4 may 5 june 6 july 7 august 8 september 9 october 10 "
        "november 11 december 12 jan 1 feb 2 apr 4 jun 6 jul 7 aug 8 sep 9 sept 9 oct 10 nov 11 "
        "dec 12 januar 1 janner 1 februar 2 marz 3 mai 5 juni 6 juli 7 oktober 10 okt 10 dezember "
        "12 dez 12 "
        "janvier 1 fevrier 2 mars 3 avril 4 juin 6 juillet 7 aout 8 septembre 9 octobre 10 "
        "novembre 11 decembre 12 enero 1 febrero 2 marzo 3 abril 4 mayo 5 junio 6 julio 7 agosto 8 "
        "septiembre 9 octubre 10 noviembre 11 diciembre 12");
    const auto found = table.find(word);
    return found == table.end() ? 0 : found->second;
}

int findWeekday(const std::string& word)
{
    static const auto table = readTable<int>(
        "monday 1 tuesday 2 wednesday 3 thursday 4 friday 5 saturday 6 sunday 7 montag 1 "
        "dienstag 2 mittwoch 3 donnerstag 4 freitag 5 samstag 6 sonnabend 6 sonntag 7 lundi 1 "
        "mardi 2 "
        "mercredi 3 jeudi 4 vendredi 5 samedi 6 dimanche 7 lunes 1 martes 2 miercoles 3 jueves 4 "
        "viernes 5 sabado 6 sabados 6 domingo 7 domingos 7 tue 2 tues 2 wed 3 thu 4 thurs 4 fri 5 "
        "weekend 6");
    auto found = table.find(word);
    if (found == table.end() && word.ends_with('s'))
        found = table.find(word.substr(0, word.size() - 1));
    return found == table.end() ? 0 : found->second;
}

bool makesApproximate(const std::string& word)
{
    return isIn(word,
        "about approximately approx roughly around nearly almost some over under than circa ca ~ ≈ "
        "< > "
        "etwa rund knapp fast ungefahr gut uber environ pres quasi plus moins unos unas casi "
        "aproximadamente mas 约 近 超");
}

} // namespace services

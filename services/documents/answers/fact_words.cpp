#include "services/documents/answers/fact_words.h"

#include <QLocale>
#include <QStringTokenizer>

#include <algorithm>
#include <functional>

namespace services {

namespace {

// Reads rows "value word word …;".
WordTable readTable(const char* rows)
{
    WordTable table;
    for (const QString& row : QString::fromUtf8(rows).split(u';')) {
        const QStringList words = row.simplified().split(u' ');
        for (const QString& word : words.mid(1))
            table.insert(word, words.first());
    }
    return table;
}

// What the languages call the months or the days of the week, by their numbers from 1.
WordTable readNames(int count, std::initializer_list<QLocale::Language> languages,
    const std::function<QStringList(QLocale, int)>& names)
{
    WordTable table;
    for (const auto language : languages)
        for (int number = 1; number <= count; ++number)
            for (QString name : names(QLocale(language), number)) {
                name = name.normalized(QString::NormalizationForm_KD).toLower();
                name.replace(u"ł"_qs, u"l"_qs);
                name.removeIf([](QChar each) { return !each.isLetter(); });
                table.insert(name, QString::number(number));
            }
    return table;
}

constexpr auto allLanguages = {QLocale::English, QLocale::German, QLocale::French, QLocale::Spanish,
    QLocale::Italian, QLocale::Portuguese, QLocale::Dutch, QLocale::Swedish, QLocale::Polish};

QRegularExpression pattern(const QString& text)
{
    return QRegularExpression(text,
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption
            | QRegularExpression::MultilineOption);
}

} // namespace

QString anyOf(const WordTable& table)
{
    QStringList words = table.keys();
    std::ranges::sort(words, std::ranges::greater(), &QString::size);
    for (QString& word : words)
        word = QRegularExpression::escape(word);
    return u"(?:"_qs + words.join(u'|') + u')';
}

FactWords::FactWords()
{
    numerals = readTable(R"(
        0 zero null cero nul noll; 1 one ein eins eine einen einem einer un una une uno ett; 2
        two zwei zwo deux dos due dois duas twee tva dwa dwie dwoch dwoje dwojga; 3 three drei trois
        tres tre drie trzy trzech troje; 4 four vier quatre cuatro quattro quatro fyra cztery
        czterech; 5 five funf cinq cinco cinque vijf fem piec pieciu; 6 six sechs seis sei zes sex
        szesc szesciu; 7 seven sieben sept siete sette sete zeven sju siedem siedmiu; 8 eight acht
        huit ocho otto oito atta osiem osmiu; 9 nine neun neuf nueve nove negen nio dziewiec
        dziewieciu; 10 ten zehn dix diez dieci dez tien tio dziesiec dziesieciu; 11 eleven elf onze
        once undici elva jedenascie jedenastu; 12 twelve zwolf douze doce dodici doze twaalf tolv
        dwanascie dwunastu dozen dozens dutzend douzaine douzaines docena docenas dozzina dozzine
        duzia duzias dozijn dussin tuzin tuziny; 13 thirteen dreizehn treize trece tredici treze
        dertien tretton trzynascie trzynastu; 14 fourteen vierzehn quatorze catorce quattordici
        catorze veertien fjorton czternascie czternastu; 15 fifteen funfzehn quinze quince quindici
        vijftien femton pietnascie pietnastu; 16 sixteen sechzehn seize dieciseis sedici dezasseis
        dezesseis zestien sexton szesnascie szesnastu; 17 seventeen siebzehn diecisiete diciassette
        dezassete dezessete zeventien sjutton siedemnascie siedemnastu; 18 eighteen achtzehn
        dieciocho diciotto dezoito achttien arton osiemnascie osiemnastu; 19 nineteen neunzehn
        diecinueve diciannove dezanove dezenove negentien nitton dziewietnascie dziewietnastu; 20
        twenty zwanzig vingt vingts veinte venti vinte twintig tjugo dwadziescia dwudziestu; 21
        veintiuno veintiun; 22 veintidos; 23 veintitres; 24 veinticuatro; 25 veinticinco; 26
        veintiseis; 27 veintisiete; 28 veintiocho; 29 veintinueve; 30 thirty dreissig trente treinta
        trenta trinta dertig trettio trzydziesci trzydziestu; 40 forty vierzig quarante cuarenta
        quaranta quarenta veertig fyrtio czterdziesci czterdziestu; 50 fifty funfzig cinquante
        cincuenta cinquanta cinquenta vijftig femtio piecdziesiat piecdziesieciu; 60 sixty sechzig
        soixante sesenta sessanta sessenta zestig sextio szescdziesiat szescdziesieciu; 70 seventy
        siebzig septante setenta settanta zeventig sjuttio siedemdziesiat siedemdziesieciu; 80
        eighty achtzig ochenta ottanta oitenta tachtig attio osiemdziesiat osiemdziesieciu; 90
        ninety neunzig nonante noventa novanta negentig nittio dziewiecdziesiat dziewiecdziesieciu;
        100 hundred hundert cent cents cien ciento cento cem honderd hundra sto stu; 200 doscientos
        doscientas duzentos duzentas dwiescie dwustu; 300 trescientos trescientas trezentos
        trezentas trzysta trzystu; 400 cuatrocientos cuatrocientas quatrocentos quatrocentas
        czterysta; 500 quinientos quinientas quinhentos quinhentas piecset; 600 seiscientos
        seiscientas seiscentos seiscentas szescset; 700 setecientos setecientas setecentos
        setecentas siedemset; 800 ochocientos ochocientas oitocentos oitocentas osiemset; 900
        novecientos novecientas novecentos novecentas dziewiecset; 1000 thousand tausend mille mil
        mila duizend tusen tysiac tysiace tysiecy; 1e6 million millions millionen mio millon millones
        milione milioni milhao milhoes miljoen miljon miljoner milion miliony milionow; 1e9 billion
        milliarde milliarden mrd milliard milliards miliardo miliardi bilhao bilhoes miljard
        miljarder miliard miliardy miliardow)");

    numerals.insert(readTable(R"(
        1 jeden jedna jedno; 2 dva dve dvou dvema; 3 tri trech; 4 ctyri ctyr; 5 pet peti; 6 sest sesti;
        7 sedm sedmi; 8 osm osmi; 9 devet deviti; 10 deset deseti; 11 jedenact; 12 dvanact tucet; 13
        trinact; 14 ctrnact; 15 patnact; 16 sestnact; 17 sedmnact; 18 osmnact; 19 devatenact; 20 dvacet;
        30 tricet; 40 ctyricet; 50 padesat; 60 sedesat; 70 sedmdesat; 80 osmdesat; 90 devadesat; 200
        dveste; 300 trista; 400 ctyrista; 500 petset; 1000 tisic tisice; 1e6 milionu; 1e9 miliarda
        miliardu)"));

    ordinals = readTable(R"(
        1 first premier premiere unieme primero primera primeiro primeira forsta pierwszy pierwsza; 2
        second deuxieme segundo segunda andra drugi druga; 3 third troisieme tercero tercera terceiro
        terceira tredje trzeci trzecia; 4 fourth quatrieme cuarto cuarta quarto quarta fjarde czwarty
        czwarta; 5 fifth cinquieme quinto quinta femte piaty piata; 6 sixth sixieme sexto sexta sjatte
        szosty szosta; 7 seventh septieme septimo septima setimo setima sjunde siodmy siodma; 8 eighth
        huitieme octavo octava oitavo oitava attonde osmy osma; 9 ninth neuvieme noveno novena nono nona
        nionde dziewiaty dziewiata)");

    loose = readTable(R"(
        0.5 half halves halbe halber halbes halb halben halfte moitie demi demie mitad medio media
        meta mezzo mezza metade meio meia helft halve halv halva halvt halften pol polowa polowe
        polowy; 0.333333333333 third thirds drittel dritte dritten dritter tiers troisieme tercio
        tercios tercero tercer tercera terzo terzi terza terco tercos terceiro terceira derde derden
        tredjedel tredjedelar trzecia trzecie trzeci; 0.25 quarter quarters viertel vierte vierten
        fourth quart quarts cuarto cuartos cuarta quarto quarti quarta quartos kwart vierde kvart
        fjardedel fjardedelar cwierc czwarta czwarte; 0.75 dreiviertel; 0.2 fifth fifths funftel
        funfte funften quinto quinta cinquieme vijfde femtedel piata; 0.125 eighth eighths achtel
        huitieme octavo oitavo; 0.1 tenth tenths zehntel dixieme decimo tiende tiondel; 1.5
        anderthalb anderthalbe eineinhalb anderhalf anderhalve poltora poltorej; 2 twice double
        doubled doubles both couple pair second doppelt doppelte doppelten zweimal verdoppelt beide
        beiden zweite zweiten deuxieme doble segundo doppio entrambi dobro ambos dubbel dubbele
        dubbla dubbelt bada oba obie paar paio zweit; 3 triple tripled dreimal dreifache dritt; 4 viert quadruple; 6 sixth; 7
        seventh; 9 ninth; 10 decade decades jahrzehnt; 11 once elf; 7 sept; 9 neuf; 100 cent cents; 1000
        mil; 2 dos due; 6 sex sei; 8 otto; 0.5 pul polovina polovinu poloviny puldruheho; 0.333333333333
        tretina tretinu tretiny; 0.25 ctvrt ctvrtina ctvrtinu ctvrtiny; 11 eleventh elfte elften; 12 dozen dozens dutzend douzaine douzaines docena docenas dozzina dozzine
        duzia duzias dozijn dussin tuzin tuziny tucet; 12
        twelfth zwolfte zwolften; 13 thirteenth; 14 fourteenth; 15 fifteenth; 16 sixteenth; 17
        seventeenth; 18 eighteenth; 19 nineteenth; 20 twentieth; 30 thirtieth; 40 fortieth; 50 fiftieth;
        60 sixtieth; 1e6 millions millionen millones milioni milhoes miljoenen miljoner miliony; 1e9
        milliarden milliards miliardi miljarder miliardy; 1000 tysiace tisice mila; 70 seventieth; 80 eightieth; 90 ninetieth; 1000 thousandth)");

    multipliers = readTable(R"(
        1000 thousand tausend mille mil mila duizend tusen tysiac tysiace tysiecy tys tsd k 千; 1e4
        万; 1e8 亿; 1e6 million millions millionen mio mln millon millones milione milioni milhao
        milhoes miljoen miljon miljoner milion miliony milionow; 1e9 billion billions milliarde
        milliarden mrd mld milliard milliards miliardo miliardi bilhao bilhoes miljard miljarder
        miliard miliardy miliardow)");

    shortMultipliers = readTable("1000 k; 1e6 m mn; 1e9 bn b md mrd; 1e12 tn");

    units = readTable(R"(
        %1 % percent prozent percentage procent proc prozentpunkt prozentpunkte prozentpunkten
        procentenheter procentpunt; l1e-6 µm μm micrometer; l.001 mm millimeter millimetre millimetro
        milimetro; l.01 cm centimeter centimetre zentimeter centimetro centimetri 厘米; l1 m meter
        metre metro metri metrow 米; l.0254 inch inche zoll pollice pollici pouce pulgada polegada
        duim; l.3048 ft foot feet fuss pied piede piedi pies pes voet; l1000 km kilometer kilometre kilometro chilometro chilometri quilometro kilometrow 公里
        千米; l.9144 yard yarda jarda; l1609.344 mile mi meile miglia milha milla; l1852 sm nmi seemeile sjomil zeemijl; w1e-6 µg μg
        mcg; w.001 mg milligram milligramm; w1 g gram gramm gramme gramo grammi grama gramow 克;
        w28.3495 oz ounce; w1000 kg kilogram kilogramm kilogramme kilo kilogramo chilo chili
        chilogrammi quilo quilograma kilogramow 公斤 千克; w453.592 lb lbs; w5e4 zentner; w1e5 quintal quintale quintali quintaux quintales quintais; w1e12 mt; w1e6 t ton tonne tonnen
        tonnellate tonelada; v1e-6 µl μl; v.001 ml milliliter millilitre mililitro millilitri; v.01 cl
        centiliter centilitre; v.1 dl deciliter; v1 l liter litre litro litri litrow 升; v100 hl hectoliter hectolitre hektoliter ettolitro ettolitri hectolitro hektolitrow; v1000 cbm
        kubikmeter; v3.78541 gallon; v.473176 pint; v.24 cup; v.015 tablespoon tbsp essloffel cucharada cucchiaio; v.005 teaspoon tsp
        teeloffel cucharadita cucchiaino; f1 lhk; f2 mpg; l10000 mil; t.001 ms; t1 s sec second sekunde sek seconde segundo
        secondi secondo seconden sekund sekunder sekundy 秒; t60 min mins minute minuto minuti minuut
        minuten minut minuter minuty 分钟; t3600 h hr hour stunde std heure hora ora ore uur uren
        timme timmar timmen godzin godziny godzina godz 小时; t86400 day tag tage jour dia giorno
        giorni dag dagar dagen dygn dzien dni 天 daily taglich nights nachte nachten nuits noches notti noites natter nocy noci; t604800 week woche semaine semana
        settimana settimane weken vecka veckor tydzien tygodni tygodnie tygodniu 周 星期 weekly
        wochentlich; t1209600 fortnight; t2629800 month monat monate moi mois mes mese mesi meses
        maand maanden manad manader miesiac miesiace miesiecy 个月 monthly monatlich mensuel;
        t7889400 trimestre quartal kwartaal kwartal quarterly; t31557600 year jahr jahre an ans annee ano
        anno anni jaar jaren ar aret rok lat lata roku 年 yearly annual annually jahrlich; c1 grad grado grados gradi graus graden grader stopni celsius
        °c; c2 fahrenheit °f; a1 sqm quadratmeter; a1e6 sqkm quadratkilometer; a10000 ha hectare
        hektar ettari ettaro hectarea hektarow; a4046.86 acre; p1 w watt wp; p1e6 mw; p1000 kw
        kilowatt kwp; p735.5 ps cv; p745.7 hp; e1 wh; e1000 kwh kilowattstunde kilowattuur kilowattimme kilowattheure kilovatio-hora kilowattora; e1e6 mwh megawattstunde megawattuur megawattimme megawattheure megawatthour megavatio-hora megawattora; e1e9 gwh
        gigawattstunde gigawattheure; e1e12 twh;
        e.277778 kj; e1.163 kcal kilokalorie; b.001 byte; b1 kb ko; b1.024 kib; b1000 mb mo megabyte; b1048.58 mib; b1e6 gb
        gigabyte; b1073742 gib; b1e9 tb terabyte; r1 kbit; r1000 mbit mbps; r1e6 gbit gbps; q1 pa; q100 hpa mbar; q1000 kpa; q1e5 bar;
        q1e6 mpa; q6894.76 psi; m1 mol; m.001 mmol; m1e-6 µmol μmol umol; z1 hz; z1000 khz; z1e6 mhz; z1e9 ghz; s1 kmh; s1.609344 mph; s1.852
        knot knoten noeud nudo knoop knopen knop nodi nodo wezlow uzlu; s3.6 mps; E1 € eur euro; E.01 cent centime centimo ct centesimi; D1 $
        usd dollar; P1 £ gbp pound; P.01 pence penny; Y1 元; Z1 zl zloty zlotych pln; K1 kr sek
        kronor krona nok dkk; F1 chf franken francs franchi; R1 reais real)");

    units.insert(readTable(R"(
        %1 procenta procentu promile; l1 metru metry; l1000 kilometru kilometry; w1 gramu; w1000
        kilogramu kilogramy; v1 litru; t1 sekund sekundy vterin; t60 minut minuty; t3600 hodin hodiny
        hodina hodinu; t86400 den dny dnu dne; t604800 tyden tydny tydnu; t2629800 mesic mesice mesicu;
        t31557600 let lete; C1 kc czk korun koruny)"));

    periods = readTable(R"(
        31557600 annual annuel anual annuo annua jahrlich jaarlijk arlig rocznie roczn; 2629800 monthly
        mensuel mensual mensal mensil monatlich maandelijk manatlig manadsvis miesieczn; 7889400
        quarterly trimestr quartals; 604800 weekly wochentlich semanal hebdomad settimanal wekelijk
        veckovis tygodniow; 86400 daily taglich diari quotidi giornalier dagelijk daglig dzienn)");

    months = readNames(12, allLanguages, [](const QLocale& locale, int month) {
        return QStringList{locale.monthName(month), locale.standaloneMonthName(month),
            locale.monthName(month, QLocale::ShortFormat)};
    });
    months.insert(readTable("1 leden ledna lednu; 2 unor unora unoru; 3 brezen brezna breznu; 4 duben "
                            "dubna dubnu; 5 kveten kvetna kvetnu; 6 cerven cervna cervnu; 7 cervenec "
                            "cervence cervenci; 8 srpen srpna srpnu; 9 zari; 10 rijen rijna rijnu; 11 "
                            "listopadu; 12 prosinec prosince prosinci"));
    months.insert(readTable("9 sept setembre; 8 augusti; 3 mrt; 6 czerwcu; 9 wrzesniu; 10 "
                            "pazdzierniku; 11 listopadzie; 12 grudniu; 1 styczniu; 4 kwietniu; 5 "
                            "maju; 7 lipcu; 8 sierpniu; 2 lutym; 3 marcu"));
    weekdays = readNames(7, allLanguages,
        [](const QLocale& locale, int day) { return QStringList{locale.dayName(day)}; });
    weekdays.insert(readTable("2 terca; 1 pondeli; 2 utery; 3 streda stredu stredy; 4 ctvrtek ctvrtka; 5 patek "
                              "patku; 6 sobota sobotu; 7 nedele nedeli"));
    weekdays.insert(readTable("1 poniedzialku poniedzialki; 2 wtorku wtorki; 3 srode srody; 4 "
                              "czwartku czwartki; 5 piatku piatki; 6 sobote soboty; 7 niedziele "
                              "niedzieli"));
    shortWeekdays = readNames(7,
        {QLocale::English, QLocale::German, QLocale::French, QLocale::Spanish, QLocale::Italian},
        [](const QLocale& locale, int day) {
            return QStringList{locale.dayName(day, QLocale::ShortFormat)};
        });
    shortWeekdays.insert(readTable("2 tues; 4 thur thurs; 3 weds"));

    const QString clockHour
        = u"(?: ?(?:[ap]\\.?m\\b\\.?|uhr\\b|o'clock\\b|uur\\b|heures?\\b|godz\\b)| ?点)"_qs;
    const QString dayEnd = u"(?:\\.|st|nd|rd|th|er|e|o|°)?"_qs;
    const QString to
        = u"(?: ?[-–/] ?|,? (?:to|bis|through|till|until|and|or|und|oder|au|et|ou|al|y|o|e|a|en|"
          "tot|tot en met|t/m|och|till|do|i|ate|und) (?:(?:the|zum|dem|den|el|le|il) )?)"_qs;
    isoDate = pattern(u"([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])"_qs);
    numericDate
        = pattern(u"([0-9]{1,2})([./-])([0-9]{1,2})\\2([0-9]{4}|[0-9]{2})(?![0-9]|\\.[0-9])"_qs);
    shortDate = pattern(u"([0-9]{1,2})(?:\\.([0-9]{1,2})\\.(?![0-9])|/([0-9]{2})(?![0-9/]))"_qs);
    chineseDate = pattern(u"(?:([0-9]{4})年)?([0-9]{1,2})月(?:([0-9]{1,2})[日号])?"_qs);
    date = pattern(u"(?:([0-9]{1,2})"_qs + dayEnd + u",? (?:of |de |di )?)?("_qs + anyOf(months)
        + u")\\b\\.?(?: ([0-9]{1,2})(?:st|nd|rd|th)?(?![0-9:.,]?[0-9])(?! ?"_qs + anyOf(units)
        + u"(?:s|n|en|es)?(?!\\p{L})))?"
          "(?:,?(?: del?)? ([0-9]{4})(?![0-9]))?"_qs);
    rangeStart = pattern(u"([0-9]{1,2})"_qs + dayEnd + to + u"(?=[0-9]{1,2}"_qs + dayEnd
        + u",? (?:of |de |di )?"_qs + anyOf(months) + u"\\b)"_qs);
    rangeEnd = pattern(to
        + u"([0-9]{1,2})(?:st|nd|rd|th)?(?![\\p{L}0-9:%]|[.,][0-9]| \\p{L})"
          "(?:,? ([0-9]{4})(?![0-9]))?"_qs);
    time = pattern(
        u"([0-9]{1,2})(?:(?::| ?h(?:eures?)? ?)([0-9]{2})(?::([0-9]{2}))?(?![0-9])|点(半|[0-9]{1,2}(?=分)))"_qs);
    minutes = pattern(u"分(?!钟)"_qs);
    minutesBehind = pattern(u" ?min(?:ute?[ns]?|uti|utos?|uter|ut)?\\b\\.?"_qs);
    minutesAndSeconds = pattern(u"([0-9]{1,3}):([0-9]{2}[.,][0-9]{1,2})(?![0-9]|\\.[0-9])|"
                                "([0-9]{1,3})['′’] ?([0-9]{2})(?:''|[\"″”]|(?![0-9'.,]))"_qs);
    hour = pattern(clockHour);
    noon = pattern(
        u"(?:(noon|midday|mittag|midi|mediodia|mezzogiorno|meio-dia|middag|poludnie|中午)|"
        "(midnight|mitternacht|minuit|medianoche|mezzanotte|meia-noite|middernacht|"
        "midnatt|polnoc|午夜))\\b"_qs);
    beforeClock
        = pattern(u"~0\\.(5|25|75)(?: ?(past|nach|over|over|po|efter)| ?(to|vor|voor|i|do))? $"_qs);
    minutesOf = pattern(
        u"([0-9]{1,2})(?: minut\\p{L}*)? (?:(past|nach|over|efter)|(?<=\\p{L} )(?:(after|po)|to|before|vor|voor|"
        "i|do|przed)) $"_qs);
    code = pattern(u"\\p{Latin}+(?:(?:_|-?(?=[0-9]))[\\p{Latin}0-9]+)+"_qs);
    digits = pattern(u"~?([0-9]{1,3}(?: [0-9]{3}(?![0-9]))+(?:[.,][0-9]+)?|"
                     "[0-9]+(?:[.,'][0-9]+)*|(?<![0-9])\\.[0-9]+)"_qs);
    part = pattern(
        u"[- ]((?:and|und|et|y|e|en|och|i) )?(?:(?:an?|ein|een|une?|un|una|en) )?~(0\\.[0-9]+)"_qs);
    multiplier = pattern(u"(?: |-)?("_qs + anyOf(multipliers) + u")(?!\\p{Latin})\\.?"_qs);
    shortMultiplier = pattern(u" ?("_qs + anyOf(shortMultipliers) + u")(?![\\p{L}0-9])"_qs);
    symbolMultiplier = pattern(u"(?-i: ?(M|Md|Mrd)|(k|m|mn|bn))(?=[€$£])"_qs);
    unit = pattern(
        u"(?:st|nd|rd|th|ere?|eme)?(?:-|'| ?° ?| d'| "
        u"(?:de|di|degrees?|grad|grados?|degres?|gradi|graus|graden|grader|stopni|an?|une?) | )?"
        "(square |cubic |vierkante |kubieke |kvadrat|kubik)?("_qs
        + anyOf(units) + u")(?:(?<=\\p{Latin}{3})(?:s|n|en|es|e|ow|y))?(?!\\p{Latin}|'\\p{L})"_qs);
    ordinal = pattern(u"(?:st|nd|rd|th)\\b|\\.?[ºª]|\\.(?= \\p{L})|e\\b"_qs);
    dayAlone = pattern(u"(?:st|nd|rd|th)(?= ?(?:[.,;:?!)–-]|$)| (?:to|and|or|at|by|until|from|in|of)\\b)"_qs);
    every = pattern(u"\\b(?:every|each|cada|chaque|sur|jede[mnrs]?|je|ogni|varje|elke|kazd\\p{L}+)"
                    " (?:[^ ]+ )?$"_qs);
    result = pattern(
        u"^(?:total|altogether|together|adds?$|adding|revien|equival|avance|vorsprung|ahead$|behind$|ventaja|vantaggio|voorsprong|forsprang|retard|ruckstand|equals?$|entspr|added|sums?$|sum(?:m|an$|ado)|cumul|tansz|taniej|drozsz|drozej|levne|drazs|"
        "combined|overall|each|apiece|average|more|less|fewer|further|"
        "extra|remaining|left|rest\\b|reste|outside|except|besides|cheaper|dearer|longer|shorter|lighter|heavier|"
        "higher|lower|earlier|later|saves?|saving|difference|half|"
        "insgesamt|zusammen|gesamt|mehr|weniger|jeweils|durchschnittlich|verbleib|ubrig|restlich|"
        "gunstiger|billiger|teurer|langer|kurzer|fruher|spater|spart|differenz|schnitt|"
        "ensemble|plus|moins|chacun|moyenne|reste|ecart|economi|"
        "conjunto|juntos|cada|media|promedio|resto|diferencia|desnivel|ahorr|antes|"
        "insieme|complessiv|ciascun|restant|differenza|risparmi|prima|dopo|piu|meno|"
        "conjunto|juntos|diferenca|poupa|media|depois|"
        "samen|totaal|gemiddeld|meer|minder|verschil|overblij|later|eerder|goedkoper|duurder|"
        "tillsammans|sammanlagt|totalt|genomsnitt|mer|mindre|skillnad|dyrare|billigare|"
        "razem|lacznie|srednio|wiecej|mniej|roznica|pozostal|wczesniej|pozniej|"
        "celkem|dohromady|prumerne|vice|mene|rozdil|zbyva)"_qs);
    oneOf = pattern(u"\\b1 (?:in|out of|of|von|sur|de|su|em|op|av|na|z|ze)(?: cada| elke)? $"_qs);
    namedCode = pattern(u"\\p{L}\\p{Ll}{2,}-[0-9]+$"_qs);
    age = pattern(
        u"\\b(?:turned|is|being|war|wurde|ist|avait|tenia|cumplio|tinha|aveva|was|fyllde|"
        "aged?|age of|at|alter von|mit|edad de|los|age de|a|eta di|anni|idade de|leeftijd "
        "van|alder av|vid|wieku|am alter) $"_qs);
    power = pattern(
        u" (?:(carre|cuadrado|quadrat|quadrado|kwadratow)|(cube|cubico|cubo|cubi|szescienn))\\p{L}*"_qs);
    unitBehindWord
        = pattern(u" (\\p{Ll}{4,}) (?=("_qs + anyOf(units) + u")(?:s|n|en|es)?(?!\\p{Latin}))"_qs);
    word = pattern(u"(?:(?![\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Thai}\\p{Lao}"
                   "\\p{Khmer}\\p{Myanmar}])\\p{L})+"_qs);
    wordBehind = pattern(u" (\\p{Latin}+)"_qs);
    approximation = pattern(
        u"(?:\\b(?:about|approximately|approx|roughly|around|nearly|almost|some|over|under|than|"
        "just|circa|ca|close|up to|least|most|barely|good|"
        "etwa|rund|knapp|knappe|knappen|fast|ungefahr|gut|gute|guten|uber|unter|beinahe|circa|"
        "environ|pres|quasi|plus|moins|presque|peine|"
        "unos|unas|casi|aproximadamente|mas|menos|alrededor|cerca|apenas|poco|"
        "quase|mais|perto|cerca|aproximadamente|pouco|"
        "circa|quasi|oltre|piu|meno|quasi|appena|"
        "ongeveer|bijna|ruim|zo'n|krap|meer|minder|rond|zowat|"
        "ungefar|cirka|nastan|drygt|knappt|over|runt|omkring|mer|mindre|"
        "gegen|gegenuber|vers|autour|quelque|quelques|bonne|bon|petit|torno|rondando|rozando|sui|attorno|"
        "intorno|umas|uns|volta|zo|tegen|inemot|uppemot|naemot|niecaly|temer|asi|zhruba|priblizne|temer|"
        "pres|necelych|kolem|skoro|nad|pod|within|towards|more|less|fewer|below|above|exceeding|"
        "okolo|prawie|ponad|niemal|blisko|niecale|niecaly|mniej|wiecej)\\b\\.?|[≈<>约近超±]) ?(?:[^ ,;:]+ ){0,2}$"_qs);
    between = pattern(
        u"^ ?(?:[x×*–-]|to|and|or|by|bis|und|oder|auf|a|et|ou|y|o|e|en|i|do|tot|til|till|och|naar|至|到) ?$"_qs);
    of = pattern(u"^ (?:of|out of|von|de|des|sur|di|su|da|dos|das|van|op|av|na|z|ze) $"_qs);
    separator = pattern(u",(?![0-9])|[、;和或]|\\b(?:and|und|et|y|e|och|or|oder|ou|o|eller)\\b"_qs);
    company
        = pattern(u"(?-i:(?: [\\p{Lu}][\\p{L}-]*| &){0,3} (?:AG|GmbH|KG|OHG|SE|UG|e\\. ?V)\\b)"_qs);
    range = pattern(
        u"^[.,]? ?(?:-|–|to|through|bis|a|au|al|hasta|tot|tot en met|t/m|till|do|ate|至|到) ?$"_qs);
    andOnly = pattern(u"^,? ?(?:and|und|et|y|e|en|och|i)? ?$"_qs);
    listMark = pattern(u"^ *[-*•|]"_qs);
    monthPart = pattern(
        u"(?:\\b(mid|mitte|mi|mediados|meados|meta|medio|half|mitten|polow\\p{L}+)|"
        "\\b(end|ende|fin|finales|fine|final|fins|eind|slutet|konca|koniec|koncem|late)|"
        "\\b(beginning|start|early|anfang|debut|principios|inizio|inizi|inicio|begin|borjan|"
        "poczatku|poczatek))[- ](?:(?:of|de|del|di|van|av|the) )?$"_qs);
    beforeDecade = pattern(u"\\b(?:annees|anni|anos|jaren|lata|latach|lat|ar) $"_qs);
    decade = pattern(u"(?:'?s|er|-?tal\\p{L}*)(?![\\p{L}0-9])"_qs);
    exponent = pattern(u" ?[x×·*] ?10\\^([0-9]{1,2})(?![0-9])"_qs);
    century = pattern(
        u"^(?:century|centuries|jahrhunderts?|siecles?|siglos?|secol[oi]|seculos?|eeuw|arhundradet?|"
        "wieku?)$"_qs);
    changeVerb = pattern(
        u"^(?:increas|rose$|risen$|fell$|fallen$|drop|declin|shrank|shrunk|grew$|grown$|gestieg|stieg|gesunk|sank|"
        "zugenomm|abgenomm|gefall|gewachs|wuchs|baiss|augment|recul|progress|chut|subi|baj|cay|aument|"
        "diminu|crebb|cresc|calat|calo|sces|cai|desc|gesteg|gedaald|stieg|okade|minskade|steg|sjonk|wzros|spad)"_qs);
    nextSuch = pattern(u" (?:following|next|folgende[nrs]?|nachste[nrs]?|suivante?|siguiente|successiv[oa]|"
                       "seguente|seguinte|proxim[oa]|volgende|nasta|foljande|nastepn\\p{L}*|pristi|dalsi) "_qs);
    firstFree = pattern(u" (?:first|erste[nrs]?|premiere?|primer[oa]?|prim[oa]|primeir[oa]|eerste|forsta|pierwsz\\p{L}*)"
                        "(?: \\p{L}+){1,3} (?:free|kostenlos|gratis|frei|gratuite?|gratuit[oa]|livre|bezplatn\\p{L}*) "_qs);
    workdays = pattern(
        u"(?:weekday|workingday|businessday|workday|werktag|wochentag|arbeitstag|joursouvra|jourouvra|"
        "ensemaine|laborable|entresemana|ferial|diauti|diasuteis|werkdag|doordeweek|vardag|robocz|"
        "pracovn|vsedn|工作日)"_qs);
    weekends = pattern(
        u"(?:weekend|wochenende|findesemana|finesdesemana|finesettimana|fimdesemana|finsdesemana|helg|"
        "vikend|周末)"_qs);
    const QString day = u"(?:day|evening|night|morning|tag|abend|jour|dia|giorno|dag|dzien)"_qs;
    const QString side
        = u"(?:before|after|following|previous|next|davor|danach|folgenden|nachsten|precedent|suivant|"
          "davant|dapres|siguiente|anterior|seguinte|dopo|prima|seguente|erna|ervoor|volgende|efter|innan)"_qs;
    partOfDay = pattern(
        u"^(.{5,}?)s?(?:fruh|morgen|vormittag|mittag|nachmittag|abend|nacht|ochtend|middag|avond|morgon|"
        "formiddag|eftermiddag|kvall|natt)s?$"_qs);
    change = pattern(
        u"^(?:less|more|cheaper|dearer|lighter|heavier|shorter|longer|higher|lower|taller|off|weniger|mehr|billiger|"
        "gunstiger|teurer|leichter|schwerer|kurzer|langer|hoher|niedriger|moins|plus|menos|mas|mais|meno|piu|minder|meer|"
        "goedkoper|duurder|lichter|zwaarder|mindre|mer|billigare|dyrare|lattare|tyngre|mniej|wiecej|tansz\\p{L}+|"
        "drozsz\\p{L}+|mene|vice)$"_qs);
    rest = pattern(
        u" (?:rest|remain(?:s|ing|der)?|ubrig\\p{L}*|verbleib\\p{L}*|restlich\\p{L}*|reste|restante?s?|resto|resta|restera|"
        "resterend\\p{L}*|overige|resten|reszt\\p{L}*|pozostal\\p{L}*|zbytek|zbytku|zbyv\\p{L}*) "_qs);
    closed = pattern(
        u" (?:closed|shut|except|not open|doesn t open|geschlossen|ruhetag|ausser|nicht geoffnet|fermee?s?|sauf|n ouvre|"
        "cerrad[oa]s?|excepto|salvo|no abre|chius[oaie]|tranne|fechad[oa]s?|exceto|nao abre|gesloten|behalve|dicht|stangt|"
        "utom|zamkniet\\p{L}*|oprocz|nieczynn\\p{L}*|zavren\\p{L}*|krome) "_qs);
    nextDay = pattern(day + side + u'|' + side + day);
    holidays = {
        {pattern(u" (?:new years? (?:s )?day|neujahr(?:stag)?|jour de l an|ano nuevo|capodanno|ano novo|nieuwjaarsdag|"
                 "nyarsdagen|nowy rok) "_qs), 1, 1},
        {pattern(u" (?:epiphany|dreikonig\\p{L}*|epiphanie|reyes magos|epifania|driekoningen|trettondagen) "_qs), 6, 1},
        {pattern(u" (?:all saints|allerheiligen|toussaint|todos los santos|ognissanti|todos os santos) "_qs), 1, 11},
        {pattern(u" (?:christmas eve|heiligabend|heilige[nr] abend|veille de noel|nochebuena|vigilia di natale|"
                 "vespera de natal|kerstavond|julafton|wigili[aięe]) "_qs), 24, 12},
        {pattern(u" (?:christmas day|(?:erste[nr]? )?weihnachtstag|jour de noel|navidad|natale|natal|eerste kerstdag|"
                 "juldagen) "_qs), 25, 12},
        {pattern(u" (?:boxing day|zweite[nr]? weihnachtstag|tweede kerstdag|annandag jul|santo stefano) "_qs), 26, 12},
        {pattern(u" (?:new years? (?:s )?eve|silvester|(?:saint|st) sylvestre|nochevieja|san silvestro|oudejaarsdag|"
                 "oudejaarsavond|nyarsafton|sylwestra?) "_qs), 31, 12}};
    yearEnd = pattern(
        u"(?:endof(?:the)?(?:calendar)?year|yearend|jahresende|ende(?:des|eines|jedes)(?:kalender)?jahres|"
        "findel?(?:ano|annee)|fineanno|finedellanno|fimdoano|eindevanhet(?:kalender)?jaar|aretsslut|koncaroku|"
        "koniecroku)"_qs);
    monthEnd = pattern(
        u"(?:endof(?:the|this)?month|monthend|monatsende|ende(?:des|dieses)monats|findumois|findemes|fin(?:al)?delmes|"
        "finede(?:l|lle)?mese|finemese|finaldomes|fimdomes|eindvande(?:ze)?maand|manadsslut|koncamiesiaca|"
        "koniecmiesiaca|koncemesice)"_qs);
    person = pattern(u"^(?:persons?|personne|persona|persoon|pessoa|osobe|osoba|osobu|kopf|head|nase|each|apiece|"
                     "chacun|ciascuno|ciascuna|jeweils|cadauno)$"_qs);
    otherYear = pattern(
        u"(?:(?:previous|last|prior|next|following|coming)year|year(?:before|earlier|later|after)|"
        "vorjahr|folgejahr|(?:letzte|vergangene|nachste|folgende|kommende|vorige)[nsm]?jahr|"
        "jahr(?:zuvor|danach|darauf|spater|davor|nach)|annee(?:precedente|suivante|derniere|prochaine)|"
        "andernier|ano(?:anterior|pasado|siguiente|passado|seguinte|proximo|que vem)|"
        "anno(?:precedente|scorso|successivo|seguente|dopo|prima|prossimo)|"
        "(?:following|next)(?:spring|summer|autumn|fall|winter)|"
        "(?:folgenden|nachsten)(?:fruhjahr|fruhling|sommer|herbst|winter)|(?:printemps|ete|automne|hiver)suivant|"
        "(?:primavera|verano|otono|invierno)siguiente|(?:primavera|estate|autunno|inverno)(?:successiv|seguent)|"
        "(?:primavera|verao|outono|inverno)seguinte|"
        "(?:vorig|afgelopen|volgend|komend)jaar|jaar(?:ervoor|eerder|later|daarna)|"
        "(?:forra|foregaende|nasta|foljande)ar|aret(?:innan|fore|efter)|ifjol|"
        "ubieglyrok|ubieglymroku|poprzednimroku|rok(?:wczesniej|pozniej|temu)|nastepnymroku|"
        "przedrokiem|去年|明年|次年|前年|上一年)"_qs);
    sentenceEnd = pattern(u"[.!?:](?=\\s)|[。！？\n]"_qs);
}

const FactWords& factWords()
{
    static const FactWords words;
    return words;
}

bool isAnyOf(QStringView word, QStringView list)
{
    for (const QStringView each : QStringTokenizer{list, u' '})
        if (each == word)
            return true;
    return false;
}

} // namespace services

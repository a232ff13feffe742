#include "services/documents/answers/citations.h"
#include "services/documents/answers/fact_check.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTest>

#include <ctime>
#include <utility>

using namespace services;

namespace {

/// A statement about a passage, right or wrong in one fact.
struct Pair {
    std::string passage, statement;
    QByteArray wrong; ///< "number", "date", "name" or "meaning"; empty: it is right
};

// "= heading", then lines of a passage, then statements: "+ right" and "- what is wrong: wrong". The program
// compares with heading and text.
std::vector<Pair> readPairs(const QString& name)
{
    QFile file("services/documents/answers/" + name);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    std::vector<Pair> pairs;
    QByteArray passage;
    for (const QByteArray& line : file.readAll().split('\n')) {
        const qsizetype colon = line.indexOf(": ");
        if (line.startsWith("= "))
            passage = line.mid(2) + '\n';
        else if (line.startsWith("+ "))
            pairs.push_back({passage.toStdString(), line.mid(2).toStdString(), {}});
        else if (line.startsWith("- "))
            pairs.push_back(
                {passage.toStdString(), line.mid(colon + 2).toStdString(), line.mid(2, colon - 2)});
        else
            passage += line + '\n';
    }
    return pairs;
}

// Numbers that are nearly the same: with another digit, two digits swapped, a tenth more or less.
QStringList nearNumbers(const QString& number)
{
    QStringList near;
    qsizetype middle = number.size() / 2;
    while (!number[middle].isDigit())
        --middle;
    QString changed = number;
    changed[middle] = QChar(u'0' + (number[middle].unicode() - u'0' + 3) % 10);
    if (changed[0] != u'0' || number[0] == u'0')
        near << changed;
    for (qsizetype at = number.size() - 2; at >= 0; --at)
        if (number[at].isDigit() && number[at + 1].isDigit() && number[at] != number[at + 1]
            && (at > 0 || number[1] != u'0')) {
            QString swapped = number;
            std::swap(swapped[at], swapped[at + 1]);
            near << swapped;
            break;
        }
    const int whole = number.toInt();
    const int tenth = std::max(1, whole / 10);
    if (whole > tenth)
        near << QString::number(whole + tenth) << QString::number(whole - tenth);
    return near;
}

QString missingIn(const std::string& statement, const std::string& passage)
{
    const std::string_view passages[] = {passage};
    QStringList missing;
    for (const std::string& fact : missingFacts(statement, passages))
        missing << QString::fromStdString(fact);
    return missing.join(u", ");
}

} // namespace

// Facts that a cited passage lacks are marked, and right statements are not.
class FactCheckTest : public QObject {
    Q_OBJECT

private slots:
    void exponentsAreNoDigitsOfTheirNumbers()
    {
        QCOMPARE(missingIn("There are 10^6 cells.", "The dish has 10⁶ cells."), QString());
        QCOMPARE(missingIn("There are 106 cells.", "The dish has 10⁶ cells."), QString("106"));
    }

    void factsAreMarkedWhereTheyAreWrong_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("right"); // statements
        QTest::addColumn<int>("wrong"); // in a number, date or name
        QTest::addColumn<int>("marked"); // of the wrong ones, percent at least
        QTest::newRow("known") << "statements.txt" << 150 << 119 << 90;
        QTest::newRow("by other authors: 1") << "statements_unseen.txt" << 60 << 50 << 90;
        QTest::newRow("by other authors: a") << "statements_a.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: b") << "statements_b.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: c") << "statements_c.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: d") << "statements_d.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: e") << "statements_e.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: f") << "statements_f.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: g") << "statements_g.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: h") << "statements_h.txt" << 72 << 34 << 88;
        QTest::newRow("by other authors: i") << "statements_i.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: j") << "statements_j.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: k") << "statements_k.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: l") << "statements_l.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: m") << "statements_m.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: n") << "statements_n.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: o") << "statements_o.txt" << 72 << 34 << 88;
        QTest::newRow("by other authors: p") << "statements_p.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: q") << "statements_q.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: r") << "statements_r.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: s") << "statements_s.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: t") << "statements_t.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: u") << "statements_u.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: v") << "statements_v.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: w") << "statements_w.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: x") << "statements_x.txt" << 72 << 34 << 88;
        QTest::newRow("by other authors: y") << "statements_y.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: z") << "statements_z.txt" << 72 << 34 << 88;
        QTest::newRow("by other authors: za") << "statements_za.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: zb") << "statements_zb.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: zc") << "statements_zc.txt" << 72 << 34 << 88;
        QTest::newRow("by other authors: zd") << "statements_zd.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: ze") << "statements_ze.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: zf") << "statements_zf.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: zg") << "statements_zg.txt" << 72 << 34 << 88;
        QTest::newRow("by other authors: zh") << "statements_zh.txt" << 72 << 34 << 90;
        QTest::newRow("by other authors: zi") << "statements_zi.txt" << 72 << 34 << 85;
        QTest::newRow("by other authors: zj") << "statements_zj.txt" << 72 << 34 << 90;
    }
    void factsAreMarkedWhereTheyAreWrong()
    {
        QFETCH(QString, file);
        QFETCH(int, right);
        QFETCH(int, wrong);
        QFETCH(int, marked);
        int rightThere = 0, wrongThere = 0, rightMarked = 0, wrongMarked = 0;
        for (const Pair& pair : readPairs(file)) {
            if (pair.wrong == "meaning")
                continue;
            const bool isRight = pair.wrong.isEmpty();
            const QString missing = missingIn(pair.statement, pair.passage);
            (isRight ? rightThere : wrongThere) += 1;
            (isRight ? rightMarked : wrongMarked) += missing.isEmpty() ? 0 : 1;
            if (isRight != missing.isEmpty())
                qInfo("%s: %s %s", isRight ? "marked" : "not marked", pair.statement.c_str(),
                    qPrintable(missing));
        }

        QCOMPARE(rightThere, right);
        QCOMPARE(wrongThere, wrong);
        QVERIFY(rightMarked * 100 <= right * 5);
        QVERIFY(wrongMarked * 100 >= wrong * marked);
    }

    // So many numbers can be derived from others that those of wrong statements might be, too.
    void nearlyRightNumbersAreMarked_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* set : {"unseen", "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q",
                 "r", "s", "t", "u", "v", "w", "x",
                 "y"})
            QTest::newRow(set) << QString("statements_%1.txt").arg(set);
    }
    void nearlyRightNumbersAreMarked()
    {
        QFETCH(QString, file);
        static const QRegularExpression form("[0-9]+(?:[.,][0-9]+)*");
        std::string last;
        int all = 0, marked = 0;
        for (const Pair& pair : readPairs(file)) {
            if (std::exchange(last, pair.passage) == pair.passage)
                continue;
            const std::string_view passages[] = {pair.passage};
            const PassageFacts facts(passages);
            const QString passage = QString::fromStdString(pair.passage);
            QSet<QString> numbers;
            for (auto match = form.globalMatch(passage); match.hasNext();)
                numbers << match.next().captured();
            static const QRegularExpression end("(?<=[.!?]) |\n");
            for (const QString& sentence : passage.split(end).mid(1))
                for (auto match = form.globalMatch(sentence); match.hasNext();) {
                    const auto number = match.next();
                    for (const QString& near : nearNumbers(number.captured())) {
                        if (numbers.contains(near))
                            continue;
                        QString wrong = sentence;
                        wrong.replace(number.capturedStart(), number.capturedLength(), near);
                        ++all;
                        marked += !facts.missing(wrong.toStdString()).empty();
                    }
                }
        }
        qInfo("%d of %d", marked, all);
        QVERIFY(all > 300);
        QVERIFY(marked * 100 >= all * 75);
    }

    void theMissingFactIsNamed_data()
    {
        QTest::addColumn<QString>("statement");
        QTest::addColumn<QString>("missing");
        QTest::newRow("number") << "It costs 12.80 euros."
                                << "12.80";
        QTest::newRow("month") << "It opens on 14 August."
                               << "August";
        QTest::newRow("day of the week") << "It opens on Tuesday."
                                         << "Tuesday";
        QTest::newRow("name") << "It is run by Harald."
                              << "Harald";
        QTest::newRow("code") << "It is called KX-300."
                              << "KX-300";
        QTest::newRow("several") << "In May it costs 15 euros."
                                 << "15, May";
        QTest::newRow("nothing") << "It is closed in winter."
                                 << "";
    }
    void theMissingFactIsNamed()
    {
        QFETCH(QString, statement);
        QFETCH(QString, missing);

        QCOMPARE(missingIn(statement.toStdString(),
                     "The KX-200 of Irma costs 12.90 euros; it opens on Monday, 14 July."),
            missing);
    }

    void factsMayBeWrittenOtherwise_data()
    {
        QTest::addColumn<QString>("passage");
        QTest::addColumn<QString>("statement");
        QTest::addColumn<QString>("missing");
        QTest::newRow("French numeral") << "La fosse descend à 18 mètres."
                                        << "Elle descend à dix-huit mètres."
                                        << "";
        QTest::newRow("another French numeral") << "La fosse descend à 18 mètres."
                                                << "Elle descend à dix-neuf mètres."
                                                << "19";
        QTest::newRow("feet") << "Le lac a une profondeur de 706 m."
                              << "Le lac a une profondeur de 2 316 pieds."
                              << "";
        QTest::newRow("minutes past the hour") << "Het gat werd op 28 mei om 13.02 uur gedicht."
                                               << "The gap was closed at two minutes past one."
                                               << "";
        QTest::newRow("article behind a month") << "Submit the proposals by 30 April."
                                                << "Bis Ende April einen Antrag stellen."
                                                << "";
        QTest::newRow("day of the week") << "Le Courrier, mercredi 27 août 2014. On l'a vu mardi."
                                         << "It was seen on Tuesday 26 August."
                                         << "";
        QTest::newRow("another day") << "Le Courrier, mercredi 27 août 2014. On l'a vu mardi."
                                     << "It was seen on 22 August."
                                     << "22";
        QTest::newRow("yesterday") << "Courier, Friday 14 October 2016. It reopened yesterday."
                                   << "It reopened on Thursday, 13 October 2016."
                                   << "";
        QTest::newRow("what two shares leave")
            << "The state pays 45 % and the region 20 % of it."
            << "A share of 35 % remains."
            << "";
        QTest::newRow("part of millions") << "Export: 21,150 of 84,600 thousand euros."
                                          << "It exports 21.15 of 84.6 million euros."
                                          << "";
        QTest::newRow("minutes between times of day")
            << "Pas d'arrosage entre 8 h et 20 h. Lever à 6 h 04, coucher à 21 h 49."
            << "Entre le lever et le coucher, il s'écoule 15 heures et 45 minutes."
            << "";
        QTest::newRow("other minutes between them")
            << "Pas d'arrosage entre 8 h et 20 h. Lever à 6 h 04, coucher à 21 h 49."
            << "Entre le lever et le coucher, il s'écoule 14 heures et 35 minutes."
            << "14 heures et 35 minutes";
        QTest::newRow("range of days") << "El autobús sale a las 8:15, salvo los domingos."
                                       << "De lunes a sábado hay un autobús."
                                       << "";
        QTest::newRow("another range of days") << "El autobús sale a las 8:15, salvo los domingos."
                                               << "De martes a viernes hay un autobús."
                                               << "martes, viernes";
        QTest::newRow("end of the month") << "Carga a 22 de abril. As caixas seguem até ao fim do mês."
                                          << "As caixas seguem até 30 de abril."
                                          << "";
        QTest::newRow("quotient that is written")
            << "Je Kilometer werden 0,30 Euro gezahlt, höchstens 180 Euro und 110 Euro je Nacht."
            << "Das reicht für 600 Kilometer (180 € ÷ 0,30 €)."
            << "";
        QTest::newRow("all of a kind") << "Trench A: 214 sherds. Trench B: 97 sherds. Trench C: 39 sherds."
                                       << "The trenches have 350 sherds."
                                       << "";
        QTest::newRow("table in thousands") << "Net sales in thousands of pounds: | North | 1,060 | South | 1,380 |"
                                            << "The South sold goods for £1.38 million."
                                            << "";
        QTest::newRow("date that many times lead to")
            << "Five weeks from 2 September 2024: 4 September 2024, 11 September 2024, 18 September 2024, "
               "25 September 2024, first aid 3 October 2024; a second attempt after seven days."
            << "First aid is on 9 October 2024."
            << "9";
        QTest::newRow("month in a word") << "Erstmals 2023 kommt es mit dem Novembergehalt."
                                         << "Zum ersten Mal kommt es im November 2023."
                                         << "";
        QTest::newRow("year before a birthday") << "Han avled den 8 februari 1897, 71 år gammal."
                                                << "He was born in 1825 or 1826."
                                                << "";
        QTest::newRow("abbreviation") << "Wessenburg Hbf ab 05:42, Talheim an 06:27."
                                      << "Er fährt in Wessenburg Hauptbahnhof ab."
                                      << "";
        QTest::newRow("state") << "August zog nach Cincinnati."
                               << "August moved to Cincinnati, Ohio."
                               << "";
        QTest::newRow("another state") << "August moved to Cincinnati, Ohio."
                                       << "August moved to Cincinnati, Iowa."
                                       << "Iowa";
        QTest::newRow("country in German") << "Der Bohrer wird in Slowenien von einer Firma gefertigt."
                                           << "Der Bohrer wird in der Slowakei gefertigt."
                                           << "Slowakei";
        QTest::newRow("word in front of a number") << "It makes nine 340 g jars, not 3,240 g."
                                                   << "It makes 9 × 340 g = 3,060 g."
                                                   << "";
        QTest::newRow("percent in front") << "Summe 1.860 €, Heizung 1.142 €, Anteil 70 %."
                                          << "1.860 avronun 1.142 avrosu, yani %61'i."
                                          << "";
        QTest::newRow("price of one person") << "Double kayak | 2 seats | £48. Rowing boat | £42."
                                             << "In a double kayak it is £24 per person."
                                             << "";
        QTest::newRow("sum of two that are far apart")
            << "Teig: 500 g Mehl, 80 g Zucker, 80 g weiche Butter. Streusel: 150 g Zucker, 200 g kalte Butter."
            << "Es sind 280 g Butter."
            << "";
        QTest::newRow("another sum") << "500 g Mehl, 80 g weiche Butter. Streusel: 150 g Zucker, 200 g kalte Butter."
                                     << "Es sind 270 g Butter."
                                     << "270";
        QTest::newRow("lengths in a column") << "| Low Tide | 4:35 | | Salt Roads | 11:20 | | Lanterns | 6:05 |"
                                             << "The tracks last 22 minutes."
                                             << "";
        QTest::newRow("the rest of all") << "Financé pour moitié par la ville, pour 30 % par la région, le reste par l'État."
                                         << "L'État a payé 20 %."
                                         << "";
        QTest::newRow("another rest") << "Financé pour moitié par la ville, pour 30 % par la région, le reste par l'État."
                                      << "L'État a payé 25 %."
                                      << "25";
        QTest::newRow("percent of a change") << "Av 3 260 startande kom 3 097 i mål, 81 år den äldste, 45 km."
                                             << "163 personer, fem procent, kom inte i mål."
                                             << "";
        QTest::newRow("hours and minutes") << "Il a parcouru 164,5 km en 4 h 07 min."
                                           << "Il a roulé à près de 40 km/h."
                                           << "";
        QTest::newRow("ride by timetable") << "L'autocar de 7 h 35 (1 h 50 de trajet)."
                                           << "The 7:35 coach arrives at 9:25 a.m."
                                           << "";
        QTest::newRow("minutes and seconds") << "Il est troisième à 1 min 05 s."
                                             << "Il est troisième, à 1'05'' du premier."
                                             << "";
        QTest::newRow("other seconds") << "Il est troisième à 1 min 05 s."
                                       << "Il est troisième, à 1'15'' du premier."
                                       << "1'15''";
        QTest::newRow("sign of millions") << "Un coût de 4,2 millions d'euros."
                                          << "Elle a coûté 4,2 M€."
                                          << "";
        QTest::newRow("small letter for millions") << "The pool cost 4.2 million euros."
                                                   << "The pool cost 4.2m€."
                                                   << "";
        QTest::newRow("other millions") << "The pool cost 4.2 million euros."
                                        << "The pool cost 4.3m€."
                                        << "4.3";
        QTest::newRow("a range of three") << "Umsatz 268,5 Mio. Euro; erwartet werden 275 bis 290 Mio. Euro."
                                          << "Er steigt von 268,5 auf 275 bis 290 Millionen Euro."
                                          << "";
        QTest::newRow("decade in French") << "Un immeuble de 1962."
                                          << "L'immeuble date du début des années 1960."
                                          << "";
        QTest::newRow("name with a genitive") << "It lost its ATOL licence."
                                              << "It lost the ATOL (Air Travel Organiser's Licence)."
                                              << "";
        QTest::newRow("morning of a day") << "In der Nacht zum Dienstag, 14. Mai 2019. Am Mittwochmorgen war er weg."
                                          << "Am 15. Mai 2019 war er weg."
                                          << "";
        QTest::newRow("closed on the other day") << "Ouvert mardi, mercredi, jeudi, vendredi et samedi."
                                                 << "Le musée est fermé le lundi."
                                                 << "";
        QTest::newRow("open on another day") << "Ouvert mardi, mercredi, jeudi, vendredi et samedi."
                                             << "Le musée est ouvert le lundi."
                                             << "lundi";
        QTest::newRow("two rides from a time that is named")
            << "Von Nordheim 8.45, 12.30 und 17.15 Uhr. Bis Grauholm 25 Minuten, dann weitere 35 Minuten."
            << "Wer um 12.30 Uhr fährt, ist um 13.30 Uhr da."
            << "";
        QTest::newRow("example of an age") << "Ungdomar mellan 7 och 19 år betalar halva priset."
                                           << "A sixteen-year-old pays half."
                                           << "";
        QTest::newRow("less by an amount") << "It weighs 4.3 kg. The other one costs €219 and weighs 600 g less."
                                           << "The other one weighs 3.7 kg."
                                           << "";
        QTest::newRow("less by another amount") << "It weighs 4.3 kg. The other one costs €219 and weighs 600 g less."
                                                << "The other one weighs 3.9 kg."
                                                << "3.9";
        QTest::newRow("area") << "A timber hall measuring 21.5 by 9 metres."
                              << "The hall covered a little over 190 square metres."
                              << "";
        QTest::newRow("inflected word of a pair") << "Das Quartier Alte Gießerei hat 144 Wohnungen."
                                                  << "In der Alten Gießerei entstehen 144 Wohnungen."
                                                  << "";
        QTest::newRow("last of several evenings") << "Six Tuesday evenings, beginning on 3 March 2026."
                                                  << "The last evening is 7 April 2026."
                                                  << "";
        QTest::newRow("another evening") << "Six Tuesday evenings, beginning on 3 March 2026."
                                         << "The last evening is 14 April 2026."
                                         << "14, April";
        QTest::newRow("difference of two columns")
            << "| Dunlin | 3,150 | 2,870 | | Knot | 1,420 | 960 | | Goose | 610 | 845 | | Curlew | 233 | 241 |"
            << "The last column gives 4,916 birds, 497 fewer than a year earlier."
            << "";
        QTest::newRow("the spring after it") << "She sailed until 14 September 1957 and was broken up the following spring."
                                             << "Fu demolita nella primavera del 1958."
                                             << "";
        QTest::newRow("price of a kilogram") << "Las piezas pesan 1,2 kg. Pieza entera: 27,60 €. Media pieza: 14,40 €."
                                             << "La pieza entera sale a 23 € el kilo."
                                             << "";
        QTest::newRow("another price of a kilogram")
            << "Las piezas pesan 1,2 kg. Pieza entera: 27,60 €. Media pieza: 14,40 €."
            << "La pieza entera sale a 21 € el kilo."
            << "21";
        QTest::newRow("kilometers of a route") << "No hay agua entre Casas Viejas (km 14) y Los Nogales (km 33)."
                                               << "Vienen 19 km sin agua."
                                               << "";
        QTest::newRow("tenths of seconds") << "Tarvin won in 6:12.4, which was 1.8 seconds ahead of Skerry Bay."
                                           << "Skerry Bay came home in 6:14.2."
                                           << "";
        QTest::newRow("holidays") << "Op eerste kerstdag en nieuwjaarsdag blijft het gesloten."
                                  << "Het is dicht op 25 december en 1 januari."
                                  << "";
        QTest::newRow("knots") << "Het haalde 14 knopen."
                               << "Dat is bijna 26 km/u."
                               << "";
        QTest::newRow("no word for closed") << "Buses run on Mondays, Tuesdays and Fridays."
                                            << "The automatic shuttle also runs on Sunday."
                                            << "Sunday";
        QTest::newRow("no word for a rest") << "The restaurant gives 30 % to guests, 42 % to members and 11 % to all."
                                            << "It gives 17 %."
                                            << "17";
        QTest::newRow("cells of a row") << "All prices in pounds. | Bathroom | 3,900 | 4,600 | 11 | | Kitchen | 2,750 | 8,400 | 8 |"
                                        << "The kitchen costs £11,150."
                                        << "";
        QTest::newRow("large units") << "La cave produit 6 000 hectolitres ; elle consommait 1 250 mégawattheures."
                                     << "It makes 600,000 litres and used 1,250 MWh."
                                     << "";
        QTest::newRow("century in Roman numerals") << "Le phylloxéra détruit les vignes entre 1879 et 1886."
                                                   << "Il a ravagé les vignes à la fin du XIXe siècle."
                                                   << "";
        QTest::newRow("another century") << "Le phylloxéra détruit les vignes entre 1879 et 1886."
                                         << "Il a ravagé les vignes à la fin du XVIIIe siècle."
                                         << "XVIIIe";
        QTest::newRow("no holiday") << "Prenatal courses begin in March."
                                    << "They begin on 25 December."
                                    << "25, December";
        QTest::newRow("product with words") << "Three sets of ten, three times daily."
                                            << "That is 90 repetitions (3 sets × 10 × 3 sessions)."
                                            << "";
        QTest::newRow("family ticket") << "Bilet normalny kosztuje 28 zł, ulgowy 18 zł, rodzinny 75 zł."
                                       << "Rodzinny jest o 17 zł tańszy niż dwa normalne i dwa ulgowe (92 zł)."
                                       << "";
    }
    void factsMayBeWrittenOtherwise()
    {
        QFETCH(QString, passage);
        QFETCH(QString, statement);
        QFETCH(QString, missing);

        QCOMPARE(missingIn(statement.toStdString(), passage.toStdString()), missing);
    }

    void factsMayBeInAnyPassage()
    {
        const std::string_view passages[] = {"The lamp blinks 5 times.", "Irma repairs it in May."};

        QVERIFY(
            missingFacts("In May, Irma repairs lamps that blink five times.", passages).empty());
        QCOMPARE(
            missingFacts("In May, Irma repairs 7 lamps.", passages), std::vector<std::string>{"7"});
        QCOMPARE(missingFacts("It blinks 5 times.", {}), std::vector<std::string>{"5"});
    }

    // Numbers of long passages are combined, but only so many.
    void manyNumbersTakeLittleTime()
    {
        std::string passage, statement;
        for (int number = 0; number < 3000; ++number) {
            const std::string text = std::to_string(7919 * (number + 1) % 9973);
            passage += text
                + (number % 3 == 0        ? " kg, "
                        : number % 3 == 1 ? " %, "
                                          : " on 3 May, ");
            if (number < 300)
                statement += text + ".37 euros in " + text + " days and ";
        }
        missingIn(statement, passage); // reads the tables of words
        const std::clock_t begin = std::clock();
        QVERIFY(!missingIn(statement, passage).isEmpty());
        const double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
        QVERIFY2(seconds < 1, qPrintable(QString::number(seconds)));
    }

    void nothingIsTooStrange_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no text") << QByteArray();
        QTest::newRow("signs") << QByteArray(
            "[] | | , . 1.1.1.1 ,,, ' _ £ ° - 5-5-5 1/2/ ½½ 百分之");
        QTest::newRow("no UTF-8") << QByteArray("\xff\xfe\x80 abc \xc3");
        QTest::newRow("digits") << QByteArray(5000, '9');
        QTest::newRow("groups of digits") << QByteArray("1") + QByteArray(" 000").repeated(500);
        QTest::newRow("number words") << QByteArray("nine hundred thousand ").repeated(300);
        QTest::newRow("Chinese numerals") << QByteArray("九亿万千百十").repeated(300);
        QTest::newRow("joined numerals") << QByteArray("undhundert").repeated(300);
        QTest::newRow("one word") << QByteArray(20'000, 'x');
        QTest::newRow("dates")
            << QByteArray("1.2.2003 31/12/99 99-99-99 4 May 9999 ").repeated(200);
        QTest::newRow("days that no month has")
            << QByteArray("the day before 31 February 2024, 30.2. ");
        QTest::newRow("many numbers") << QByteArray("7 of 13 %, ").repeated(2000);
    }
    void nothingIsTooStrange()
    {
        QFETCH(QByteArray, text);
        const std::string strange = text.toStdString();

        QCOMPARE(citationsIn(strange + " [1]", std::vector{strange}).size(), size_t(1));
        citationsIn("The lamp blinks 5 times [1]", std::vector{strange});
        citationsIn(strange + " [1]", std::vector<std::string>{"The lamp blinks 5 times."});
    }
};

TESTS(FactCheckTest);
#include "fact_check_test.moc"

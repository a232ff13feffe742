#include "services/documents/answers/picture_claims.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace services;
using Kind = PictureClaim::Kind;

namespace {

// Lines of words, each a tenth of the image high; a letter is a hundredth of it wide. "   " begins another
// column of the same line.
PictureText textOf(const QStringList& lines)
{
    PictureText text;
    for (qsizetype line = 0; line < lines.size(); ++line) {
        qsizetype at = 0;
        for (const QString& word : lines[line].split(u' ')) {
            if (!word.isEmpty())
                text.words << PictureWord{word,
                    {0.01 * double(at), 0.1 * double(line), 0.01 * double(word.size()), 0.08}};
            at += word.size() + 1;
        }
        text.words.last().after = PictureWord::After::Line;
    }
    return text;
}

const QStringList receipt{"Corner Bakery Möller", "12 Harbour Street", "Date 2025-03-04 14:05",
    "Two coffees 7.60", "Apple cake 4.20", "Rolls 2 x 1.40 2.80", "Total EUR 14.60",
    "Receipt INV-2O25-0031", "Served by Anna Schmidt", "Tel 030 123 45 67", "Points 1,250"};

// The claims as "text:kind", those that aren't supported with "!" before them.
QStringList claims(const QString& answer, const QStringList& lines = receipt)
{
    const std::string text = answer.toStdString();
    QStringList result;
    for (const PictureClaim& claim : findPictureClaims(text, textOf(lines)))
        result << (claim.isSupported ? QString() : u"!"_qs)
                + QString::fromStdString(text.substr(claim.bytes.from, claim.bytes.size())) + u':'
                + QString::fromUtf8(toString(claim.kind).data());
    return result;
}

QRectF placeOf(const QString& answer, const QStringList& lines = receipt)
{
    const auto found = findPictureClaims(answer.toStdString(), textOf(lines));
    return found.empty() ? QRectF() : found.front().place;
}

} // namespace

// Facts of an answer are searched in the text of its image.
class PictureClaimsTest : public QObject {
    Q_OBJECT

private slots:
    // What is next to each other in a form isn't one number, and a letter behind one is none of its digits.
    void fieldsOfAFormAreApart()
    {
        const QStringList form{"Gate   Seat   Boarding", "26   25B   9:50", "Code 2O25"};

        QCOMPARE(claims("It is at gate 26, the seat is 25B, and boarding begins at 9:50.", form),
            (QStringList{"26:number", "25:number", "9:50:time"}));
        QCOMPARE(claims("It is at gate 27, the seat is 24B.", form), (QStringList{"!27:number", "!24:number"}));
        QCOMPARE(claims("The code is 2025.", form), QStringList{"2025:number"});
    }

    void factsAreFoundInAnyNotation_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* answer, const QStringList& expected) {
            QTest::newRow(answer) << QString::fromUtf8(answer) << expected;
        };
        row("In total, 14.60 euros were paid.", {"14.60:number"});
        row("Bezahlt wurden 14,60 € für alles.", {"14,60:number"});
        row("In total, 14.80 euros were paid.", {"!14.80:number"});
        row("The date is 4 March 2025.", {"4 March 2025:date"});
        row("The date is March 4th, 2025.", {"March 4th, 2025:date"});
        row("Das war am 04.03.2025 um 14:05 Uhr.", {"04.03.2025:date", "14:05:time"});
        row("It was printed at 2:05 pm on Tuesday.", {"2:05 pm:time", "Tuesday:date"});
        row("It was printed on Monday, 5 March 2025.", {"!Monday:date", "!5 March 2025:date"});
        row("Il date du 4 mars 2025 et non de juillet.", {"4 mars 2025:date", "!juillet:date"});
        row("The number is INV-2025-0031.", {"INV-2025-0031:code"});
        row("The number is INV-2025-0037.", {"!INV-2025-0037:code"});
        row("Call 030 1234567 for more.", {"030 1234567:code"});
        row("Call 030 1234576 for more.", {"!030 1234576:code"});
        row("She has 1250 points.", {"1250:number"});
        row("The waitress was Anna Schmidt.", {"Anna Schmidt:name"});
        row("The waitress was Anna Schmitz.", {"!Anna Schmitz:name"});
        row("It comes from Corner Bakery Moller.", {"Corner Bakery Moller:name"});
        row("Die Bäckerei heißt Corner Bakery Müller.", {"!Corner Bakery Müller:name"});
        row("It says \"Apple cake\" and \"Pear cake\".", {"Apple cake:quote", "!Pear cake:quote"});
        row("It looks like a \"bill\" with 3 items.", {});
        row("1. Tea\n2. Sugar", {});
    }
    void factsAreFoundInAnyNotation()
    {
        QFETCH(QString, answer);
        QFETCH(QStringList, expected);
        QCOMPARE(claims(answer).join(u", "), expected.join(u", "));
    }

    void signsThatOcrConfusesAreEqual()
    {
        QCOMPARE(claims("It costs 12.80 at Millbrook.", {"l2.8O", "MiIlbrook"}),
            (QStringList{"12.80:number", "Millbrook:name"}));
        QCOMPARE(claims("It costs 12.80.", {"12 , 80 EUR"}), QStringList{"12.80:number"});
        QCOMPARE(claims("It costs 12.80.", {"1280 EUR"}), QStringList{"12.80:number"});
        QCOMPARE(claims("It costs 12.86.", {"l2.8O"}), QStringList{"!12.86:number"});
        QCOMPARE(claims("The farm is owned by Connor Marne.", {"Famn", "Connor", "Mame"}),
            QStringList{"Connor Marne:name"});
    }

    void sumsAreComputedAgain()
    {
        QCOMPARE(claims("7.60 + 4.20 = 11.80"),
            (QStringList{"7.60:number", "4.20:number", "11.80:sum"}));
        QCOMPARE(claims("7.60 + 4.20 = 11.90"),
            (QStringList{"7.60:number", "4.20:number", "!11.90:sum"}));
        QCOMPARE(claims("2 x 1.40 = 2.80").last(), QString("2.80:sum"));
        QCOMPARE(claims("Coffee (7.60) and cake (4.20) cost 11.80 together.").last(),
            QString("11.80:number"));
        QCOMPARE(claims("Coffee (7.60) and cake (4.20) cost 11.90 together.").last(),
            QString("!11.90:number"));
    }

    void ofTwoPlacesTheOneNextToTheSameWordsIsTaken()
    {
        const QStringList lines{"Coffee 4.20", "Cake 4.20", "Total 4.20"};
        QCOMPARE(placeOf("The cake costs 4.20.", lines).y(), 0.1);
        QCOMPARE(placeOf("The Coffee was 4.20.", lines).y(), 0.0);
        QCOMPARE(placeOf("In summe 4.20.", lines).y(), 0.2);
        QCOMPARE(placeOf("A name: Harbour Street"), QRectF(0.03, 0.1, 0.14, 0.08));
        QVERIFY(placeOf("7.60 + 4.20 = 11.80").isValid());
        QVERIFY(placeOf("In total, 99.90.").isNull());
    }

    void coordinatesOfBoxesAreNoClaims()
    {
        QCOMPARE(claims("14.60 is here: [{\"bbox_2d\": [512, 840, 910.5, 900], \"label\": \"total\"}]"),
            (QStringList{"14.60:number", "total:quote"}));
        QCOMPARE(claims("The <ref>total</ref><box>[[512, 840, 910, 900]]</box> is 14.70."),
            QStringList{"!14.70:number"});
    }

    void withoutTextNothingIsClaimed()
    {
        QVERIFY(findPictureClaims("A dog on a meadow, 3 May 2024, in Norwich.", {}).empty());
        QVERIFY(findPictureClaims("In Norwich\xFF 12.80", textOf(receipt)).empty());
    }

    void bytesAreThoseOfTheAnswer()
    {
        const std::string answer = "“Café” für 14,60 €";
        const auto found = findPictureClaims(answer, textOf(receipt));
        QCOMPARE(found.size(), size_t(2));
        QCOMPARE(answer.substr(found[0].bytes.from, found[0].bytes.size()), std::string("Café"));
        QCOMPARE(answer.substr(found[1].bytes.from, found[1].bytes.size()), std::string("14,60"));
    }

    void languagesAreThoseOfTheAnswer()
    {
        const TextLanguages none{"/nowhere", {"eng"}, {}};
        QCOMPARE(
            textLanguagesFor("Die Rechnung ist von der Bäckerei und nicht bezahlt.", none).missing,
            QStringList{"deu"});
        QCOMPARE(textLanguagesFor("Счёт оплачен в марте.", none).missing.value(0), QString("rus"));
        QCOMPARE(textLanguagesFor("Xyz 12.80", none).missing, QStringList());
    }

    // Sizes are bounded, whatever an answer and an image contain.
    void hostileTextsTakeNoTime()
    {
        QString answer;
        QStringList lines;
        for (int number = 0; number < 4000; ++number) {
            answer += QStringLiteral("Abcdefghijklmnopqrst%1 Xyz%2 und 1.%2, ")
                          .arg(number)
                          .arg(number * 7);
            lines << QStringLiteral("Abcdefghijklmnopqrsu%1 %2").arg(number * 3).arg(number);
        }
        const auto found = findPictureClaims(answer.toStdString(), textOf(lines));
        QVERIFY(found.size() <= 300);
        for (size_t claim = 1; claim < found.size(); ++claim)
            QVERIFY(found[claim - 1].bytes.to <= found[claim].bytes.from);
    }
};

TESTS(PictureClaimsTest);

#include "picture_claims_test.moc"

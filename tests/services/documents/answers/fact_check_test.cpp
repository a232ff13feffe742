#include "services/documents/answers/citations.h"
#include "services/documents/answers/fact_check.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTest>

using namespace services;

namespace {

/// A statement about a passage, right or wrong in one fact.
struct Pair {
    std::string passage, statement;
    QByteArray wrong; ///< "number", "date", "name" or "meaning"; empty: it is right
};

// "= name", then lines of a passage, then statements: "+ right" and "- what is wrong: wrong".
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
            passage.clear();
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

    void rightStatementsAreNotMarked_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("least"); // statements
        QTest::newRow("known") << "statements.txt" << 100;
        QTest::newRow("by an author who hadn't seen the rules") << "statements_unseen.txt" << 60;
    }
    void rightStatementsAreNotMarked()
    {
        QFETCH(QString, file);
        QFETCH(int, least);
        int right = 0;
        for (const Pair& pair : readPairs(file)) {
            right += pair.wrong.isEmpty() ? 1 : 0;
            const QString missing
                = pair.wrong.isEmpty() ? missingIn(pair.statement, pair.passage) : "";
            QVERIFY2(missing.isEmpty(),
                qPrintable(missing + " in: " + QString::fromStdString(pair.statement)));
        }
        QVERIFY(right >= least);
    }

    void wrongFactsAreMarked_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<int>("least"); // statements
        QTest::addColumn<int>("share"); // of 100 wrong ones, as many are marked at least
        QTest::newRow("number") << "statements.txt" << QByteArray("number") << 40 << 92;
        QTest::newRow("date") << "statements.txt" << QByteArray("date") << 15 << 95;
        QTest::newRow("name") << "statements.txt" << QByteArray("name") << 20 << 100;
        const QString unseen = "statements_unseen.txt";
        QTest::newRow("unseen number") << unseen << QByteArray("number") << 25 << 100;
        QTest::newRow("unseen date") << unseen << QByteArray("date") << 12 << 100;
        QTest::newRow("unseen name") << unseen << QByteArray("name") << 13 << 92;
    }
    void wrongFactsAreMarked()
    {
        QFETCH(QString, file);
        QFETCH(QByteArray, kind);
        QFETCH(int, least);
        QFETCH(int, share);
        int wrong = 0, marked = 0;
        for (const Pair& pair : readPairs(file))
            if (pair.wrong == kind) {
                ++wrong;
                const bool isMarked = !missingIn(pair.statement, pair.passage).isEmpty();
                marked += isMarked ? 1 : 0;
                if (!isMarked)
                    qInfo("not marked: %s", pair.statement.c_str());
            }

        qInfo("%d of %d are marked", marked, wrong);
        QVERIFY(wrong >= least);
        QVERIFY(marked * 100 >= wrong * share);
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

    void factsMayBeInAnyPassage()
    {
        const std::string_view passages[] = {"The lamp blinks 5 times.", "Irma repairs it in May."};

        QVERIFY(
            missingFacts("In May, Irma repairs lamps that blink five times.", passages).empty());
        QCOMPARE(
            missingFacts("In May, Irma repairs 7 lamps.", passages), std::vector<std::string>{"7"});
        QCOMPARE(missingFacts("It blinks 5 times.", {}), std::vector<std::string>{"5"});
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

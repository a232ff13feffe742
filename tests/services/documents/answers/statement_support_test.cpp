#include "services/documents/answers/citations.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTest>

using namespace services;

namespace {

/// A statement and a passage that it cites, rightly or wrongly.
struct Pair {
    std::string passage, statement;
    bool isRight = false;
};

// "= name", then lines of a passage, then statements: "+ right" and "- what is wrong: wrong".
std::vector<Pair> pairsOf(const QString& name)
{
    QFile file("services/documents/answers/" + name);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    std::vector<Pair> pairs;
    QByteArray passage;
    for (const QByteArray& line : file.readAll().split('\n')) {
        if (line.startsWith("= "))
            passage.clear();
        else if (line.startsWith("+ "))
            pairs.push_back({passage.toStdString(), line.mid(2).toStdString(), true});
        else if (line.startsWith("- ") && line.indexOf(": ") > 0)
            pairs.push_back(
                {passage.toStdString(), line.mid(line.indexOf(": ") + 2).toStdString(), false});
        else
            passage += line + '\n';
    }
    return pairs;
}

bool isMarked(const Pair& pair)
{
    const auto citations = citationsIn(pair.statement + " [1]", std::vector{pair.passage});
    return citations.empty() || !citations.front().isSupported;
}

} // namespace

// How often a citation that its passage does not carry is noticed, and one that it carries is not.
class StatementSupportTest : public QObject {
    Q_OBJECT

private slots:
    void wrongCitationsAreMarkedAndRightOnesAreNot_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("least"); // pairs of each kind
        QTest::addColumn<int>("wrongShare"); // of 100 wrong ones, as many are marked at least
        QTest::addColumn<int>("rightShare"); // of 100 right ones, as many at the most
        QTest::newRow("tuned on") << "statements_tuned_on.txt" << 100 << 90 << 10;
        QTest::newRow("tested on") << "statements_tested_on.txt" << 50 << 90 << 10;
        // These texts led only to opposites that were missing, so they show what to expect of
        // others.
        QTest::newRow("fresh") << "statements_fresh.txt" << 50 << 72 << 14;
    }
    void wrongCitationsAreMarkedAndRightOnesAreNot()
    {
        QFETCH(QString, file);
        QFETCH(int, least);
        QFETCH(int, wrongShare);
        QFETCH(int, rightShare);
        int right = 0, rightMarked = 0, wrong = 0, wrongMarked = 0;

        for (const Pair& pair : pairsOf(file)) {
            (pair.isRight ? right : wrong) += 1;
            (pair.isRight ? rightMarked : wrongMarked) += isMarked(pair) ? 1 : 0;
        }

        qInfo("%d of %d wrong ones are marked, and %d of %d right ones", wrongMarked, wrong,
            rightMarked, right);
        QVERIFY(right >= least && wrong >= least);
        QVERIFY(wrongMarked * 100 >= wrong * wrongShare);
        QVERIFY(rightMarked * 100 <= right * rightShare);
    }

    void nothingIsTooStrange_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("no text") << QByteArray();
        QTest::newRow("signs") << QByteArray("[] | | , . 1.1.1.1 ,,, ' _ £ °");
        QTest::newRow("no UTF-8") << QByteArray("\xff\xfe\x80 abc \xc3");
        QTest::newRow("digits") << QByteArray(5000, '9');
        QTest::newRow("number words") << QByteArray("nine hundred thousand ").repeated(300);
        QTest::newRow("one word") << QByteArray(20'000, 'x');
        QTest::newRow("denials") << QByteArray("not no never ").repeated(300);
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

TESTS(StatementSupportTest);
#include "statement_support_test.moc"

#include "services/documents/answers/citations.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace services;

namespace {

const std::vector<std::string> passages{
    "The lamp blinks red when the tank is empty. Fill it with water to the mark.",
    "The warranty ends 24 months after the day of purchase.",
    "The filter is washed once a month, but never in the dishwasher."};

std::string_view cut(std::string_view answer, ByteRange bytes)
{
    return answer.substr(bytes.from, bytes.size());
}

// "1 [1] The lamp is red [1]." a line: number, mark and statement.
QString described(std::string_view answer)
{
    QStringList lines;
    for (const Citation& citation : citationsIn(answer, passages)) {
        std::string line = std::to_string(citation.number) + ' ';
        line.append(cut(answer, citation.mark)).append(" ").append(cut(answer, citation.statement));
        lines << QString::fromStdString(line);
    }
    return lines.join(u'\n');
}

} // namespace

// The marks of an answer and what they belong to.
class CitationsTest : public QObject {
    Q_OBJECT

private slots:
    void marksAreFoundWithoutComparing()
    {
        const std::string answer
            = "The tank is empty [1][3]. It costs 7 euros [2]. See [9] and the lamp.";

        std::vector<Citation> compared = citationsIn(answer, passages);
        const std::vector<Citation> found = findCitations(answer);

        QVERIFY(compared[0].isSupported && !compared[2].missing.empty());
        for (Citation& citation : compared)
            citation = {citation.mark, citation.statement, citation.number};
        QCOMPARE(found, compared);
        QCOMPARE(statementsCiting(answer, 3), std::vector<std::string>{"The tank is empty ."});
        QVERIFY(statementsCiting(answer, 4).empty());
    }

    void theCostOfACheckIsEstimated()
    {
        const std::string answer = "The tank is empty [1][3]. It costs 7 euros [2]. See [9].";

        const CheckCost cost = estimateCheck(answer, passages);

        QCOMPARE(cost.statements, size_t(3));
        size_t read = 0;
        for (const std::string& passage : passages)
            read += estimatedTokens(passage);
        QVERIFY(cost.tokens > read + 100 && cost.tokens < read + 200);
        QCOMPARE(estimateCheck("Nothing is cited.", passages), CheckCost());
    }

    void theHeadingIsComparedToo()
    {
        DocumentHit hit;
        hit.passage.heading = "Model KX-200";
        hit.passage.text = "The lamp blinks.";
        const std::vector<std::string> texts = citedTexts({{hit, DocumentHit()}});

        QCOMPARE(texts[0], "Model KX-200\nThe lamp blinks.");
        QCOMPARE(texts[1], "");
        QVERIFY(citationsIn("The lamp of the KX-200 blinks [1].", texts)[0].isSupported);
    }

    void aMarkBelongsToItsStatement_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("citations");
        QTest::newRow("in the sentence") << "It blinks. The tank is empty [1]."
                                         << "1 [1] The tank is empty [1].";
        QTest::newRow("behind it") << "The tank is empty. [1] Water is needed. [2]"
                                   << "1 [1] The tank is empty. [1]\n2 [2] Water is needed. [2]";
        QTest::newRow("before it") << "According to [1], the tank is empty."
                                   << "1 [1] According to [1], the tank is empty.";
        QTest::newRow("its subject") << "So it is. [1] says that the tank is empty."
                                     << "1 [1] [1] says that the tank is empty.";
        QTest::newRow("two parts") << "The tank is empty [1], and the warranty has ended [2]."
                                   << "1 [1] The tank is empty [1]\n"
                                      "2 [2] and the warranty has ended [2].";
        QTest::newRow("several") << "The tank is empty [1][3]."
                                 << "1 [1] The tank is empty [1][3].\n"
                                    "3 [3] The tank is empty [1][3].";
        QTest::newRow("several in one") << "The tank is empty [1, 3]."
                                        << "1 1 The tank is empty [1, 3].\n"
                                           "3 3 The tank is empty [1, 3].";
        QTest::newRow("items of a list") << "1. The tank is empty [1]\n2. Some water [2]"
                                         << "1 [1] 1. The tank is empty [1]\n"
                                            "2 [2] 2. Some water [2]";
        QTest::newRow("abbreviations") << "It is empty, e.g. at 3.5 l, says Dr. No [1]."
                                       << "1 [1] It is empty, e.g. at 3.5 l, says Dr. No [1].";
        QTest::newRow("Chinese") << "水箱空了[1]。灯会闪烁[2]。"
                                 << "1 [1] 水箱空了[1]。\n2 [2] 灯会闪烁[2]。";
        QTest::newRow("nothing but marks") << "[1][2]"
                                           << "1 [1] [1][2]\n2 [2] [1][2]";
    }
    void aMarkBelongsToItsStatement()
    {
        QFETCH(QString, answer);
        QFETCH(QString, citations);

        QCOMPARE(described(answer.toStdString()), citations);
    }

    void whatIsNoMarkIsNoCitation_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::newRow("code") << "Write `list[1]` or ``a ` [2]``.";
        QTest::newRow("fence") << "So:\n```c\nx = a\n[1];\n```\n";
        QTest::newRow("a fence to the end") << "So:\n~~~\n[1]";
        QTest::newRow("link") << "See [1](https://example.org).";
        QTest::newRow("definition") << "[1]: https://example.org";
        QTest::newRow("words") << "A [note] and [1a] and [ ] and [].";
        QTest::newRow("year") << "In [2024] it began.";
        QTest::newRow("escaped") << "So \\[1] is no mark.";
        QTest::newRow("cut off") << "The tank is empty [1";
        QTest::newRow("nothing") << "";
    }
    void whatIsNoMarkIsNoCitation()
    {
        QFETCH(QString, answer);

        QCOMPARE(described(answer.toStdString()), QString());
    }

    void backticksThatAreNeverClosedHideNothing()
    {
        QCOMPARE(described("A ` stands here. The tank is empty [1]."),
            QString("1 [1] The tank is empty [1]."));
    }

    void citationsAreSupportedByTheFactsOfTheirPassages_data()
    {
        QTest::addColumn<QString>("answer");
        QTest::addColumn<QString>("supported"); // + or - for each citation
        QTest::newRow("no facts") << "When the tank is empty, the lamp blinks red [1]."
                                  << "+";
        QTest::newRow("its number") << "The warranty ends after 24 months [2]."
                                    << "+";
        QTest::newRow("another number") << "The warranty ends after 36 months [2]."
                                        << "-";
        QTest::newRow("of another passage") << "The warranty ends after 24 months [1]."
                                            << "-";
        QTest::newRow("of no passage") << "The tank is empty [4], the lamp red [0]."
                                       << "--";
        QTest::newRow("together") << "The lamp blinks red when the tank is empty, and the warranty "
                                     "ends after 24 months [1][2]."
                                  << "++";
        QTest::newRow("one has it") << "The warranty ends after 24 months [1][2]."
                                    << "++";
    }
    void citationsAreSupportedByTheFactsOfTheirPassages()
    {
        QFETCH(QString, answer);
        QFETCH(QString, supported);

        QString marks;
        for (const Citation& citation : citationsIn(answer.toStdString(), passages))
            marks += citation.isSupported ? '+' : '-';
        QCOMPARE(marks, supported);
    }
};

TESTS(CitationsTest);
#include "citations_test.moc"

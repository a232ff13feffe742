#include "base/error.h"
#include "engine/filters/gbnf_grammar.h"
#include "engine/filters/grammar_constraint.h"
#include "tests/engine/filters/random_vocabulary.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace engine;

namespace {

// JSON as llama.cpp's documentation writes it.
std::string json()
{
    return tests::readBytes(tests::dataFolder() / "filters/json.gbnf");
}

bool takes(const std::string& grammar, const std::string& text)
{
    const auto filter = grammarConstraint(tests::randomVocabulary("ab", 4, 1), grammar)->start();
    return (text.empty() || filter->take(text)) && filter->mayEnd();
}

QString refusal(const std::string& grammar)
{
    try {
        grammarConstraint(tests::randomVocabulary("ab", 4, 1), grammar);
    } catch (const base::Error& error) {
        return error.what();
    }
    return "taken";
}

} // namespace

class GbnfTest : public QObject {
    Q_OBJECT

private slots:
    void takesTheTextsOfAGrammar_data()
    {
        QTest::addColumn<QString>("grammar");
        QTest::addColumn<QStringList>("taken");
        QTest::addColumn<QStringList>("refused");
        using List = QStringList;
        QTest::newRow("literals") << "root ::= \"a\\\"b\" | \"c\\\\\" | \"\\x41\\u00e9\\U0001F600\""
                                  << List{"a\"b", "c\\", "Aé😀"} << List{"", "a", "Aé"};
        QTest::newRow("classes") << "root ::= [a-cx\\]-] [^a\\n] ." << List{"ab\n", "-bb", "]éé"}
                                 << List{"aab", "dbb", "ab"};
        QTest::newRow("repetitions")
            << "root ::= \"ab\"* \"c\"+ \"d\"? \"e\"{2} \"f\"{1,} \"g\"{0,2}"
            << List{"ababceef", "cdeeffgg"} << List{"abeef", "ceefggg"};
        QTest::newRow("references") << "root ::= b root | b\nb ::= \"x\" a-1\na-1 ::= \"y\" | \"\""
                                    << List{"x", "xyxxy"} << List{"", "y", "xyy"};
        QTest::newRow("lines") << "root ::=\n  \"a\" |\n  \"b\" # one\n  | \"c\" (\n \"d\"\n)\r\n\n"
                               << List{"a", "b", "cd"} << List{"c"};
        QTest::newRow("nothing") << "root ::= " << List{""} << List{"a"};
        QTest::newRow("groups") << "root ::= (\"a\" (\"b\" | \"c\")+ )*" << List{"", "abcac"}
                                << List{"aa"};
        QTest::newRow("json") << QString::fromStdString(json())
                              << List{"{\"a\": [1, -2.5e3, \"x\\n\\u00e9\", {}, true]}", "{}"}
                              << List{"[]", "{\"a\": 01}", "{\"a\": \"x}", "{\"a\":\"\n\"}"};
    }
    void takesTheTextsOfAGrammar()
    {
        QFETCH(QString, grammar);
        QFETCH(QStringList, taken);
        QFETCH(QStringList, refused);

        for (const QString& text : taken)
            QVERIFY2(takes(grammar.toStdString(), text.toStdString()), qPrintable(text));
        for (const QString& text : refused)
            QVERIFY2(!takes(grammar.toStdString(), text.toStdString()), qPrintable(text));
    }

    void refusesWithTheLineAndTheReason_data()
    {
        QTest::addColumn<QString>("grammar");
        QTest::addColumn<QString>("sentence");
        QTest::newRow("no root") << "a ::= \"b\""
                                 << "The grammar has no rule \"root\".";
        QTest::newRow("undefined rule")
            << "root ::= \"a\"\n  | item"
            << "Line 2 of the grammar refers to the rule \"item\", which is not defined.";
        QTest::newRow("twice") << "root ::= \"a\"\nroot ::= \"b\""
                               << "The grammar defines the rule \"root\" twice, in lines 1 and 2.";
        QTest::newRow("left recursion")
            << "root ::= root \"a\" | \"b\""
            << "The rule \"root\" begins with itself (left recursion), which cannot be enforced; "
               "write it as a repetition.";
        QTest::newRow("open literal") << "root ::= \"a"
                                      << "Line 1 of the grammar has an unclosed \".";
        QTest::newRow("open class") << "root ::= [a-"
                                    << "Line 1 of the grammar has an unclosed [.";
        QTest::newRow("open group")
            << "root ::= (\"a\"\n"
            << "Line 2 of the grammar has an unclosed group: a \")\" is missing.";
        QTest::newRow("token")
            << "root ::= <think>"
            << "Line 1 of the grammar refers to a token, which can't be enforced; write its text.";
        QTest::newRow("bounds")
            << "root ::= \"a\"{3,2}"
            << "Line 1 of the grammar has the bounds of a repetition in the wrong order.";
        QTest::newRow("count") << "root ::= \"a\"{99999999}"
                               << "Line 1 of the grammar repeats more than 1000000 times.";
        QTest::newRow("endless") << "root ::= \"a\" root"
                                 << "No text satisfies this constraint.";
        QTest::newRow("escape") << "root ::= \"\\q\""
                                << "Line 1 of the grammar has an unknown escape: \\q.";
        QTest::newRow("rest")
            << "root ::= \"a\" )"
            << "Line 1 of the grammar has unexpected text after the rule \"root\".";
    }
    void refusesWithTheLineAndTheReason()
    {
        QFETCH(QString, grammar);
        QFETCH(QString, sentence);

        QCOMPARE(refusal(grammar.toStdString()), sentence);
    }

    void boundsWhatHostileTextsCost()
    {
        std::string chain = "root ::= r0\n";
        for (int rule = 0; rule < 20'000; ++rule)
            chain += "r" + std::to_string(rule) + " ::= r" + std::to_string(rule + 1) + "\n";
        chain += "r20000 ::= \"a\"";

        QVERIFY(refusal("root ::= " + std::string(100'000, '(')).contains("deeper"));
        QVERIFY(refusal("root ::= \"a\"" + std::string(100'000, '*')).contains("repetitions"));
        QVERIFY(refusal(std::string(2'000'000, ' ')).contains("bytes"));
        QVERIFY(refusal("root ::= \"\xFF\"").contains("UTF-8"));
        refusal(chain); // takes it or not, but ends
        QVERIFY(takes("root ::= (\"a\"{0,1000000}){0,1000000}", std::string(1'000, 'a')));
    }

    void survivesChangedTexts()
    {
        std::mt19937 numbers(31);
        for (int round = 0; round < 3'000; ++round) {
            std::string text = json();
            for (size_t change = 1 + numbers() % 3; change > 0; --change) {
                const size_t at = numbers() % text.size();
                if (numbers() % 2)
                    text.erase(at, 1 + numbers() % 4);
                else
                    text[at] = "\"()[]{}|*+?:=\\#\n-"[numbers() % 17];
            }
            const QString sentence = refusal(text);
            QVERIFY2(sentence == "taken" || sentence.endsWith('.'), qPrintable(sentence));
        }
    }

    void masksAgreeWithTryingEveryToken()
    {
        std::string letters = "{}[]:,\"\\ \n01e.-tru";
        const auto trie = tests::randomVocabulary(letters, 800, 8);
        std::mt19937 numbers(5);
        for (int round = 0; round < 3; ++round) {
            const auto filter = grammarConstraint(trie, json())->start();
            QVERIFY(tests::randomWalkAgrees(*filter, *trie, 25, numbers));
        }
    }
};

TESTS(GbnfTest);
#include "gbnf_test.moc"

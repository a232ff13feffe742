#include "base/error.h"
#include "engine/filters/string_constraints.h"
#include "tests/engine/filters/random_vocabulary.h"
#include "tests/support/test_program.h"

#include <QTest>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

using namespace engine;

namespace {

bool takes(const Constraint& constraint, const std::string& text)
{
    const auto filter = constraint.start();
    return (text.empty() || filter->take(text)) && filter->mayEnd();
}

/// Whether PCRE2 matches the whole text.
class Pcre {
public:
    explicit Pcre(const std::string& pattern)
    {
        const std::string whole = "(?:" + pattern + ")";
        int error = 0;
        PCRE2_SIZE position = 0;
        m_code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(whole.data()), whole.size(),
            PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_ANCHORED | PCRE2_ENDANCHORED, &error,
            &position, nullptr);
    }
    ~Pcre() { pcre2_code_free(m_code); }

    bool matches(const std::string& text) const
    {
        pcre2_match_data* data = pcre2_match_data_create(1, nullptr);
        const int found = pcre2_match(
            m_code, reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(), 0, 0, data, nullptr);
        pcre2_match_data_free(data);
        return found >= 0;
    }

private:
    pcre2_code* m_code;
};

std::string randomPattern(std::mt19937& numbers, int depth)
{
    const auto part = [&] { return randomPattern(numbers, depth - 1); };
    if (depth == 0) {
        static const char* atoms[] = {"a", "b", "é", ".", "[ab]", "[^a]", "[a-é]", "\\d", "\\w",
            "(?:^a|b)", "(?:a|b$)", "^", "$", "\\S", "é|a", "\\p{L}", "\\P{Ll}", "[\\p{Nd}b]"};
        return atoms[numbers() % std::size(atoms)];
    }
    switch (numbers() % 5) {
    case 0:
        return "(?:" + part() + "|" + part() + ")";
    case 1: {
        static const char* counts[] = {"*", "+", "?", "{2}", "{1,2}", "{0,3}?", "{1,}"};
        const std::string inner = part();
        const bool hasAnchor = inner.find('$') != std::string::npos
            || inner.find("^a") != std::string::npos || inner == "^"
            || inner.find("|^") != std::string::npos || inner.find("^") == 0;
        return hasAnchor ? inner : "(?:" + inner + ")" + counts[numbers() % std::size(counts)];
    }
    default:
        return part() + part();
    }
}

QString refusalOfRegex(const char* pattern)
{
    try {
        regexConstraint(tests::randomVocabulary("ab", 4, 1), pattern);
    } catch (const base::Error& error) {
        return error.what();
    }
    return "taken";
}

} // namespace

class StringConstraintsTest : public QObject {
    Q_OBJECT

private slots:
    void startsWithAPrefixAndGoesOnFreely()
    {
        const auto trie = tests::randomVocabulary("abcd", 200, 1);
        const auto constraint = prefixConstraint(trie, {"abcd", "b", "ab"});

        QVERIFY(takes(*constraint, "ab")); // wins over "abcd"
        QVERIFY(takes(*constraint, "abddd"));
        QVERIFY(takes(*constraint, "b\xFF"));
        QVERIFY(!takes(*constraint, "a"));
        QVERIFY(!takes(*constraint, "ca"));
        std::mt19937 numbers(1);
        QVERIFY(tests::randomWalkAgrees(*constraint->start(), *trie, 8, numbers));
        QVERIFY_EXCEPTION_THROWN(prefixConstraint(trie, {}), base::Error);
    }

    void allowsEveryTokenWithBytesAfterThePrefix()
    {
        const auto trie = tests::randomVocabulary("abcd", 200, 1);
        const auto filter = prefixConstraint(trie, {"ab"})->start();
        QVERIFY(filter->take("abc"));

        for (TokenId id = 0; id < trie->vocabulary(); ++id)
            QCOMPARE(filter->mask().allows(id), !trie->bytes(id).empty());
        QVERIFY(filter->mayEnd() && !filter->mustEnd());
    }

    void selectsOneOfTheChoices()
    {
        const auto trie = tests::randomVocabulary("yesno ", 100, 1);
        const auto constraint = selectConstraint(trie, {"yes", "no", "yes yes"});

        const auto filter = constraint->start();
        QVERIFY(!filter->mayEnd());
        QVERIFY(filter->take("yes") && filter->mayEnd() && !filter->mustEnd());
        QVERIFY(filter->take(" yes") && filter->mustEnd());
        QVERIFY(!takes(*constraint, "Yes") && !takes(*constraint, "nono"));
        std::mt19937 numbers(2);
        QVERIFY(tests::randomWalkAgrees(*constraint->start(), *trie, 8, numbers));
        QVERIFY_EXCEPTION_THROWN(selectConstraint(trie, {}), base::Error);
    }

    void selectsInAnyCaseIfAsked()
    {
        const auto trie = tests::randomVocabulary("ab", 4, 1);
        const auto constraint = selectConstraint(trie, {"Straße", "κόσμος"}, LetterCase::Ignored);

        for (const char* text : {"straße", "STRAßE", "sTRAße", "ΚΌΣΜΟΣ", "κόσμος"})
            QVERIFY2(takes(*constraint, text), text);
        QVERIFY(!takes(*constraint, "Strasse"));
        QVERIFY_EXCEPTION_THROWN(
            selectConstraint(trie, {"\xFF"}, LetterCase::Ignored), base::Error);
        QVERIFY(takes(*selectConstraint(trie, {"\xFF"}), "\xFF"));
    }

    void matchesPatternsAsPcreDoes()
    {
        const auto trie = tests::randomVocabulary("ab", 4, 1);
        const std::vector<std::string> letters = {"a", "b", "1", "é", " "};
        std::mt19937 numbers(17);
        int matches = 0;
        for (int round = 0; round < 1'500; ++round) {
            const std::string pattern = randomPattern(numbers, 1 + round % 4);
            const Pcre pcre(pattern);
            ConstraintPtr constraint;
            try {
                constraint = regexConstraint(trie, pattern);
            } catch (const base::Error& error) {
                if (QString(error.what()).contains("counted repetition"))
                    continue;
                QVERIFY2(QString(error.what()).contains("No text"), error.what());
            }
            for (int sample = 0; sample < 25; ++sample) {
                std::string text;
                for (size_t length = numbers() % 6; length > 0; --length)
                    text += letters[numbers() % letters.size()];
                const bool expected = pcre.matches(text);
                matches += expected;
                QVERIFY2((constraint && takes(*constraint, text)) == expected,
                    (pattern + " with " + text).c_str());
            }
        }
        QVERIFY(matches > 1'000);
    }

    void masksOfPatternsAgreeWithTryingEveryToken_data()
    {
        QTest::addColumn<QString>("pattern");
        for (const char* pattern : {"[a-d]+", "(ab|cd)*d{2,9}", "[^a]{3,30}", "a.{0,25}b",
                 ".*abc.*", "a+b*(c|d)?", "(a?b){4}"})
            QTest::newRow(pattern) << pattern;
    }
    void masksOfPatternsAgreeWithTryingEveryToken()
    {
        QFETCH(QString, pattern);
        const auto trie = tests::randomVocabulary("abcd", 400, 9);
        std::mt19937 numbers(3);

        const auto filter = regexConstraint(trie, pattern.toStdString())->start();

        QVERIFY(tests::randomWalkAgrees(*filter, *trie, 10, numbers));
    }

    void refusesPatternsThatCannotBeEnforced()
    {
        QCOMPARE(refusalOfRegex("a\\bb"),
            "The regular expression \"a\\bb\" has a word boundary (\\b or \\B), which cannot be "
            "enforced, at character 2.");
        QCOMPARE(refusalOfRegex("b(?=a)a"),
            "The regular expression \"b(?=a)a\" has a look-ahead, which cannot be enforced, at "
            "character 2.");
        QVERIFY(refusalOfRegex("a\\p{Greek}").contains("\\p"));
        QVERIFY(refusalOfRegex("(a)\\1").contains("back-reference"));
        QVERIFY(refusalOfRegex("(?:^a){3}").contains("anchor"));
        QVERIFY(refusalOfRegex("a(b").contains("\"(\""));
        QVERIFY(refusalOfRegex("\xFF").contains("UTF-8"));
        QVERIFY(refusalOfRegex("a$b").contains("No text"));
        const std::string deep(100'000, '(');
        QVERIFY(refusalOfRegex(deep.c_str()).contains("deeper"));
        QVERIFY(refusalOfRegex(deep.c_str()).size() < 300);
        const std::string wide = "é" + std::string(98, 'a') + "猫\\b"; // cut before the cat
        QVERIFY(refusalOfRegex(wide.c_str()).contains("a…\""));
    }

    void survivesRandomPatterns()
    {
        std::mt19937 numbers(23);
        const std::string letters = "ab(){}[]|*+?^$.\\-,019dwspuxé";
        for (int round = 0; round < 3'000; ++round) {
            std::string pattern;
            for (size_t length = numbers() % 30; length > 0; --length)
                pattern += letters[numbers() % letters.size()];
            const QString refusal = refusalOfRegex(pattern.c_str());
            QVERIFY2(refusal == "taken" || refusal.endsWith('.'), qPrintable(refusal));
        }
    }
};

TESTS(StringConstraintsTest);
#include "string_constraints_test.moc"

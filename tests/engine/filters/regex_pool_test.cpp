#include "base/error.h"
#include "engine/filters/regex_pool.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <functional>
#include <random>
#include <set>

using namespace engine;

namespace {

/// An expression and a plain reference: what it matches, told by trying.
struct Expression {
    RegexId regex;
    std::function<bool(const std::string&)> matches;
};

Expression random(RegexPool& pool, std::mt19937& numbers, int depth);

bool matchesSequence(const Expression& a, const Expression& b, const std::string& text)
{
    for (size_t cut = 0; cut <= text.size(); ++cut)
        if (a.matches(text.substr(0, cut)) && b.matches(text.substr(cut)))
            return true;
    return false;
}

// Pieces that are not empty, so that this ends; empty ones may fill up the count.
bool matchesRepeat(const Expression& part, int minimum, int maximum, const std::string& text)
{
    const bool fills = part.matches("");
    if (text.empty())
        return minimum <= 0 || fills;
    for (size_t cut = 1; cut <= text.size() && maximum > 0; ++cut)
        if (part.matches(text.substr(0, cut))
            && matchesRepeat(part, minimum - 1, maximum - 1, text.substr(cut)))
            return true;
    return false;
}

Expression randomLeaf(RegexPool& pool, std::mt19937& numbers)
{
    if (numbers() % 8 == 0)
        return {pool.empty(), [](const std::string& text) { return text.empty(); }};
    ByteSet set;
    for (const char byte : {'a', 'b', 'c'})
        if (numbers() % 2)
            set.add(uint8_t(byte));
    return {pool.bytes(set), [set](const std::string& text) {
                return text.size() == 1 && set.contains(uint8_t(text[0]));
            }};
}

Expression random(RegexPool& pool, std::mt19937& numbers, int depth)
{
    if (depth == 0)
        return randomLeaf(pool, numbers);
    const Expression a = random(pool, numbers, depth - 1);
    const Expression b = random(pool, numbers, depth - 1);
    switch (numbers() % 6) {
    case 0:
        return {pool.sequence({a.regex, b.regex}),
            [=](const std::string& text) { return matchesSequence(a, b, text); }};
    case 1:
        return {pool.choice({a.regex, b.regex}),
            [=](const std::string& text) { return a.matches(text) || b.matches(text); }};
    case 2:
        return {pool.intersection({a.regex, b.regex}),
            [=](const std::string& text) { return a.matches(text) && b.matches(text); }};
    case 3:
        return {
            pool.complement(a.regex), [=](const std::string& text) { return !a.matches(text); }};
    case 4: {
        const int minimum = int(numbers() % 3), maximum = minimum + int(numbers() % 3);
        return {pool.repeat(a.regex, minimum, maximum),
            [=](const std::string& text) { return matchesRepeat(a, minimum, maximum, text); }};
    }
    default:
        return {pool.repeat(a.regex, 0),
            [=](const std::string& text) { return matchesRepeat(a, 0, 1000, text); }};
    }
}

std::vector<std::string> allTexts(size_t maxLength)
{
    std::vector<std::string> texts = {""};
    for (size_t i = 0; i < texts.size(); ++i)
        if (texts[i].size() < maxLength)
            for (const char byte : {'a', 'b', 'c'})
                texts.push_back(texts[i] + byte);
    return texts;
}

} // namespace

class RegexPoolTest : public QObject {
    Q_OBJECT

private slots:
    void agreesWithTryingOnRandomExpressions()
    {
        const auto texts = allTexts(5);
        std::mt19937 numbers(7);
        for (int round = 0; round < 400; ++round) {
            RegexPool pool;
            const Expression expression = random(pool, numbers, 1 + round % 4);
            for (const std::string& text : texts)
                QVERIFY2(pool.matches(expression.regex, text) == expression.matches(text),
                    qPrintable(QString("round %1, \"%2\"").arg(round).arg(text.c_str())));
        }
    }

    // A byte leads on exactly if some text with that beginning is matched. Texts of 7 letters are
    // long enough for expressions this small.
    void leadsNowhereWhereNothingFollows()
    {
        const auto texts = allTexts(7);
        std::mt19937 numbers(11);
        for (int round = 0; round < 150; ++round) {
            RegexPool pool;
            const Expression expression = random(pool, numbers, 1 + round % 3);
            std::set<std::string> beginnings;
            for (const std::string& text : texts)
                if (pool.matches(expression.regex, text))
                    for (size_t length = 0; length <= text.size(); ++length)
                        beginnings.insert(text.substr(0, length));
            for (const std::string& text : allTexts(4)) {
                RegexId state = expression.regex;
                if (pool.matchesNothing(state))
                    state = pool.nothing();
                for (const char byte : text)
                    state = pool.next(state, uint8_t(byte));
                QCOMPARE(state != pool.nothing(), beginnings.contains(text));
            }
        }
    }

    void agreesUpToALength()
    {
        std::mt19937 numbers(13);
        for (int round = 0; round < 200; ++round) {
            RegexPool pool;
            const Expression part = random(pool, numbers, round % 3);
            const RegexId counted = pool.sequence(
                {pool.repeat(part.regex, numbers() % 8, 8 + numbers() % 20), pool.literal("b")});
            const RegexId similar = pool.agreeingUpTo(counted, 3);
            if (pool.matchesNothing(counted))
                continue;
            for (const std::string& text : allTexts(3)) {
                RegexId exact = counted, rough = similar;
                for (const char byte : text) {
                    exact = pool.next(exact, uint8_t(byte));
                    rough = pool.next(rough, uint8_t(byte));
                }
                QCOMPARE(rough == pool.nothing(), exact == pool.nothing());
                QCOMPARE(pool.matchesEmpty(rough), pool.matchesEmpty(exact));
            }
        }
    }

    void countsExactlyAndFar()
    {
        RegexPool pool;
        const RegexId letters = pool.repeat(pool.bytes(ByteSet::range('a', 'z')), 2'000, 1'000'000);

        QVERIFY(!pool.matches(letters, std::string(1'999, 'x')));
        QVERIFY(pool.matches(letters, std::string(2'000, 'x')));
        QVERIFY(pool.size() < 10'000);
        QVERIFY_EXCEPTION_THROWN(pool.repeat(letters, 0, 2'000'000'000), base::Error);
    }

    void sharesTheBeginningsOfLiterals()
    {
        RegexPool pool;
        std::vector<std::string> texts;
        for (int number = 0; number < 2'000; ++number)
            texts.push_back("name" + std::to_string(number));
        const RegexId any = pool.anyLiteral(texts);

        QVERIFY(pool.matches(any, "name0") && pool.matches(any, "name1999"));
        QVERIFY(!pool.matches(any, "name2000") && !pool.matches(any, "name"));
        QVERIFY(pool.matches(pool.anyLiteral({"", "a", "ab", "ab"}), "")); // one in another
        QVERIFY(pool.matches(pool.anyLiteral({"", "a", "ab", "ab"}), "ab"));
        QVERIFY(!pool.matches(pool.anyLiteral({}), ""));
    }

    void walksAutomataAndCutsWhatLeadsNowhere()
    {
        RegexPool pool;
        ByteAutomaton automaton; // a b* c; d leads to a state that never accepts
        automaton.states.resize(4);
        automaton.states[0].edges = {{'a', 'a', 1}, {'d', 'd', 3}};
        automaton.states[1].edges = {{'b', 'b', 1}, {'c', 'c', 2}};
        automaton.states[2].accepting = true;
        automaton.states[3].edges = {{'d', 'd', 3}};
        const RegexId regex = pool.automaton(automaton);

        QVERIFY(pool.matches(regex, "abbc") && !pool.matches(regex, "abb"));
        QVERIFY(pool.next(regex, 'd') == pool.nothing());
        QVERIFY(pool.matches(pool.repeat(regex, 2, 2), "acabc"));
        automaton.states[2].accepting = false;
        QVERIFY(pool.automaton(automaton) == pool.nothing());
    }

    void describesByStructureAlone()
    {
        const auto stringOf = [](RegexPool& pool, char quote) {
            const RegexId mark = pool.literal(std::string(1, quote));
            const RegexId inner = pool.repeat(pool.bytes(~ByteSet::of(uint8_t(quote))), 0, 9);
            return pool.sequence({mark, inner, mark});
        };
        RegexPool first, second;
        second.literal("something else before");

        QCOMPARE(
            second.description(stringOf(second, '"')), first.description(stringOf(first, '"')));
        QVERIFY(
            first.description(stringOf(first, '\'')) != first.description(stringOf(first, '"')));
        QVERIFY(first.description(first.literal(std::string(100'000, 'x'))).empty());
    }

    void refusesToGrowWithoutEnd()
    {
        RegexPool pool;
        RegexId nested = pool.literal("a");
        const auto nestForever = [&] {
            for (;;)
                nested = pool.repeat(pool.sequence({nested, pool.literal("b")}), 1);
        };
        QVERIFY_EXCEPTION_THROWN(nestForever(), base::Error);

        // Whether these can hold together depends on the least common multiple of the counts.
        std::vector<RegexId> multiples;
        for (const int count : {97, 89, 83, 79}) {
            const RegexId block = pool.repeat(pool.literal("a"), count, count);
            multiples.push_back(pool.repeat(block, 1));
        }
        const RegexId all = pool.intersection(multiples);
        QVERIFY_EXCEPTION_THROWN(pool.matchesNothing(all), base::Error);
    }
};

TESTS(RegexPoolTest);
#include "regex_pool_test.moc"

#include "base/error.h"
#include "engine/filters/grammar_constraint.h"
#include "tests/engine/filters/random_vocabulary.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <thread>

using namespace engine;
using tests::randomVocabulary;
using tests::randomWalkAgrees;
using NodeId = Grammar::NodeId;

namespace {

/// A grammar read by trying every cut: where a node that begins at an offset of the text can end.
class PlainReader {
public:
    PlainReader(Grammar& grammar, std::string text)
        : m_grammar(grammar)
        , m_text(std::move(text))
    {
    }

    bool accepts() { return ends(m_grammar.root(), 0).contains(m_text.size()); }

private:
    using Ends = std::set<size_t>;

    Ends ends(NodeId id, size_t begin)
    {
        const auto key = std::pair(id, begin);
        if (const auto known = m_known.find(key); known != m_known.end())
            return known->second;
        const Ends found = computedEnds(m_grammar.node(id), begin);
        m_known[key] = found;
        return found;
    }

    Ends endsAfter(NodeId id, const Ends& begins)
    {
        Ends found;
        for (const size_t begin : begins)
            found.merge(ends(id, begin));
        return found;
    }

    Ends computedEnds(const Grammar::Node& node, size_t begin)
    {
        Ends found;
        switch (node.kind) {
        case Grammar::Kind::Nothing:
            break;
        case Grammar::Kind::Empty:
            return {begin};
        case Grammar::Kind::Terminal:
            for (size_t end = begin; end <= m_text.size(); ++end)
                if (m_grammar.regexes().matches(node.regex, m_text.substr(begin, end - begin)))
                    found.insert(end);
            break;
        case Grammar::Kind::Sequence:
            return endsAfter(node.second, ends(node.first, begin));
        case Grammar::Kind::Choice:
            for (const NodeId child : m_grammar.childNodes(node))
                found.merge(ends(child, begin));
            break;
        case Grammar::Kind::Repeat: {
            Ends reached = {begin};
            for (int64_t count = 0; count <= std::min<int64_t>(node.maximum, 20); ++count) {
                if (count >= node.minimum)
                    found.insert(reached.begin(), reached.end());
                reached = endsAfter(node.first, reached);
            }
            break;
        }
        case Grammar::Kind::Reference:
            return ends(m_grammar.body(node), begin);
        }
        return found;
    }

    Grammar& m_grammar;
    std::string m_text;
    std::map<std::pair<NodeId, size_t>, Ends> m_known;
};

NodeId randomNode(
    Grammar& grammar, const std::vector<Grammar::RuleId>& rules, std::mt19937& numbers, int depth)
{
    const auto part = [&] { return randomNode(grammar, rules, numbers, depth - 1); };
    RegexPool& pool = grammar.regexes();
    switch (depth == 0 ? numbers() % 4 : 3 + numbers() % 5) {
    case 0:
        return grammar.literal(std::string(1, "ab"[numbers() % 2]));
    case 1:
        return grammar.terminal(pool.repeat(pool.bytes(ByteSet::range('a', 'b')), numbers() % 2));
    case 2:
        return grammar.empty();
    case 3: // not at the beginning, so that left recursion stays rare
        return grammar.sequence(
            {grammar.literal("a"), grammar.reference(rules[numbers() % rules.size()])});
    case 4:
        return grammar.choice({part(), part()});
    case 5: {
        const int64_t minimum = numbers() % 3;
        return grammar.repeat(part(), minimum, minimum + 1 + numbers() % 2);
    }
    default:
        return grammar.sequence({part(), part()});
    }
}

std::optional<Grammar> randomGrammar(std::mt19937& numbers)
{
    Grammar grammar;
    std::vector<Grammar::RuleId> rules;
    for (int rule = 0; rule < 3; ++rule)
        rules.push_back(grammar.declareRule("rule" + std::to_string(rule)));
    for (const Grammar::RuleId rule : rules)
        grammar.defineRule(rule, randomNode(grammar, rules, numbers, 3));
    grammar.setRoot(grammar.reference(rules.front()));
    try {
        grammar.check();
        return grammar;
    } catch (const base::Error&) {
        return std::nullopt; // left recursion, or no text
    }
}

bool takes(const Constraint& constraint, const std::string& text)
{
    const auto filter = constraint.start();
    return (text.empty() || filter->take(text)) && filter->mayEnd();
}

// { "key": value, … } with strings and nesting, white space nowhere.
Grammar nestedObjects()
{
    Grammar grammar;
    RegexPool& pool = grammar.regexes();
    const RegexId quote = pool.literal("\"");
    const NodeId string = grammar.terminal(
        pool.sequence({quote, pool.repeat(pool.bytes(ByteSet::range('a', 'z')), 0), quote}));
    const auto value = grammar.declareRule("value");
    const NodeId pair = grammar.sequence({string, grammar.literal(":"), grammar.reference(value)});
    const NodeId more = grammar.repeat(grammar.sequence({grammar.literal(","), pair}), 0);
    const NodeId object
        = grammar.sequence({grammar.literal("{"), pair, more, grammar.literal("}")});
    grammar.defineRule(value, grammar.choice({string, object}));
    grammar.setRoot(grammar.reference(value));
    return grammar;
}

} // namespace

class GrammarTest : public QObject {
    Q_OBJECT

private slots:
    void takesWhatTryingEveryCutTakes()
    {
        std::mt19937 numbers(3);
        const auto trie = randomVocabulary("ab", 10, 1);
        int compared = 0;
        for (int round = 0; round < 600; ++round) {
            auto grammar = randomGrammar(numbers);
            if (!grammar)
                continue;
            const auto constraint = compileGrammar(trie, *grammar);
            for (int length = 0; length <= 8; ++length) {
                std::string text;
                for (int i = 0; i < length; ++i)
                    text += "ab"[numbers() % 2];
                QCOMPARE(takes(*constraint, text), PlainReader(*grammar, text).accepts());
                ++compared;
            }
        }
        QVERIFY(compared > 2'000);
    }

    void masksAgreeWithTryingEveryToken()
    {
        std::mt19937 numbers(5);
        const auto trie = randomVocabulary("ab", 120, 2);
        int walks = 0;
        for (int round = 0; round < 150; ++round) {
            const auto grammar = randomGrammar(numbers);
            if (!grammar)
                continue;
            const auto filter = compileGrammar(trie, *grammar)->start();
            QVERIFY2(
                randomWalkAgrees(*filter, *trie, 6, numbers), qPrintable(QString::number(round)));
            ++walks;
        }
        QVERIFY(walks > 30);
    }

    // Terminals that take many bytes are answered by heads; counts, by two heads.
    void masksOfLargeTerminalsAgreeWithTryingEveryToken()
    {
        std::string letters = "\"";
        for (char letter = 'a'; letter <= 'z'; ++letter)
            letters += letter;
        const auto trie = randomVocabulary(letters, 1500, 4);
        std::mt19937 numbers(6);
        for (const int64_t maximum : {int64_t(3), int64_t(24), int64_t(60), RegexPool::unlimited}) {
            for (const int64_t minimum : {0, 3, 30}) {
                if (minimum > maximum)
                    continue;
                Grammar grammar;
                RegexPool& pool = grammar.regexes();
                const NodeId word = grammar.terminal(pool.sequence({pool.literal("\""),
                    pool.repeat(pool.bytes(ByteSet::range('a', 'z')), minimum, maximum),
                    pool.literal("\"")}));
                grammar.setRoot(grammar.sequence(
                    {grammar.repeat(word, 1, 3), grammar.optional(grammar.literal("abc"))}));
                const auto filter = compileGrammar(trie, grammar)->start();
                QVERIFY(randomWalkAgrees(*filter, *trie, 25, numbers));
            }
        }
    }

    // A string that is none of some names is answered by the head of any string.
    void masksOfStringsWithExceptionsAgreeWithTryingEveryToken()
    {
        std::string letters = "\"";
        for (char letter = 'a'; letter <= 'z'; ++letter)
            letters += letter;
        const auto trie = randomVocabulary(letters, 1500, 4);
        std::mt19937 numbers(7);
        for (int round = 0; round < 12; ++round) {
            std::vector<std::string> names = {"", "a", "ab"};
            for (TokenId id = 30; id < 90; ++id) // some tokens are names, some begin one
                names.push_back(std::string(trie->bytes(id)) + (id % 2 ? "" : "ab"));
            Grammar grammar;
            RegexPool& pool = grammar.regexes();
            const RegexId other = pool.difference(pool.repeat(pool.bytes(ByteSet::range('a', 'z')),
                                                      0, round % 2 ? 30 : RegexPool::unlimited),
                pool.anyLiteral(names));
            const NodeId key
                = grammar.terminal(pool.sequence({pool.literal("\""), other, pool.literal("\"")}));
            grammar.setRoot(grammar.sequence({key, grammar.repeat(grammar.literal("b"), 0)}));
            const auto filter = compileGrammar(trie, grammar)->start();
            QVERIFY(randomWalkAgrees(*filter, *trie, 6, numbers));
        }
    }

    void countsPartsThatMayBeEmpty()
    {
        Grammar grammar;
        const auto rule = grammar.declareRule("rule");
        const NodeId part = grammar.choice({grammar.empty(), grammar.literal("a"),
            grammar.sequence(
                {grammar.literal("("), grammar.reference(rule), grammar.literal(")")})});
        grammar.defineRule(rule, grammar.repeat(part, 2, 1'000'000));
        grammar.setRoot(grammar.sequence({grammar.reference(rule), grammar.repeat(part, 1, 2)}));
        const auto constraint = compileGrammar(randomVocabulary("ab", 3, 1), std::move(grammar));

        for (const char* text : {"", "a", "(aa)", "aaaa(a()a)aa"})
            QVERIFY2(takes(*constraint, text), text);
        QVERIFY(!takes(*constraint, "b") && !takes(*constraint, "(a"));
    }

    void goesBackByUndo()
    {
        const auto trie = randomVocabulary("ab{}:,\"", 50, 1);
        const auto filter = compileGrammar(trie, nestedObjects())->start();
        const TokenMask atBegin = filter->mask();

        QVERIFY(filter->take("{\"a\":") && filter->take("\"b"));
        QVERIFY(!filter->take("}")); // leaves everything as it was
        QVERIFY(filter->take("\"}") && filter->mayEnd() && filter->mustEnd());
        filter->undo(1);
        QVERIFY(!filter->mayEnd());
        QVERIFY(filter->take("b\"") && filter->take("}") && filter->mustEnd());
        filter->undo(4);
        QCOMPARE(filter->mask(), atBegin);
        QVERIFY(filter->take("\"\"") && filter->mustEnd());
    }

    void staysSmallWhereReadingsAreMany()
    {
        Grammar grammar; // every cut of a's into pieces, and every nesting of two alternatives
        const auto rule = grammar.declareRule("rule");
        const NodeId a = grammar.literal("a");
        const NodeId again = grammar.reference(rule);
        grammar.defineRule(rule,
            grammar.choice({grammar.sequence({a, again, a}), grammar.sequence({a, again, again}),
                grammar.sequence({a, a, again}), a, grammar.empty()}));
        grammar.setRoot(grammar.reference(rule));
        const auto trie = randomVocabulary("ab", 20, 1);
        const auto filter = compileGrammar(trie, std::move(grammar))->start();

        for (int count = 0; count < 60; ++count) {
            QVERIFY(filter->take("a"));
            QVERIFY(filter->mayEnd());
        }
    }

    void takesLongTextsAndDeepNesting()
    {
        const auto trie = randomVocabulary("ab{}:,\"", 50, 1);
        const auto constraint = compileGrammar(trie, nestedObjects());
        std::string deep = "\"b\"", wide = "{\"a\":\"b\"";
        for (int level = 0; level < 200; ++level)
            deep = "{\"a\":" + deep + "}";
        for (int pair = 0; pair < 20'000; ++pair)
            wide += ",\"a\":\"b\"";

        QVERIFY(takes(*constraint, deep));
        QVERIFY(takes(*constraint, wide + "}"));
        QVERIFY(!takes(*constraint, wide));
        std::string tooDeep;
        for (int level = 0; level < 100'000; ++level)
            tooDeep += "{\"a\":";
        QVERIFY(!constraint->start()->take(tooDeep));
    }

    void refusesWhatCannotBeEnforced()
    {
        const auto trie = randomVocabulary("ab", 10, 1);
        const auto refusal = [&](auto build) -> QString {
            Grammar grammar;
            build(grammar);
            try {
                compileGrammar(trie, std::move(grammar));
            } catch (const base::Error& error) {
                return error.what();
            }
            return "taken";
        };

        QCOMPARE(refusal([](Grammar& grammar) {
            grammar.setRoot(grammar.reference(grammar.declareRule("thing")));
        }),
            "The rule \"thing\" is not defined.");
        QVERIFY(refusal([](Grammar& grammar) {
            const auto list = grammar.declareRule("list");
            const NodeId before = grammar.optional(grammar.literal("b"));
            grammar.defineRule(list,
                grammar.choice({grammar.literal("a"),
                    grammar.sequence({before, grammar.reference(list), grammar.literal("a")})}));
            grammar.setRoot(grammar.reference(list));
        }).startsWith("The rule \"list\" begins with itself"));
        QCOMPARE(refusal([](Grammar& grammar) {
            const auto endless = grammar.declareRule("endless");
            grammar.defineRule(
                endless, grammar.sequence({grammar.literal("a"), grammar.reference(endless)}));
            grammar.setRoot(grammar.reference(endless));
        }),
            "No text satisfies this constraint.");
    }

    void offersNothingThatCannotBeFinished()
    {
        Grammar grammar;
        const auto endless = grammar.declareRule("endless");
        grammar.defineRule(
            endless, grammar.sequence({grammar.literal("a"), grammar.reference(endless)}));
        QVERIFY(!grammar.canFinish(grammar.reference(endless)));
        grammar.setRoot(grammar.choice({grammar.reference(endless), grammar.literal("b")}));
        const auto filter
            = compileGrammar(randomVocabulary("ab", 3, 1), std::move(grammar))->start();

        QVERIFY(!filter->take("a"));
        QVERIFY(filter->take("b"));
    }

    void servesManyThreadsAtOnce()
    {
        const auto trie = randomVocabulary("ab{}:,\"", 300, 1);
        const auto constraint = compileGrammar(trie, nestedObjects());
        std::atomic<int> agreed = 0;
        std::vector<std::thread> threads;
        for (unsigned seed = 0; seed < 4; ++seed)
            threads.emplace_back([&, seed] {
                std::mt19937 numbers(seed);
                for (int round = 0; round < 5; ++round)
                    agreed += randomWalkAgrees(*constraint->start(), *trie, 10, numbers);
            });
        for (std::thread& thread : threads)
            thread.join();

        QCOMPARE(agreed.load(), 20);
    }
};

TESTS(GrammarTest);
#include "grammar_test.moc"

#include "engine/filters/token_trie.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace engine;

class TokenTrieTest : public QObject {
    Q_OBJECT

private slots:
    void holdsEveryTokenOnceInOrder()
    {
        const std::string longToken(TokenTrie::shortLength + 5, 'x');
        const TokenTrie trie({"b", "abc", "", "ab", "b", longToken, std::string("\0", 1)});
        TokenMask all(trie.vocabulary(), false);
        uint32_t node = 0;
        std::string path;
        for (; node < trie.nodes().size(); ++node) {
            path.resize(trie.nodes()[node].depth - 1);
            path += char(trie.nodes()[node].byte);
            TokenMask here(trie.vocabulary(), false);
            trie.allowTokensFrom(trie.nodes()[node], here);
            trie.allowTokensFrom(trie.nodes()[node], all);
            for (TokenId id = 0; id < trie.vocabulary(); ++id)
                if (here.allows(id))
                    QCOMPARE(std::string(trie.bytes(id)), path);
        }

        for (TokenId id = 0; id < trie.vocabulary(); ++id)
            QCOMPARE(all.allows(id), id != 2); // the one without bytes
        QCOMPARE(trie.maxLength(), longToken.size());
        QVERIFY(trie.top('c') == TokenTrie::none);
        QCOMPARE(trie.nodes()[trie.top('a')].size, 3u);
        QCOMPARE(trie.longTokens().nodes().size(), longToken.size());
        QVERIFY(trie.bytes(-1).empty() && trie.bytes(100).empty());
    }

    void findsTheTokensThatBeginWithSomething()
    {
        const TokenTrie trie({"a", "ab", "abc", "b", "ab", ""});
        const auto ids = [&](std::string_view prefix) {
            QString found;
            for (TokenId id = 0; id < trie.vocabulary(); ++id)
                if (trie.tokensStartingWith(prefix).allows(id))
                    found += QString::number(id);
            return found;
        };

        QCOMPARE(ids("ab"), QString("124"));
        QCOMPARE(ids("abc"), QString("2"));
        QCOMPARE(ids("abcd"), QString());
        QCOMPARE(ids("c"), QString());
        QCOMPARE(ids(""), QString("01234"));
    }

    void cutsTextsIntoTheLongestTokens()
    {
        const TokenTrie trie({"a", "ab", "abcd", "c"});

        QCOMPARE(trie.greedyTokens("abcabcda"), TokenIds({1, 3, 2, 0}));
        QCOMPARE(trie.greedyTokens(""), TokenIds());
        QVERIFY(!trie.greedyTokens("abx"));
    }

    void mayBeEmpty()
    {
        const TokenTrie trie({"", ""});

        QCOMPARE(trie.vocabulary(), 2);
        QVERIFY(trie.nodes().empty());
        QVERIFY(!trie.tokensStartingWith("").allows(0));
    }
};

TESTS(TokenTrieTest);
#include "token_trie_test.moc"

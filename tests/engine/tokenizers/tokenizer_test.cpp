#include "base/error.h"
#include "engine/tokenizers/bpe_model.h"
#include "engine/tokenizers/normalizer.h"
#include "engine/tokenizers/pipeline_tokenizer.h"
#include "engine/tokenizers/pre_tokenizer.h"
#include "engine/tokenizers/regex.h"
#include "engine/tokenizers/sentencepiece_tokenizer.h"
#include "engine/tokenizers/tokenizer.h"
#include "tests/engine/generate/piece_tokenizer.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace engine;
using nlohmann::json;

namespace {

std::string repeated(const std::string& text, size_t size)
{
    std::string result;
    while (result.size() < size)
        result += text;
    return result;
}

std::vector<std::string> texts(const std::vector<Word>& words)
{
    std::vector<std::string> result;
    for (const Word& word : words)
        result.push_back(word.text);
    return result;
}

std::vector<std::string> cut(std::string_view name, const std::string& text)
{
    NamedPreTokenizer named = *findPreTokenizer(name);
    named.spellsBytes = false;
    return texts(makePreTokenizer(named)({{text, true}}));
}

// A byte-level vocabulary with a few merges and special tokens, as tokenizer.json.
json smallTokenizer()
{
    json vocabulary, merges = {"h e", "l l", "he ll", json::array({"Ġ", "w"})};
    int id = 0;
    for (const char* piece :
        {"h", "e", "l", "o", "Ġ", "w", "r", "d", "he", "ll", "hell", "Ġw", "Ã", "¼"})
        vocabulary[piece] = id++;
    json added = json::array();
    for (const char* name : {"<s>", "<|im_end|>"})
        added.push_back({{"id", id++}, {"content", name}, {"special", true}});
    return {{"model", {{"type", "BPE"}, {"vocab", vocabulary}, {"merges", merges}}},
        {"added_tokens", added},
        {"pre_tokenizer", {{"type", "ByteLevel"}, {"add_prefix_space", false}}},
        {"decoder", {{"type", "ByteLevel"}}}};
}

class Folder {
public:
    std::shared_ptr<const Tokenizer> load(
        const std::string& text, const char* name = "tokenizer.json")
    {
        const std::filesystem::path path = m_folder.filePath(name).toStdString();
        std::ofstream(path, std::ios::binary) << text;
        return loadTokenizer(path);
    }

private:
    QTemporaryDir m_folder;
};

std::shared_ptr<const Tokenizer> load(const json& root)
{
    return Folder().load(root.dump());
}

void refuses(const std::string& text, const char* name = "tokenizer.json")
{
    try {
        Folder().load(text, name);
    } catch (const base::Error& error) {
        QVERIFY(std::string_view(error.what()).size() > 10);
        return;
    }
    QFAIL(("accepted: " + text.substr(0, 300)).c_str());
}

} // namespace

class TokenizerTest : public QObject {
    Q_OBJECT

private slots:
    // GLM: "[gMASK]<sop>", which many chat templates write as well.
    void whatBeginsATextIsNotRepeated()
    {
        tests::PieceTokenizer tokenizer({"a", "b", "c"});
        tokenizer.beginning = {2, 1};

        QCOMPARE(engine::withBoundariesOnce(tokenizer, {0, 0}), (TokenIds{2, 1, 0, 0}));
        QCOMPARE(engine::withBoundariesOnce(tokenizer, {2, 1, 0}), (TokenIds{2, 1, 0}));
        QCOMPARE(engine::withBoundariesOnce(tokenizer, {2, 0}), (TokenIds{2, 1, 2, 0}));
        QCOMPARE(engine::withBoundariesOnce(tokenizer, {}), (TokenIds{2, 1}));
    }

    void mergesPairsInTheOrderOfTheList()
    {
        const auto tokenizer = load(smallTokenizer());

        const TokenIds ids = tokenizer->encode("hello world");

        QCOMPARE(ids, (TokenIds{10, 3, 11, 3, 6, 2, 7}));
        QCOMPARE(tokenizer->decode(ids), std::string("hello world"));
        QCOMPARE(tokenizer->piece(11), std::string("Ġw"));
        QCOMPARE(tokenizer->find("hell"), TokenId(10));
        QCOMPARE(tokenizer->find("nothing"), TokenId(-1));
    }

    void whatAUserWroteIsNeverASpecialToken()
    {
        const auto tokenizer = load(smallTokenizer());
        const std::string text = "<s>he<s>";

        QCOMPARE(tokenizer->encode(text), (TokenIds{14, 8, 14}));
        const TextRange user{0, 5};
        const TokenIds ids = tokenizer->encode(text, std::span(&user, 1));
        QCOMPARE(ids.back(), TokenId(14));
        QCOMPARE(std::count(ids.begin(), ids.end(), 14), 1);

        const TextRange half{5, 6}; // the user wrote only its first letter
        const TokenIds spanned = tokenizer->encode(text, std::span(&half, 1));
        QCOMPARE(std::count(spanned.begin(), spanned.end(), 14), 1);
        const TokenIds asText = tokenizer->encode(text, Tokenizer::Specials::AsText);
        QCOMPARE(std::count(asText.begin(), asText.end(), 14), 0);
    }

    void specialTokensAreLeftOutOfTextUnlessWanted()
    {
        const auto tokenizer = load(smallTokenizer());
        const TokenIds ids{14, 8, 15};
        QVERIFY(tokenizer->isSpecial(14));
        QVERIFY(!tokenizer->isSpecial(8));
        QVERIFY(!tokenizer->isSpecial(-1));
        QVERIFY(!tokenizer->isSpecial(1'000'000'000));
        QCOMPARE(tokenizer->decode(ids), std::string("he"));
        QCOMPARE(tokenizer->decode(ids, true), std::string("<s>he<|im_end|>"));
        QCOMPARE(tokenizer->bytes(1'000'000'000), std::string());
    }

    void everyPreTokenizerPatternCompiles()
    {
        for (const char* name :
            {"default", "llama-bpe", "jais-2", "qwen2", "qwen35", "minicpm5", "deepseek-llm",
                "deepseek-coder", "deepseek-v3", "spark2_5", "youtu", "falcon", "starcoder",
                "gpt-2", "gemma4", "whitespace", "bloom", "viking", "tekken", "gpt-4o",
                "exaone-moe", "chameleon", "granite-embed-multi-97m", "tiny_aya", "superbpe",
                "bailingmoe", "seed-coder", "kimi-k2", "ufakzeka", "afmoe", "laguna"}) {
            std::string joined;
            const std::string text = "Hello, World's  12345 你好 \t\n\nÄrger été!";
            for (const std::string& word : cut(name, text))
                joined += word;
            QCOMPARE(joined, text);
        }
        QVERIFY(!findPreTokenizer("no such name"));
    }

    void wordsAreCutAsTheTableSays()
    {
        using Words = std::vector<std::string>;
        QCOMPARE(cut("superbpe", "1234567"), (Words{"1", "234", "567"}));
        QCOMPARE(cut("llama-bpe", "1234567 it's"), (Words{"123", "456", "7", " it", "'s"}));
        QCOMPARE(cut("tekken", "HelloWorld 12"), (Words{"Hello", "World", " ", "1", "2"}));
        QCOMPARE(cut("kimi-k2", "你好abc"), (Words{"你好", "abc"}));
        QCOMPARE(cut("gpt-2", "a  b"), (Words{"a", " ", " b"}));
    }

    void aMegabyteOfOneKindIsCutWithoutLoss_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"gpt-2", "llama-bpe", "qwen2", "tekken", "gpt-4o", "deepseek-llm",
                 "starcoder", "superbpe", "gemma4", "exaone-moe", "bloom", "kimi-k2"})
            QTest::newRow(name) << name;
    }

    void aMegabyteOfOneKindIsCutWithoutLoss()
    {
        QFETCH(QString, name);
        for (const char* unit : {"hello world ", "hello", " ", "1", "\n", "HELLO", "é你", ".,"}) {
            const std::string text = repeated(unit, 1 << 20);
            std::string joined;
            for (const std::string& word : cut(name.toStdString(), text))
                joined += word;
            QVERIFY2(joined == text, unit);
        }
    }

    void piecesAreFoundBySpelling()
    {
        std::vector<std::string> pieces{"", "a", "", "a", "<0x0A>"};
        for (int i = 0; i < 1000; ++i)
            pieces.push_back(std::to_string(i));
        const Vocabulary vocabulary(pieces), empty({});

        QCOMPARE(vocabulary.find("a"), 1); // the first of both
        QCOMPARE(vocabulary.find(""), -1);
        QCOMPARE(vocabulary.find("1000"), -1);
        for (int i = 0; i < 1000; ++i)
            QCOMPARE(vocabulary.find(std::to_string(i)), 5 + i);
        QCOMPARE(vocabulary.byteToken(10), 4);
        QCOMPARE(empty.find("a"), -1);
    }

    void aWordOfAMegabyteIsMerged()
    {
        std::vector<std::string> pieces{"a", "b"};
        std::vector<float> scores{0, 0};
        for (size_t length = 2; length <= 512; length *= 2) {
            pieces.push_back(std::string(length, 'a'));
            scores.push_back(-static_cast<float>(length));
        }
        const auto vocabulary = std::make_shared<const Vocabulary>(pieces);
        const ScoreMergeModel byScore(vocabulary, scores, 0);
        BpeModel byRank(vocabulary);
        for (size_t length = 1; length < 512; length *= 2)
            QVERIFY(byRank.addMerge(std::string(length, 'a'), std::string(length, 'a')));
        const std::string text(1 << 20, 'a');

        TokenIds ids;
        byScore.encode(text, ids);
        QCOMPARE(ids, TokenIds((1 << 20) / 512, vocabulary->size() - 1));
        ids.clear();
        byRank.encode(text, ids);
        QCOMPARE(ids, TokenIds((1 << 20) / 512, vocabulary->size() - 1));
    }

    void aPatternThatNeverEndsIsRefused()
    {
        const Regex hostile("(a|a|aa)+$|(?:a+)+b");
        QVERIFY_EXCEPTION_THROWN((void)hostile.matches(std::string(4000, 'a') + "c"), base::Error);
        QVERIFY_EXCEPTION_THROWN(Regex("("), base::Error);
    }

    void brokenTokenizerFilesAreRefusedWithASentence()
    {
        refuses("");
        refuses("[]");
        refuses("{\"model\": 3}");
        json root = smallTokenizer();
        root["model"]["vocab"] = {{"h", -1}};
        refuses(root.dump());
        root["model"]["vocab"] = {{"h", 1e12}};
        refuses(root.dump());
        root["model"]["vocab"] = {{"h", "x"}};
        refuses(root.dump());
        root = smallTokenizer();
        root["model"]["merges"] = {"h nothing"};
        refuses(root.dump());
        root["model"]["merges"] = json::array({3});
        refuses(root.dump());
        root = smallTokenizer();
        root["added_tokens"] = json::array({{{"id", 1}}});
        refuses(root.dump());
        root = smallTokenizer();
        root["pre_tokenizer"] = {{"type", "Unheard"}};
        refuses(root.dump());
        root["pre_tokenizer"]
            = {{"type", "Split"}, {"pattern", {{"Regex", "(((("}}}, {"behavior", "Isolated"}};
        refuses(root.dump());
        root = smallTokenizer();
        root["post_processor"]
            = {{"type", "BertProcessing"}, {"cls", {"x", 99}}, {"sep", {"x", 1}}};
        refuses(root.dump());
        root = smallTokenizer();
        root["normalizer"] = {{"type", "Precompiled"}, {"precompiled_charsmap", "AAAA"}};
        refuses(root.dump());
    }

    void everyShorteningOfATokenizerFileIsRefused()
    {
        const std::string whole = smallTokenizer().dump();
        for (size_t length = 0; length < whole.size(); length += 7)
            refuses(whole.substr(0, length));
    }

    void brokenSentencePieceModelsAreRefused()
    {
        refuses("nonsense", "tokenizer.model");
        refuses(std::string(100, '\xFF'), "tokenizer.model");
        refuses(std::string("\x0A\x7F"), "tokenizer.model");
    }

    void aCharsmapThatLeadsOutsideIsRefused()
    {
        std::string table(4 + 1024, '\0');
        table[1] = 4; // 1,024 bytes of trie
        table += '\0';
        Charsmap harmless(table);
        QCOMPARE(harmless.apply("aé"), std::string("aé"));
        table[4 + 3] = 0x7F; // the root's children are far outside
        QVERIFY_EXCEPTION_THROWN(Charsmap{table}, base::Error);
    }
};

TESTS(TokenizerTest);
#include "tokenizer_test.moc"

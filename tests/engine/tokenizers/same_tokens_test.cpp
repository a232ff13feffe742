#include "engine/tokenizers/bpe_model.h"
#include "engine/tokenizers/normalizer.h"
#include "engine/tokenizers/pipeline_tokenizer.h"
#include "engine/tokenizers/unicode.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <random>

using namespace engine;

namespace {

const std::string block(blockSpace);

// Pieces of letters and blocks, among them some with a block behind a letter.
const std::vector<std::string> pieces{"<unk>", "a", "b", "c", ">", block, block + block,
    block + "a", block + "ab", "ab", "bc", "abc", ">" + block, ">" + block + "a", "cc",
    block + block + block, "ca", block + "c", "é", block + "é"};

std::vector<float> scores()
{
    std::vector<float> scores;
    for (size_t id = 0; id < pieces.size(); ++id)
        scores.push_back(-float((id * 7) % 11));
    return scores;
}

std::string randomText(std::mt19937& random, size_t characters)
{
    const std::string signs[] = {"a", "b", "c", ">", block, block, "é", "x"};
    std::string text;
    for (size_t character = 0; character < characters; ++character)
        text += signs[random() % std::size(signs)];
    return text;
}

std::shared_ptr<const Vocabulary> vocabulary()
{
    static const auto made = std::make_shared<const Vocabulary>(pieces);
    return made;
}

std::unique_ptr<const TokenModel> scoreModel()
{
    return std::make_unique<ScoreMergeModel>(vocabulary(), scores(), 0);
}

std::unique_ptr<const TokenModel> bytePairModel()
{
    auto model = std::make_unique<BpeModel>(vocabulary());
    model->addMerge("a", "b");
    model->addMerge(block, block);
    model->addMerge(">", block);
    model->addMerge(block, "ab");
    model->addMerge("ab", "c");
    model->addMerge(">" + block, "a");
    model->addMerge(block, "a");
    model->addMerge("c", "c");
    return model;
}

// Merges as the paper describes (Sennrich et al., 2016): the first pair of the list that occurs is
// joined wherever it occurs, from the left, and so on.
std::vector<std::string> mergedPlainly(
    const std::string& word, const std::vector<std::pair<std::string, std::string>>& merges)
{
    std::vector<std::string> parts;
    for (const char letter : word)
        parts.push_back(std::string(1, letter));
    for (size_t rank = 0; rank < merges.size(); ++rank)
        for (size_t at = 0; at + 1 < parts.size(); ++at) {
            if (parts[at] != merges[rank].first || parts[at + 1] != merges[rank].second)
                continue;
            parts[at] += parts[at + 1];
            parts.erase(parts.begin() + ptrdiff_t(at) + 1);
            rank = size_t(-1); // an earlier pair may occur now
            break;
        }
    return parts;
}

} // namespace

/// What makes tokenizers fast changes no token: against the plain way.
class SameTokensTest : public QObject {
    Q_OBJECT

private slots:
    void textsAreCutBeforeBlocksWithoutADifference_data()
    {
        QTest::addColumn<bool>("byScore");
        QTest::newRow("by score") << true;
        QTest::newRow("by rank") << false;
    }
    void textsAreCutBeforeBlocksWithoutADifference()
    {
        QFETCH(bool, byScore);
        const auto plain = byScore ? scoreModel() : bytePairModel();
        QVERIFY(plain->mayBeCutBefore(blockSpace));
        TokenizerPipeline pipeline;
        pipeline.vocabulary = vocabulary();
        pipeline.model = byScore ? scoreModel() : bytePairModel();
        const PipelineTokenizer tokenizer(std::move(pipeline));
        std::mt19937 random(7);

        for (int round = 0; round < 300; ++round) {
            const std::string text = randomText(random, 1 + random() % 60);
            TokenIds whole;
            plain->encode(text, whole);
            QVERIFY2(tokenizer.encode(text) == whole, text.c_str());
        }
    }

    void onlyTheMarksBeforeBlocksInPiecesCount()
    {
        const auto before = vocabulary()->bytesBefore(blockSpace);

        QCOMPARE(before.count(), size_t(1));
        QVERIFY(before['>']);
    }

    // Short words merge in another way than long ones.
    void wordsOfAnyLengthMergeInTheOrderOfTheList()
    {
        const std::vector<std::string> letters{"a", "b", "c"};
        std::vector<std::string> known = letters;
        std::vector<std::pair<std::string, std::string>> merges;
        std::mt19937 random(11);
        while (merges.size() < 60) {
            const std::string& left = known[random() % known.size()];
            const std::string& right = known[random() % known.size()];
            if (left.size() + right.size() > 8)
                continue;
            merges.emplace_back(left, right);
            if (std::ranges::find(known, left + right) == known.end())
                known.push_back(left + right);
        }
        BpeModel model(std::make_shared<const Vocabulary>(known));
        for (const auto& [left, right] : merges)
            model.addMerge(left, right);

        for (size_t length = 1; length < 60; ++length)
            for (int round = 0; round < 20; ++round) {
                std::string word;
                for (size_t letter = 0; letter < length; ++letter)
                    word += letters[random() % letters.size()];
                TokenIds ids;
                model.encode(word, ids);
                std::vector<std::string> parts;
                for (const TokenId id : ids)
                    parts.push_back(known[size_t(id)]);
                QCOMPARE(parts, mergedPlainly(word, merges));
            }
    }

    // More words than there are positions.
    void rememberedWordsBecomeTheSameTokens()
    {
        const auto model = bytePairModel();
        std::mt19937 random(3);
        std::vector<std::string> words;
        for (int word = 0; word < 2000; ++word)
            words.push_back(randomText(random, random() % 30));
        TokenIds ids, expected;
        WordMemory memory(64);

        for (int word = 0; word < 20'000; ++word) {
            const std::string& drawn = words[random() % words.size()];
            memory.encode(*model, drawn, ids);
            model->encode(drawn, expected);
        }

        QVERIFY(!expected.empty());
        QVERIFY(ids == expected);
    }

    void mergesAreFoundAsInAMap()
    {
        std::mt19937_64 random(5);
        std::map<uint64_t, uint32_t> plain;
        MergeTable table;
        for (uint32_t rank = 0; rank < 5000; ++rank) {
            const uint64_t pair = (random() % 100) << 32 | random() % 100;
            plain.emplace(pair, rank); // the first of equal ones stays
            table.add(pair, {rank, int32_t(rank)});
        }

        for (uint64_t left = 0; left < 110; ++left)
            for (uint64_t right = 0; right < 110; ++right) {
                const auto found = plain.find(left << 32 | right);
                QCOMPARE(table.find(left << 32 | right).id,
                    found == plain.end() ? -1 : int32_t(found->second));
            }
        QCOMPARE(MergeTable().find(0).id, -1);
    }

    // Marks that join with an ASCII letter before them, and letters that come apart.
    void partsAreNormalizedAsTheWhole()
    {
        QCOMPARE(normalized("plain", NormalForm::Nfc), "plain");
        QCOMPARE(normalized("", NormalForm::Nfc), "");
        QCOMPARE(normalized("e\u0301", NormalForm::Nfc), "\u00E9");
        QCOMPARE(normalized("xe\u0301 e\u0323\u0301z", NormalForm::Nfc), "x\u00E9 \u1EB9\u0301z");
        QCOMPARE(normalized("a\u00E9\u0323b", NormalForm::Nfd), "ae\u0323\u0301b");
        QCOMPARE(normalized("\uFB01ve \u00BD", NormalForm::Nfkc), "five 1\u20442");
        QCOMPARE(normalized("\u0301", NormalForm::Nfc), "\u0301");
    }
};

TESTS(SameTokensTest);
#include "same_tokens_test.moc"

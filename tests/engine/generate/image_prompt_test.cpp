#include "base/error.h"
#include "engine/generate/image_prompt.h"
#include "kernels/devices/backends.h"
#include "tests/engine/generate/generator_bench.h"
#include "tests/support/test_program.h"

#include <QTest>

using engine::ImageEmbeddingPtr;
using engine::TokenIds;
using Specials = engine::Tokenizer::Specials;
using tests::GeneratorBench;

namespace {

// Two images, spelled "[<image><image>]" and "[<image>]", and the tokens that spell them.
enum : engine::TokenId { A, B, Open, Close, Row, Brackets };

const std::vector<std::string> pieces{"a", "b", "[", "]", "<image>", "[]"};
constexpr engine::TokenId first = engine::firstImageId, second = first + 10;

ImageEmbeddingPtr spelledPicture(kernels::Backend& backend, int64_t rows, engine::TokenId firstId)
{
    auto made = std::make_shared<engine::ImageEmbedding>();
    made->rows = kernels::Tensor(backend, kernels::DType::F32, rows, 4);
    made->firstId = firstId;
    made->contentHash.fill(uint8_t(firstId));
    made->alias = "<$EMB_" + std::to_string(firstId) + "$>";
    made->rowText = "<image>";
    made->promptText = "[";
    for (int64_t row = 0; row < rows; ++row)
        made->promptText += made->rowText;
    made->promptText += "]";
    return made;
}

} // namespace

// Tests the positions of images in the text of a prompt.
class ImagePromptTest : public QObject {
    Q_OBJECT

    std::unique_ptr<kernels::Backend> m_backend = kernels::openBackend("reference", 1);
    const std::vector<ImageEmbeddingPtr> m_pictures{
        spelledPicture(*m_backend, 2, first), spelledPicture(*m_backend, 1, second)};
    const std::string m_one = m_pictures[0]->alias, m_other = m_pictures[1]->alias;

private slots:
    void anAliasBecomesTheRowsOfItsPicture()
    {
        const tests::PieceTokenizer tokenizer(pieces, {Open, Close, Row});

        for (const Specials specials : {Specials::Parse, Specials::AsText}) {
            const auto ids = [&](const std::string& text) {
                return engine::encode(tokenizer, text, m_pictures, specials);
            };
            QCOMPARE(ids("ab"), (TokenIds{A, B}));
            QCOMPARE(ids("a" + m_one + "b"), (TokenIds{A, Open, first, first + 1, Close, B}));
            QCOMPARE(ids(m_other + m_one + m_other),
                (TokenIds{
                    Open, second, Close, Open, first, first + 1, Close, Open, second, Close}));
        }
    }

    void imagesMayBeNumbered()
    {
        auto numbered = std::make_shared<engine::ImageEmbedding>();
        numbered->rows = kernels::Tensor(*m_backend, kernels::DType::F32, 1, 4);
        numbered->alias = "<$ONE$>";
        numbered->rowText = "<image>";
        numbered->promptText = "[<image>]";
        numbered->numberMarks = {"<n>", "</n>"};
        const std::vector<ImageEmbeddingPtr> images{numbered};

        const engine::ImageText text = engine::spellImages(
            {.text = "a<$ONE$>b<$ONE$>", .plain = {}, .generated = {}}, images);

        QCOMPARE(text.prompt.text, "a<n>0</n>[<image>]b<n>1</n>[<image>]");
        QCOMPARE(text.rows.size(), size_t(2));
        for (const auto& row : text.rows)
            QCOMPARE(text.prompt.text.substr(row.begin, row.length), "<image>");
    }

    void specialTokensOfTheTextAroundAreAParametersChoice()
    {
        const tests::PieceTokenizer tokenizer(pieces, {Open, Close, Row});

        QCOMPARE(engine::encode(tokenizer, "a[" + m_other, m_pictures),
            (TokenIds{A, Open, Open, second, Close}));
        QCOMPARE(engine::encode(tokenizer, "a[" + m_other, m_pictures, Specials::AsText),
            (TokenIds{A, Open, second, Close}));
        QCOMPARE(engine::encode(tokenizer, "<image>" + m_other + "b", m_pictures),
            (TokenIds{Row, Open, second, Close, B})); // what looks like a row is none
    }

    // Chat templates of some models write both.
    void separatorsThatStandAroundAnAliasDoNotStandTwice()
    {
        const tests::PieceTokenizer tokenizer(pieces, {Open, Close, Row});

        QCOMPARE(engine::encode(tokenizer, "a[" + m_one + "][" + m_other + "]b", m_pictures),
            (TokenIds{A, Open, first, first + 1, Close, Open, second, Close, B}));
        QCOMPARE(engine::encode(tokenizer, "[" + m_other + "a]", m_pictures),
            (TokenIds{Open, Open, second, Close, A, Close}));
        const engine::RenderedPrompt ofMessages{"[" + m_other + "]", {{0, 1}}, {}};
        QCOMPARE(engine::spellImages(ofMessages, m_pictures).prompt.text, "[[<image>]]");
    }

    void theAliasOfAnotherPictureIsText()
    {
        const tests::PieceTokenizer tokenizer({"<$EMB_", "1", "0", "$>", "[", "]", "<image>"});
        const std::vector<ImageEmbeddingPtr> only{m_pictures[1]};

        const TokenIds ids = engine::encode(tokenizer, m_one + m_other, only);

        QCOMPARE(ids, (TokenIds{0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 4, second, 5}));
    }

    void theTextBetweenRowsIsEncodedByItselfIfTheVocabularyHasNoTokenForThem()
    {
        const tests::PieceTokenizer tokenizer({"a", "b", "[", "]", "<", "[]"});

        QCOMPARE(engine::encode(tokenizer, "a" + m_one + "[]b", m_pictures, Specials::AsText),
            (TokenIds{A, Open, first, first + 1, Close, Brackets, B}));
    }

    void nothingInTheMessagesOfAPromptIsAnAlias()
    {
        const std::string text = m_other + " " + m_other;
        const engine::RenderedPrompt prompt{
            .text = text, .plain = {{0, m_other.size()}}, .generated = {}};

        const engine::ImageText spelled = engine::spellImages(prompt, m_pictures);

        QCOMPARE(spelled.prompt.text, m_other + " [<image>]");
        QCOMPARE(spelled.rows.size(), size_t(1));
        QCOMPARE(spelled.rows[0].begin, m_other.size() + 2);
        QCOMPARE(spelled.prompt.plain.size(), size_t(1));
    }

    void aPictureThatIsSpelledOtherwiseThanItIsIsRefused()
    {
        const tests::PieceTokenizer tokenizer(pieces);
        auto wrong = std::make_shared<engine::ImageEmbedding>();
        wrong->rows = kernels::Tensor(*m_backend, kernels::DType::F32, 2, 4);
        wrong->alias = "here";
        wrong->promptText = "<image>";
        const std::vector<ImageEmbeddingPtr> pictures{wrong};
        for (const char* row : {"", "<image>"}) {
            wrong->rowText = row;
            QVERIFY_THROWS_EXCEPTION(base::Error, engine::encode(tokenizer, "ahere", pictures));
        }
        QCOMPARE(engine::encode(tokenizer, "a", pictures), (TokenIds{A}));
    }

    void aTextWithPicturesIsAnsweredAsATextWithPictures()
    {
        GeneratorBench bench({.pieces = pieces, .specials = {Open, Close, Row}});
        std::vector<TokenIds> sequences;
        bench.model.onSequence = [&](const TokenIds& sequence) { sequences.push_back(sequence); };
        engine::Generator::Prompt prompt{.text = "a" + m_one + "b", .images = m_pictures};
        prompt.job.maxNewTokens = 1;
        prompt.completionOnly = true;

        const auto answer = bench.generator.generate(prompt);
        engine::Job job = prompt.job;
        job.ids = engine::encode(bench.tokenizer, prompt.text, m_pictures);
        job.images = m_pictures;
        bench.answerTo(job);

        QVERIFY(answer.last.eosReason == engine::EosReason::MaxNewTokens);
        QCOMPARE(answer.last.promptTokens, int64_t(6));
        QCOMPARE(sequences.size(), size_t(2));
        QCOMPARE(sequences[0], sequences[1]);
        QVERIFY(sequences[0][2] < 0 && sequences[0][3] < 0); // rows of images
        QCOMPARE(sequences[0][4], engine::TokenId(Close));
    }
};

TESTS(ImagePromptTest);
#include "image_prompt_test.moc"

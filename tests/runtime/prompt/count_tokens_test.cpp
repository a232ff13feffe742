#include "runtime/models/loaded_model.h"
#include "runtime/prompt/prompt_format.h"
#include "runtime/prompt/prompt_text.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <memory>

using engine::TextRange;
using engine::TokenId;
using engine::TokenIds;
using runtime::AnswerRequest;
using runtime::PromptFormat;
using runtime::Role;
using runtime::TokenCount;

namespace {

/// Another tokenizer, and how many bytes it was given.
class WatchedTokenizer : public engine::Tokenizer {
public:
    explicit WatchedTokenizer(std::shared_ptr<const engine::Tokenizer> real)
        : m_real(std::move(real))
    {
    }

    TokenIds encode(std::string_view text, std::span<const TextRange> plain) const override
    {
        bytesEncoded += text.size();
        return m_real->encode(text, plain);
    }
    TokenIds withBoundaries(TokenIds ids) const override
    {
        return m_real->withBoundaries(std::move(ids));
    }
    std::string bytes(TokenId id) const override { return m_real->bytes(id); }
    std::string piece(TokenId id) const override { return m_real->piece(id); }
    bool isSpecial(TokenId id) const override { return m_real->isSpecial(id); }
    int64_t vocabularySize() const override { return m_real->vocabularySize(); }
    TokenId bos() const override { return m_real->bos(); }
    TokenId eos() const override { return m_real->eos(); }
    TokenId find(std::string_view piece) const override { return m_real->find(piece); }
    bool dropsLeadingSpace() const override { return m_real->dropsLeadingSpace(); }

    mutable size_t bytesEncoded = 0;

private:
    const std::shared_ptr<const engine::Tokenizer> m_real;
};

AnswerRequest asked(const std::string& text)
{
    AnswerRequest request;
    request.messages.push_back(textMessage(Role::User, text));
    return request;
}

std::string repeated(const std::string& text, size_t bytes)
{
    std::string all;
    while (all.size() < bytes)
        all += text;
    return all;
}

} // namespace

Q_DECLARE_METATYPE(std::string)

// The work for a text that cannot fit does not grow with it.
class CountTokensTest : public QObject {
    Q_OBJECT

    static constexpr int64_t context = 2048;
    static constexpr size_t huge = 8 << 20; // bytes

    PromptFormat m_format;
    std::shared_ptr<const engine::Tokenizer> m_real;
    std::shared_ptr<WatchedTokenizer> m_tokenizer;

    static void addTexts()
    {
        QTest::addColumn<std::string>("text");
        QTest::newRow("newlines") << std::string(huge, '\n');
        QTest::newRow("blanks") << std::string(huge, ' ');
        QTest::newRow("words") << repeated("A grey heron stands. ", huge);
        QTest::newRow("characters of several bytes") << repeated("模型ü", huge);
        QTest::newRow("no UTF-8") << std::string(huge, '\xE6');
    }

private slots:
    void initTestCase()
    {
        runtime::LoadOptions options;
        options.threads = 1;
        m_format = *runtime::LoadedModel::load(options)->promptFormat();
        m_real = m_format.tokenizer;
    }
    void init()
    {
        m_tokenizer = std::make_shared<WatchedTokenizer>(m_real);
        m_format.tokenizer = m_tokenizer;
    }

    void messagesThatCannotFitAreNotReadWhole_data() { addTexts(); }
    void messagesThatCannotFitAreNotReadWhole()
    {
        QFETCH(std::string, text);

        const TokenCount count = countTokens(m_format, asked(text), {context});

        QVERIFY(!count.fits());
        QVERIFY(count.tokens > 2 * context);
        QVERIFY2(m_tokenizer->bytesEncoded < huge / 4,
            qPrintable(QString::number(m_tokenizer->bytesEncoded)));
    }

    void manyMessagesThatCannotFitAreNotReadWhole_data() { addTexts(); }
    void manyMessagesThatCannotFitAreNotReadWhole()
    {
        QFETCH(std::string, text);
        AnswerRequest request;
        for (size_t at = 0; at < 4 * huge; at += 50'000)
            request.messages.push_back(textMessage(Role::User, text.substr(0, 50'000)));

        const TokenCount count = countTokens(m_format, request, {context});

        QVERIFY(!count.parts.front().isRead);
        QVERIFY(m_tokenizer->bytesEncoded < huge);
    }

    void promptsThatCannotFitAreNotReadWhole_data() { addTexts(); }
    void promptsThatCannotFitAreNotReadWhole()
    {
        QFETCH(std::string, text);
        AnswerRequest request;
        request.plainPrompt = text;

        const TokenCount count = countTokens(m_format, request, {context});

        QVERIFY(!count.fits());
        QVERIFY(m_tokenizer->bytesEncoded < huge / 4);
    }

    // The same text for a model that contains it: its count is not estimated.
    void whatFitsIsCountedToTheToken_data() { addTexts(); }
    void whatFitsIsCountedToTheToken()
    {
        QFETCH(std::string, text);
        AnswerRequest request;
        request.plainPrompt = text.substr(0, 300'000);
        const auto tokens = int64_t(
            m_format.wholePrompt(m_real->encode(std::get<std::string>(*request.plainPrompt)))
                .size());

        const TokenCount count
            = countTokens(m_format, request, {tokens + runtime::leastAnswerTokens});

        QCOMPARE(count.tokens, tokens);
        QVERIFY(count.fits());
    }

    void nobodyWaitsForWhatIsCancelled()
    {
        bool isCancelled = false;
        try {
            countTokens(m_format, asked(std::string(huge, ' ')),
                {.contextTokens = context, .isCancelled = [] { return true; }});
        } catch (const runtime::CountCancelled&) {
            isCancelled = true;
        }

        QVERIFY(isCancelled);
        QVERIFY(m_tokenizer->bytesEncoded < 1000); // not the text
    }
};

TESTS(CountTokensTest);
#include "count_tokens_test.moc"

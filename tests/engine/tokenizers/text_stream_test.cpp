#include "engine/tokenizers/tokenizer.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace engine;

namespace {

// Token n is the byte n; 256 is special.
class ByteTokenizer final : public Tokenizer {
public:
    TokenIds encode(std::string_view text, std::span<const TextRange>) const override
    {
        TokenIds ids;
        for (const char byte : text)
            ids.push_back(static_cast<unsigned char>(byte));
        return ids;
    }
    TokenIds withBoundaries(TokenIds ids) const override { return ids; }
    std::string bytes(TokenId id) const override
    {
        return isSpecial(id) ? "<end>" : std::string(1, static_cast<char>(id));
    }
    std::string piece(TokenId id) const override { return bytes(id); }
    bool isSpecial(TokenId id) const override { return id == 256; }
    int64_t vocabularySize() const override { return 257; }
    TokenId bos() const override { return -1; }
    TokenId eos() const override { return 256; }
    TokenId find(std::string_view) const override { return -1; }
};

std::vector<std::string> chunks(std::string_view bytes)
{
    const ByteTokenizer tokenizer;
    TextStream stream(tokenizer, TextStream::SpecialTokens::Hide);
    std::vector<std::string> result;
    for (const TokenId id : tokenizer.encode(bytes, {}))
        result.push_back(stream.push(id));
    result.push_back(stream.flush());
    return result;
}

using Chunks = std::vector<std::string>;
const std::string bad = "\xEF\xBF\xBD";

} // namespace

class TextStreamTest : public QObject {
    Q_OBJECT

private slots:
    void halfACharacterIsHeldBack()
    {
        QCOMPARE(chunks("a\xC3\xA4"), (Chunks{"a", "", "ä", ""}));
        QCOMPARE(chunks("\xF0\x9F\x99\x82"), (Chunks{"", "", "", "🙂", ""}));
    }

    void someSpecialTokensMayBeShown()
    {
        const ByteTokenizer tokenizer;
        TextStream hiding(tokenizer, TextStream::SpecialTokens::Hide);
        TextStream showing(tokenizer, TextStream::SpecialTokens::Hide, {256});

        QCOMPARE(hiding.push(256), std::string());
        QCOMPARE(showing.push(256), std::string("<end>"));
    }

    void whatCannotBecomeACharacterIsReplacedAtOnce()
    {
        QCOMPARE(chunks("\xFFz"), (Chunks{bad, "z", ""}));
        QCOMPARE(chunks("\xC3("), (Chunks{"", bad + "(", ""}));
        QCOMPARE(chunks("\xF4\x90"), (Chunks{"", bad + bad, ""}));
        QCOMPARE(chunks("\xED\xA0\x80"), (Chunks{"", "", bad + bad + bad, ""}));
    }

    void whatIsLeftIsFlushedAsOneMark()
    {
        QCOMPARE(chunks("\xF0\x9F\x99"), (Chunks{"", "", "", bad}));
        QCOMPARE(chunks(""), (Chunks{""}));
    }

    void specialTokensAreHiddenUnlessWanted()
    {
        const ByteTokenizer tokenizer;
        TextStream hiding(tokenizer, TextStream::SpecialTokens::Hide);
        TextStream showing(tokenizer, TextStream::SpecialTokens::Show);
        QCOMPARE(hiding.push(256), std::string());
        QCOMPARE(showing.push(256), std::string("<end>"));
    }
};

TESTS(TextStreamTest);
#include "text_stream_test.moc"

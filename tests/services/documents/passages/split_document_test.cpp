#include "services/documents/passages/split_document.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace services;

namespace {

// Builds documents as readers do: blocks are an empty line apart.
class Writer {
public:
    Writer& page()
    {
        m_part.beginsPage = true;
        flush();
        return *this;
    }

    Writer& heading(int level, const std::string& text)
    {
        return add(BlockKind::Heading, text, level);
    }

    Writer& add(BlockKind kind, const std::string& text, int level = 0)
    {
        if (!m_part.text.empty())
            m_part.text += "\n";
        const size_t from = m_part.text.size();
        m_part.text += text + "\n";
        m_part.blocks.push_back({kind, uint8_t(level), {from, from + text.size()}, {}});
        return *this;
    }

    Document done()
    {
        flush();
        return m_document;
    }

private:
    void flush()
    {
        if (!m_part.text.empty())
            m_document.append(m_part);
        m_part = {};
    }

    DocumentPart m_part;
    Document m_document;
};

std::string words(int count, const std::string& word = "word")
{
    std::string text;
    for (int each = 0; each < count; ++each)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

size_t spaces(std::string_view text)
{
    return size_t(
        std::ranges::count_if(text, [](char each) { return each == ' ' || each == '\n'; }));
}

} // namespace

// How documents are cut into passages; here a token is a word.
class SplitDocumentTest : public QObject {
    Q_OBJECT

private slots:
    void sectionsArePassagesUnderTheirHeadings()
    {
        const Document document = Writer()
                                      .heading(1, "Animals")
                                      .heading(2, "Birds")
                                      .add(BlockKind::Paragraph, words(70, "bird"))
                                      .heading(2, "Fish")
                                      .add(BlockKind::Paragraph, words(70, "fish"))
                                      .heading(1, "Plants")
                                      .add(BlockKind::Paragraph, words(70, "leaf"))
                                      .done();

        const auto passages = splitDocument(document);

        QCOMPARE(passages.size(), size_t(3));
        QCOMPARE(passages[0].page, 0);
        QCOMPARE(passages[0].heading, std::string("Animals › Birds"));
        QCOMPARE(passages[1].heading, std::string("Animals › Fish"));
        QCOMPARE(passages[2].heading, std::string("Plants"));
        QCOMPARE(passages[0].text, "Animals\n\nBirds\n\n" + words(70, "bird"));
        QCOMPARE(passages[2].text, "Plants\n\n" + words(70, "leaf"));
    }

    void passagesOfALongTableCarryTheHeadsOfItsColumns()
    {
        Writer writer;
        writer.heading(1, "Tools").add(BlockKind::TableRow, "Prices of 2024");
        writer.add(BlockKind::TableRow, "Tool | Price");
        for (int row = 0; row < 300; ++row)
            writer.add(BlockKind::TableRow, "hammer | " + std::to_string(row));
        writer.page().add(BlockKind::TableRow, "Tool | Price"); // again, on the next page
        writer.add(BlockKind::TableRow, "saw | 12").add(BlockKind::Paragraph, words(100));

        const auto passages = splitDocument(writer.done());

        QVERIFY(passages.size() > 4);
        for (const Passage& passage : passages)
            QCOMPARE(passage.heading,
                std::string(passage.text.starts_with("hammer") ? "Tools › Tool | Price" : "Tools"));
        QVERIFY(passages[1].text.starts_with("hammer"));
        QVERIFY(passages.back().text.starts_with("Tool | Price\n\nsaw"));
    }

    void aTableOfNumbersHasNoHeads()
    {
        Writer writer;
        for (int row = 0; row < 300; ++row)
            writer.add(BlockKind::TableRow, "1,5 | 2024-01-02");

        for (const Passage& passage : splitDocument(writer.done()))
            QCOMPARE(passage.heading, std::string());
    }

    void aModelIsToldThePageAndTheColumns()
    {
        QCOMPARE(passageLocation(0, "Tools › Tool | Price"), std::string("Tools › Tool | Price"));
        QCOMPARE(passageLocation(3, "Tools › Tool | Price"), std::string("page 3, Tool | Price"));
        QCOMPARE(passageLocation(3, "Tool | Price"), std::string("page 3, Tool | Price"));
        QCOMPARE(passageLocation(3, "Tools › Hammers"), std::string("page 3"));
    }

    void aShortSectionIsJoinedWithTheNext()
    {
        const Document document = Writer()
                                      .heading(1, "Prices")
                                      .heading(2, "Tea")
                                      .add(BlockKind::Paragraph, words(5))
                                      .heading(2, "Coffee")
                                      .add(BlockKind::Paragraph, words(5))
                                      .done();

        const auto passages = splitDocument(document);

        QCOMPARE(passages.size(), size_t(1));
        QCOMPARE(passages[0].heading, std::string("Prices"));
    }

    void noPassageCrossesPages()
    {
        Document document = Writer()
                                .heading(1, "Long")
                                .add(BlockKind::Paragraph, words(10))
                                .page()
                                .add(BlockKind::Paragraph, words(10))
                                .done();
        document.isPaged = true;

        const auto passages = splitDocument(document);

        QCOMPARE(passages.size(), size_t(2));
        QCOMPARE(passages[0].page, 1);
        QCOMPARE(passages[1].page, 2);
        QCOMPARE(passages[1].heading, std::string("Long"));
        for (const Passage& passage : passages) {
            const Page& page = document.pages[size_t(passage.page) - 1];
            QVERIFY(passage.bytes.from >= page.bytes.from && passage.bytes.to <= page.bytes.to);
            QCOMPARE(passage.text, document.text.substr(passage.bytes.from, passage.bytes.size()));
        }
    }

    void aHeadingIsNeverTheEndOfAPassage()
    {
        Writer writer;
        for (int section = 0; section < 12; ++section)
            writer.heading(2, "Section").add(BlockKind::Paragraph, words(30 + section * 7));
        const Document document = writer.done();

        for (const Passage& passage : splitDocument(document))
            QVERIFY(!QByteArray::fromStdString(passage.text).endsWith("Section"));
    }

    void aBlockThatIsTooLongIsCutBetweenItsSentences()
    {
        std::string text;
        for (int sentence = 0; sentence < 100; ++sentence)
            text += "This sentence has seven words in it. ";
        const Document document = Writer().add(BlockKind::Paragraph, text).done();

        const auto passages = splitDocument(document);

        QVERIFY(passages.size() > 2);
        for (const Passage& passage : passages) {
            const std::string part = passage.text;
            QVERIFY(estimatedTokens(part) <= PassageSize().most);
            QVERIFY(part.starts_with("This") && part.ends_with("it."));
        }
    }

    void everyWordIsInOnePassage()
    {
        Writer writer;
        for (int block = 0; block < 40; ++block)
            writer.add(
                block % 3 ? BlockKind::Paragraph : BlockKind::Code, words(block * 29 % 500 + 1));
        const Document document = writer.done();

        size_t letters = 0, end = 0;
        for (const Passage& passage : splitDocument(document)) {
            QVERIFY(passage.bytes.from >= end);
            end = passage.bytes.to;
            const std::string text = passage.text;
            letters += text.size() - spaces(text);
        }

        QCOMPARE(letters, document.text.size() - spaces(document.text));
    }

    void whatIsOneWordForMegabytesIsCutBetweenCharacters()
    {
        std::string text;
        for (int letter = 0; letter < 1'000'000; ++letter)
            text += "é";
        const Document document = Writer().add(BlockKind::Paragraph, text).done();

        // The counter is that of a model that knows no word of such a length.
        const auto passages
            = splitDocument(document, {}, [](std::string_view) { return size_t(1); });

        QVERIFY(passages.size() > 100);
        for (const Passage& passage : passages) {
            QCOMPARE(passage.bytes.size() % 2, size_t(0));
            QVERIFY(passage.bytes.size() <= 4000);
        }
    }

    void aCharacterStaysWholeWhateverIsCountedOfIt()
    {
        const std::string text = "aéb";

        const auto cut = cutText(text, {0, 4}, 3, [](std::string_view) { return size_t(9); });

        QCOMPARE(cut.size(), size_t(3));
        QCOMPARE(cut[1].bytes, (ByteRange{1, 3}));
    }

    void tokensAreEstimatedInEveryScript()
    {
        QCOMPARE(estimatedTokens("a cat, two"), size_t(4));
        QCOMPARE(estimatedTokens("incomprehensibly"), size_t(3));
        QCOMPARE(estimatedTokens("東京都"), size_t(3));
        QCOMPARE(estimatedTokens("Съешь ещё"), size_t(2));
    }
};

TESTS(SplitDocumentTest);
#include "split_document_test.moc"

#include "base/error.h"
#include "services/documents/document_stream.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cstring>
#include <functional>
#include <limits>

using namespace services;

namespace {

DocumentPart somePart()
{
    DocumentPart part{true, 595, 842, "Grüße\n\nAn alle.\n", {}};
    part.blocks.push_back({BlockKind::Heading, 2, {0, 7}, {{{0, 7}, {72, 80, 40, 12}}}});
    part.blocks.push_back({BlockKind::Paragraph, 0, {9, 17},
        {{{9, 11}, {72, 100, 9, 10}}, {{12, 17}, {84, 100, 20, 10}}}});
    return part;
}

std::span<const std::byte> bytesOf(const std::string& text)
{
    return std::as_bytes(std::span(text));
}

} // namespace

// What a reader writes is taken as it was meant, or not at all.
class DocumentStreamTest : public QObject {
    Q_OBJECT

private slots:
    void whatIsWrittenIsTaken()
    {
        const DocumentPart part = somePart();
        const std::string bytes = streamHead() + encoded(part) + encoded(part)
            + encoded(DocumentEnd{DocumentFault::None, true, false, "Title"});
        Document expected;
        expected.append(part);
        expected.append(part);
        expected.title = "Title";
        expected.isPaged = true;
        expected.isWhole = false;

        for (const size_t piece : {size_t(1), size_t(7), bytes.size()}) {
            DocumentStream stream;
            for (size_t at = 0; at < bytes.size(); at += piece)
                stream.take(bytesOf(bytes.substr(at, piece)));

            QVERIFY(stream.hasEnded());
            QVERIFY(stream.document() == expected);
        }
    }

    void whatTheReaderIsIsolatedFromIsTaken()
    {
        for (const ReaderIsolation isolation :
            {ReaderIsolation{true, false}, ReaderIsolation{false, true}}) {
            const std::string bytes
                = streamHead() + encoded(isolation) + encoded(somePart()) + encoded(DocumentEnd{});
            DocumentStream stream;
            QVERIFY(!stream.isolation());
            stream.take(bytesOf(bytes));

            QVERIFY(stream.hasEnded());
            QVERIFY(stream.isolation() == isolation);
        }
    }

    void partsBecomePagesOfOneText()
    {
        Document document;
        document.append(somePart());
        DocumentPart more = somePart();
        more.beginsPage = false;
        document.append(more);
        document.append(somePart());

        QCOMPARE(int(document.pages.size()), 2);
        QCOMPARE(int(document.pages[0].blockCount), 4);
        QCOMPARE(int(document.pages[1].firstBlock), 4);
        QCOMPARE(document.pages[0].bytes.to, 2 * more.text.size());
        QCOMPARE(document.pages[1].bytes.from, 2 * more.text.size() + 1);
        const Block& last = document.blocks.back();
        QCOMPARE(document.text.substr(last.bytes.from, last.bytes.size()), std::string("An alle."));
    }

    void nonsenseIsRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const std::string& records) {
            QTest::newRow(name) << QByteArray::fromStdString(streamHead() + records);
        };
        const auto changed = [](const std::function<void(DocumentPart&)>& change) {
            DocumentPart part = somePart();
            change(part);
            return encoded(part);
        };
        QTest::newRow("another head") << QByteArray("VGD2");
        row("another record", "X" + std::string(4, '\0'));
        row("a record without end", "P\xff\xff\xff\xff");
        row("another isolation", encoded(ReaderIsolation{}) + encoded(ReaderIsolation{}));
        row("an isolation after a page", encoded(somePart()) + encoded(ReaderIsolation{}));
        row("too long a record", "E" + std::string("\x20\0\0\0", 4) + std::string(32, '\0'));
        row("text behind the end", encoded(DocumentEnd{}) + "x");
        row("broken letters", changed([](auto& part) { part.text[2] = '\xff'; }));
        row("a range between bytes of a letter",
            changed([](auto& part) { part.blocks[0].bytes.to = 3; }));
        row("a range outside", changed([](auto& part) { part.blocks[1].bytes.to = 99; }));
        row("a range backwards", changed([](auto& part) { part.blocks[1].bytes = {17, 9}; }));
        row("blocks out of order",
            changed([](auto& part) { std::swap(part.blocks[0], part.blocks[1]); }));
        row("a place outside of its block",
            changed([](auto& part) { part.blocks[1].places[1].bytes.to = 18; }));
        row("a place nowhere", changed([](auto& part) { part.blocks[0].places[0].place.x = NAN; }));
        row("a place far away",
            changed([](auto& part) { part.blocks[0].places[0].place.width = 1e9F; }));
        row("a page without size",
            changed([](auto& part) { part.height = std::numeric_limits<float>::infinity(); }));
        row("a level too many", changed([](auto& part) { part.blocks[0].level = 7; }));
        row("another kind", changed([](auto& part) { part.blocks[0].kind = BlockKind(9); }));
        row("another fault", encoded(DocumentEnd{DocumentFault(99), true, true, {}}));
        std::string many = encoded(somePart());
        many.replace(5 + 9 + 4 + somePart().text.size(), 4, "\xff\xff\xff\x7f"); // blocks
        row("more blocks than bytes", many);
    }
    void nonsenseIsRefused()
    {
        QFETCH(QByteArray, bytes);
        DocumentStream stream;

        QVERIFY_THROWS_EXCEPTION(base::Error, stream.take(bytesOf(bytes.toStdString())));
    }
};

TESTS(DocumentStreamTest);
#include "document_stream_test.moc"

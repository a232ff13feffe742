#include "base/error.h"
#include "services/documents/document.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace services;

namespace {

Document twoPages()
{
    Document document;
    document.title = "Bäume";
    document.isPaged = true;
    for (const char* words : {"Äste und Blätter", ""}) {
        DocumentPart part;
        part.width = 595;
        part.height = 842;
        part.text = words;
        if (!part.text.empty())
            part.blocks.push_back({BlockKind::Heading, 2, {0, part.text.size()},
                {{{0, part.text.size()}, {70, 90, 200, 12}}}});
        document.append(part);
    }
    DocumentPart last;
    last.text = "Rinde";
    last.blocks.push_back({BlockKind::Paragraph, 0, {0, 5}, {}});
    document.append(last);
    return document;
}

} // namespace

/// Documents as they are kept with a conversation.
class DocumentBytesTest : public QObject {
    Q_OBJECT

private slots:
    void aDocumentComesBackAsItWas()
    {
        QCOMPARE(documentFrom(bytesOf(twoPages())), twoPages());
        QCOMPARE(documentFrom(bytesOf(Document())), Document());
    }

    void whatIsBrokenIsRefused()
    {
        const QByteArray whole = bytesOf(twoPages());
        QList<QByteArray> broken{{}, "no", QByteArray(40, '\0'), whole.chopped(1),
            QByteArray("\x3f\xff\xff\xff", 4) + whole.mid(4)}; // announces a gibibyte
        for (qsizetype at = 0; at < whole.size(); ++at) {
            QByteArray changed = whole;
            changed[at] = char(changed[at] ^ 0x55);
            broken << changed;
        }
        for (const QByteArray& bytes : broken) {
            try {
                const Document document = documentFrom(bytes);
                QVERIFY(document.text.size() < 1000); // a bit that nobody minds
            } catch (const base::Error& error) {
                QCOMPARE(error.kind(), base::ErrorKind::BadFile);
            }
        }
    }
};

TESTS(DocumentBytesTest);
#include "document_bytes_test.moc"

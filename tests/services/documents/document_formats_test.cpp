#include "services/attachments/attachment_loader.h"
#include "services/documents/document_formats.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace services;
using namespace std::string_view_literals;

// What the table says is what attachments and dialogs do.
class DocumentFormatsTest : public QObject {
    Q_OBJECT

private slots:
    void everySuffixBelongsToOneFormat()
    {
        QSet<QByteArray> seen;
        for (const DocumentFormat& format : documentFormats())
            for (const std::string_view list : {format.suffixes, format.otherSuffixes})
                forEachItem(list, [&](std::string_view suffix) {
                    const QByteArray name
                        = QByteArray("a.").append(suffix.data(), qsizetype(suffix.size()));
                    QVERIFY2(!seen.contains(name), name);
                    seen.insert(name);
                    QCOMPARE(findFormatByName(name.toUpper().toStdString()), &format);
                });
        QVERIFY(seen.size() > 100);
        QVERIFY(!findFormatByName("docx"));
        QVERIFY(!findFormatByName("a."));
        QVERIFY(!findFormatByName("a.xyz"));
    }

    void formatsAreRecognizedByTheirFirstBytes()
    {
        const auto suffixes = [](const DocumentFormat* format) {
            return format ? std::string(format->suffixes) : "none";
        };
        QCOMPARE(suffixes(findFormatByMagic("%PDF-1.7")), "pdf");
        QCOMPARE(suffixes(findFormatByMagic(std::string(1019, ' ') + "%PDF-1.7")), "pdf");
        QCOMPARE(suffixes(findFormatByMagic(std::string(1020, ' ') + "%PDF-1.7")), "none");
        QCOMPARE(suffixes(findFormatByMagic("RIFF\1\2\3\4WEBPVP8 ")), "webp");
        QCOMPARE(suffixes(findFormatByMagic("RIFF\1\2\3\4WAVEfmt ")), "none");
        QCOMPARE(suffixes(findFormatByMagic("BM\1\2\3\4\0\0\0\0\x36"sv)), "bmp");
        QCOMPARE(suffixes(findFormatByMagic("BMW builds cars")), "none");
        QCOMPARE(suffixes(findFormatByMagic("RIFF")), "none");
        QCOMPARE(
            suffixes(findFormatByBeginning("\xEF\xBB\xBF\n <!DOCTYPE HTML><p>")), "html htm xhtml");
        QCOMPARE(suffixes(findFormatByBeginning("<p>A fragment")), "none");
    }

    void attachedFilesAreDocumentsByTheirFormat_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("isDocument");
        QTest::newRow("a.bin") << QByteArray("%PDF-1.4\n") << true;
        QTest::newRow("a.docx") << QByteArray("PK\x03\x04....") << true;
        QTest::newRow("a.doc") << QByteArray("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") << true;
        QTest::newRow("a.eml") << QByteArray("Subject: x\n\ny") << true;
        QTest::newRow("a.txt") << QByteArray("<!doctype html><p>x") << true;
        QTest::newRow("b.html") << QByteArray("<p>a fragment</p>") << false;
        QTest::newRow("a.md") << QByteArray("# x") << false;
        QTest::newRow("a.pdf") << QByteArray("no PDF") << false;
        QTest::newRow("a.png") << QByteArray("\x89PNG\r\n\x1A\n") << false;
        QTest::newRow("long.txt") << QByteArray(longestText + 1, 'x') << true;
    }
    void attachedFilesAreDocumentsByTheirFormat()
    {
        QFETCH(QByteArray, bytes);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QTest::currentDataTag());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
        file.close();
        QTEST(isDocumentFile(path), "isDocument");
    }

    void dialogsOfferDocumentsAndTexts()
    {
        const QStringList patterns = documentNamePatterns();
        for (const char* pattern : {"*.pdf", "*.odt", "*.eml", "*.md", "*.csv"})
            QVERIFY2(patterns.contains(pattern), pattern);
        for (const char* pattern : {"*.png", "*.docm", "*.py", "*.xml"})
            QVERIFY2(!patterns.contains(pattern), pattern);
    }
};

TESTS(DocumentFormatsTest);
#include "document_formats_test.moc"

#include "services/attachments/attachment_loader.h"
#include "services/background.h"
#include "services/generation/answer_settings.h"
#include "tests/support/documents.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"
#include "vision/image_budget.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>

#include <sys/stat.h>

using services::AttachmentLoader;
using services::Picture;
using services::TextAttachment;

namespace {

QString write(const QTemporaryDir& folder, const QString& name, const QByteArray& contents)
{
    QFile file(folder.filePath(name));
    return file.open(QIODevice::WriteOnly) && file.write(contents) == contents.size()
        ? file.fileName()
        : QString();
}

QString reader()
{
    return qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader";
}

// All that a loader has to say.
struct Heard {
    explicit Heard(AttachmentLoader& loader)
        : previews(&loader, &AttachmentLoader::previewLoaded)
        , pictures(&loader, &AttachmentLoader::pictureLoaded)
        , texts(&loader, &AttachmentLoader::textLoaded)
        , failures(&loader, &AttachmentLoader::failed)
    {
    }

    QSignalSpy previews, pictures, texts, failures;
};

} // namespace

class AttachmentLoaderTest : public QObject {
    Q_OBJECT

private slots:
    void pagesAreDrawn()
    {
        AttachmentLoader loader;
        loader.setReader(reader());
        Heard heard(loader);

        tests::MadeUpDocuments documents;
        loader.loadPage(documents.path("two_columns.pdf"), 2);
        const auto beyond = loader.loadPage(documents.path("two_columns.pdf"), 9);

        QTRY_COMPARE_WITH_TIMEOUT(heard.pictures.size(), 1, 60'000);
        const auto page = heard.pictures[0][1].value<Picture>();
        QCOMPARE(page.name, "two_columns.pdf, page 2");
        QCOMPARE(page.image.width(), 1600);
        QTRY_COMPARE_WITH_TIMEOUT(heard.failures.size(), 1, 60'000);
        QCOMPARE(heard.failures[0][0].value<AttachmentLoader::Ticket>(), beyond);
    }

    void picturesTakeTheTokensThatAreSet()
    {
        AttachmentLoader loader;
        loader.setReader(reader());
        Heard heard(loader);
        loader.setPictureTokens(vision::fineImage);

        loader.loadFile(tests::resource("samples/one-1.png"));

        QTRY_COMPARE_WITH_TIMEOUT(heard.pictures.size(), 1, 60'000);
        const auto picture = heard.pictures[0][1].value<Picture>();
        QCOMPARE(picture.pixels->tokens, vision::fineImage);
    }

    void documentsWithLittleTextAreKnown()
    {
        const auto document = [](const char* path, bool isPaged, size_t bytes) {
            auto read = std::make_shared<services::Document>();
            read->isPaged = isPaged;
            read->pages.resize(2);
            read->text.assign(bytes, 'a');
            return TextAttachment{path, {}, read, path};
        };

        QVERIFY(services::hasLittleText(document("/a/scan.PDF", true, 100)));
        QVERIFY(!services::hasLittleText(document("/a/book.pdf", true, 4000)));
        QVERIFY(services::hasDrawablePages(document("/a/book.pdf", true, 4000)));
        QVERIFY(!services::hasLittleText(document("/a/talk.pptx", true, 100)));
        QVERIFY(!services::hasLittleText(TextAttachment{"a.pdf", "text", {}, {}}));
    }

    void filesAreToldApartByTheirContent()
    {
        QTemporaryDir folder;
        const QString picture = folder.filePath("picture.txt");
        QVERIFY(QFile::copy(tests::resource("samples/one-1.png"), picture));
        const QString text = write(folder, "text.png", "a,b\r\n1,2\r\n");
        AttachmentLoader loader;
        Heard heard(loader);

        loader.loadFile(picture);
        loader.loadFile(text);

        QTRY_COMPARE(heard.pictures.count(), 1);
        QTRY_COMPARE(heard.texts.count(), 1);
        QCOMPARE(heard.pictures[0][1].value<Picture>().name, "picture.txt");
        const auto attachment = heard.texts[0][1].value<TextAttachment>();
        QCOMPARE(attachment, (TextAttachment{"text.png", "a,b\n1,2\n"}));
    }

    void textsOfAnyEncodingAreRead_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("text");
        QTest::newRow("UTF-8") << QByteArray("gr\xC3\xBC\xC3\x9F") << u"grüß"_qs;
        QTest::newRow("with a mark") << QByteArray("\xEF\xBB\xBFgr\xC3\xBC") << u"grü"_qs;
        QTest::newRow("UTF-16") << QByteArray("\xFF\xFEg\0\xFC\0", 6) << u"gü"_qs;
        QTest::newRow("Latin-1") << QByteArray("gr\xFC\xDF") << u"grüß"_qs;
        QTest::newRow("empty") << QByteArray() << QString();
    }
    void textsOfAnyEncodingAreRead()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, text);

        const std::optional<QString> read = services::textIn(bytes);

        QVERIFY(read.has_value());
        QCOMPARE(*read, text);
    }

    void documentsAreKnownByTheirHeads_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("kind");
        QTest::newRow("PDF of characters")
            << QByteArray("%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\n") << "is damaged";
        QTest::newRow("PDF") << QByteArray("%PDF-1.7\n%\xE2\xE3\xCF\xD3\n\x00\x01", 17)
                             << "is damaged";
        QTest::newRow("RTF") << QByteArray("{\\rtf1\\ansi }") << "contains no text";
        QTest::newRow("PostScript")
            << QByteArray("%!PS-Adobe-3.0\n") << "files of type “PostScript";
        QTest::newRow("archive") << QByteArray("PK\x03\x04\x14\0\0\0\x08\0", 10) << "damaged";
    }
    void documentsAreKnownByTheirHeads()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, kind);
        QTemporaryDir folder;
        AttachmentLoader loader;
        loader.setReader(reader());
        Heard heard(loader);

        loader.loadFile(write(folder, "report.txt", bytes));

        QTRY_COMPARE(heard.failures.count(), 1);
        const QString message = heard.failures[0][1].toString();
        QVERIFY2(message.startsWith("“report.txt” "), qPrintable(message));
        QVERIFY2(message.contains(kind), qPrintable(message));
    }

    void documentsAreReadWithTheirPages()
    {
        tests::MadeUpDocuments documents;
        AttachmentLoader loader;
        loader.setReader(reader());
        Heard heard(loader);

        const auto ticket = loader.loadFile(documents.path("two_columns.pdf"));

        QVERIFY(loader.isReading(ticket));
        QTRY_COMPARE_WITH_TIMEOUT(heard.texts.count(), 1, 30'000);
        QVERIFY(!loader.isReading(ticket));
        const auto attachment = heard.texts[0][1].value<TextAttachment>();
        QCOMPARE(attachment.name, "two_columns.pdf");
        QCOMPARE(attachment.path, documents.path("two_columns.pdf"));
        QVERIFY(attachment.text.isEmpty());
        QVERIFY(attachment.document);
        QCOMPARE(attachment.document->pages.size(), size_t(3));
    }

    void aDocumentThatIsCancelledIsNotHeardOf()
    {
        tests::MadeUpDocuments documents;
        AttachmentLoader loader;
        loader.setReader(reader());
        Heard heard(loader);
        const auto cancelled = loader.loadFile(documents.path("two_columns.pdf"));
        loader.loadFile(documents.path("two_columns.pdf"));

        loader.cancel(cancelled);

        QTRY_COMPARE_WITH_TIMEOUT(heard.texts.count(), 1, 30'000);
        QVERIFY(heard.texts[0][0].value<AttachmentLoader::Ticket>() != cancelled);
        QVERIFY(heard.failures.isEmpty());
    }

    void whatIsNeitherGivesASentenceWithItsName()
    {
        QTemporaryDir folder;
        const QString binary = write(folder, "data.bin",
            QByteArray("\x7F"
                       "ELF\0\0\1",
                7));
        const QString missing = folder.filePath("missing.png");
        const QString pipe = folder.filePath("pipe.png"); // nobody will ever write to it
        QCOMPARE(mkfifo(qPrintable(pipe), 0600), 0);
        AttachmentLoader loader;
        Heard heard(loader);

        loader.loadFile(binary);
        loader.loadFile(missing);
        loader.loadFile(folder.path());
        loader.loadFile(pipe);

        QTRY_COMPARE(heard.failures.count(), 4);
        QStringList messages;
        for (const QList<QVariant>& failure : heard.failures)
            messages << failure[1].toString();
        for (const QString& name : {QString("data.bin"), QString("missing.png"),
                 QString("pipe.png"), QDir(folder.path()).dirName()})
            QCOMPARE(messages.filter(name).size(), 1);
    }

    void aLoaderThatDiesIsToldNothing()
    {
        auto loader = std::make_unique<AttachmentLoader>();
        QSignalSpy loaded(loader.get(), &AttachmentLoader::pictureLoaded);

        loader->loadFile(tests::resource("samples/one-1.png"));
        loader.reset();
        services::backgroundThreads().waitForDone();
        QCoreApplication::processEvents();

        QCOMPARE(loaded.count(), 0);
    }

    void aLongTextIsADocument()
    {
        QTemporaryDir folder;
        const QString path
            = write(folder, "long.txt", QByteArray("Many words.\n").repeated(10'000));
        AttachmentLoader loader;
        loader.setReader(reader());
        Heard heard(loader);

        loader.loadFile(path);

        QTRY_COMPARE_WITH_TIMEOUT(heard.texts.count(), 1, 30'000);
        const auto attachment = heard.texts[0][1].value<TextAttachment>();
        QVERIFY(attachment.document && !attachment.document->isPaged);
    }

    void aPictureInAnAddressIsDecoded()
    {
        QFile file(tests::resource("samples/one-1.png"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        AttachmentLoader loader;
        Heard heard(loader);

        loader.loadDataUrl("data:image/png;base64," + file.readAll().toBase64());
        loader.loadDataUrl("data:image/png;base64,bm8gcGljdHVyZQ==");

        QTRY_COMPARE(heard.pictures.count(), 1);
        QTRY_COMPARE(heard.failures.count(), 1);
        QCOMPARE(heard.pictures[0][1].value<Picture>().image.size(), QSize(384, 384));
    }

    void whatIsCancelledIsNotHeardOf()
    {
        AttachmentLoader loader;
        Heard heard(loader);
        QList<AttachmentLoader::Ticket> tickets;
        for (int copy = 0; copy < 10; ++copy)
            tickets << loader.loadFile(tests::resource("samples/one-1.png"));

        for (int place = 0; place < 9; ++place)
            loader.cancel(tickets[place]);

        QTRY_COMPARE(heard.pictures.count(), 1);
        QCOMPARE(heard.pictures[0][0].value<AttachmentLoader::Ticket>(), tickets.last());
    }

    void manyPicturesKeepFewerPixels()
    {
        QImage large(2000, 1500, QImage::Format_RGB888);
        large.fill(Qt::red);
        AttachmentLoader loader;
        Heard heard(loader);

        loader.loadImage(large, AttachmentLoader::Detail::Reduced);

        QTRY_COMPARE(heard.pictures.count(), 1);
        const QImage image = heard.pictures[0][1].value<Picture>().image;
        QVERIFY(image.width() * image.height() <= 1'010'000);
        QVERIFY(image.width() * image.height() > 900'000);
    }

    void aLargeFileShowsItsPreviewFirst()
    {
        QTemporaryDir folder;
        QImage noise(1500, 1200, QImage::Format_RGB888);
        for (int y = 0; y < noise.height(); ++y)
            for (int x = 0; x < noise.width(); ++x)
                noise.setPixel(x, y, qRgb(x * 31 + y * 17, x * y, x ^ y));
        const QString path = folder.filePath("large.jpg");
        QVERIFY(noise.save(path, "JPEG", 95));
        AttachmentLoader loader;
        Heard heard(loader);
        qsizetype picturesBefore = -1;
        connect(&loader, &AttachmentLoader::previewLoaded, this,
            [&] { picturesBefore = heard.pictures.count(); });

        loader.loadFile(path);

        QTRY_COMPARE(heard.pictures.count(), 1);
        QCOMPARE(heard.previews.count(), 1);
        QCOMPARE(picturesBefore, 0);
    }

    void aSchemaThatCannotBeKeptToIsExplained()
    {
        QVERIFY(services::schemaProblem("").isEmpty());
        QVERIFY(services::schemaProblem("{\"type\": \"object\"}").isEmpty());
        QVERIFY(services::schemaProblem("{").size() > 10);
        QVERIFY(services::schemaProblem("{\"$ref\": \"http://a.b/c.json\"}").size() > 10);
    }
};

TESTS(AttachmentLoaderTest, QCoreApplication);
#include "attachment_loader_test.moc"

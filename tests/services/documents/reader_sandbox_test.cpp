#include "base/error.h"
#include "services/documents/read_document.h"
#include "tests/support/test_program.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

// Whatever a reader does that a file has taken over: it ends in one message.
class ReaderSandboxTest : public QObject {
    Q_OBJECT

private slots:
    void goodOnesAreLetThrough()
    {
        const services::Document document
            = services::readDocument(fileWith("nothing"), {}, process());

        QCOMPARE(document.text, std::string("it was let through\n"));
    }

    void itsIsolationIsReported()
    {
        services::ReaderIsolation isolation;

        services::readDocument(fileWith("nothing"), {}, process(), &isolation);

        QCOMPARE(isolation.files, permitsNamespaces());
        QCOMPARE(isolation.network, permitsNamespaces());
    }

    void withoutNamespacesItReadsAndSaysSo()
    {
        services::ReaderIsolation isolation{true, true};

        const services::Document document
            = services::readDocument(fileWith("no namespaces"), {}, process(), &isolation);

        QCOMPARE(document.text, std::string("it was let through\n"));
        QVERIFY(isolation == services::ReaderIsolation());
    }

    void whatAReaderNeedsIsInItsFolders()
    {
        if (!permitsNamespaces())
            QSKIP("This system permits no user namespaces.");

        const services::Document document
            = services::readDocument(fileWith("open a folder"), {}, process());

        QCOMPARE(document.text, std::string("it was let through\n"));
    }

    void noFileCanBeFound_data()
    {
        QTest::addColumn<QString>("sentence");
        for (const char* what : {"look for a file", "look for a file above", "look for its program",
                 "look for a process"})
            QTest::newRow(what) << "couldn't be read";
    }
    void noFileCanBeFound()
    {
        if (!permitsNamespaces())
            QSKIP("This system permits no user namespaces.");
        whatAReaderMayNotEndsIt();
    }

    void whatAReaderMayNotEndsIt_data()
    {
        QTest::addColumn<QString>("sentence");
        const QString stopped = "couldn't be read";
        for (const char* what :
            {"socket", "write a file", "write it another way", "run a program", "remove a file",
                "another process", "signal", "read a file", "open a file beside a folder",
                "the same without namespaces", "change a file in a folder", "run what it wrote",
                "memory", "crash", "nonsense", "unfinished"})
            QTest::newRow(what) << stopped;
        QTest::newRow("no sandbox") << "can't sandbox the document reader";
        QTest::newRow("loop") << "takes too long";
        QTest::newRow("much") << stopped;
    }
    void whatAReaderMayNotEndsIt()
    {
        QFETCH(QString, sentence);
#ifdef __SANITIZE_ADDRESS__
        if (QByteArray(QTest::currentDataTag()) == "memory")
            QSKIP("A sanitizer needs more addresses than a reader is given.");
#endif
        const QString path = fileWith(QTest::currentDataTag());
        services::ReaderProcess reader = process();
        reader.time = std::chrono::seconds(sentence.contains("long") ? 1 : 60);

        try {
            services::readDocument(path, {}, reader);
            QFAIL("it was let through");
        } catch (const base::Error& error) {
            const QString words = QString::fromUtf8(error.what());
            QVERIFY2(words.contains(sentence), error.what());
            QVERIFY(words.startsWith("“document”"));
            QCOMPARE(words.count(u'\n'), 0);
        }
        QVERIFY(!QFile::exists("/tmp/vignette-misbehaved"));
    }

    void aMissingReaderIsNamed()
    {
        services::ReaderProcess reader;
        reader.program = "/no/such/reader";

        QVERIFY_THROWS_EXCEPTION(
            base::Error, services::readDocument(fileWith("nothing"), {}, reader));
    }

private:
    // Asks for what the reader needs: its mounts and its network are its own.
    static bool permitsNamespaces()
    {
        return QProcess::execute("unshare", {"--user", "--mount", "--net", "true"}) == 0;
    }

    static services::ReaderProcess process()
    {
        services::ReaderProcess reader;
        reader.program = VIGNETTE_MISBEHAVING_READER;
        return reader;
    }

    QString fileWith(const char* what) const
    {
        QFile file(m_folder.filePath("document"));
        if (!file.open(QIODevice::WriteOnly))
            qFatal("no file");
        file.write(what);
        return file.fileName();
    }

    QTemporaryDir m_folder;
};

TESTS(ReaderSandboxTest, QCoreApplication);
#include "reader_sandbox_test.moc"

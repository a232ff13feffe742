#include "base/error.h"
#include "services/network/public_downloads.h"
#include "services/network/web_page.h"
#include "tests/services/network/fake_host.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using tests::FakeHost;

// Pages that the user typed the address of, as files.
class WebPageTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void aPageIsKeptWithItsAddress()
    {
        const QByteArray page = "<!doctype html><p>Grün.</p>";
        FakeHost host(FakeHost::Answers{{"/a/guide.php?id=3--4", FakeHost::file(page)}});

        const QString path = save(host.url("/a/guide.php?id=3--4#top"));

        QVERIFY2(
            path.contains("/pages/127.0.0.1 guide 2") && path.endsWith(".html"), qPrintable(path));
        const QByteArray source = QByteArray::fromStdString(host.url("/a/guide.php?id=3--4"));
        QCOMPARE(contents(path),
            "<!-- saved from url=(" + QByteArray::number(source.size()).rightJustified(4, '0') + ")"
                + QByteArray(source).replace("--", "-%2D") + " -->\n" + page);
        QCOMPARE(m_contacted, QStringList{"127.0.0.1"});
        QVERIFY(save(host.url("/a/guide.php?id=3--4")) != path); // both are kept
    }

    void theKindOfFileIsSeen_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("extension");
        QTest::newRow("PDF") << QByteArray("%PDF-1.7 …") << "/get?file=3"
                             << ".pdf";
        QTest::newRow("by its address") << QByteArray("a,b") << "/t/Table.CSV"
                                        << ".csv";
        QTest::newRow("text") << QByteArray("Hello") << "/hello"
                              << ".txt";
        QTest::newRow("no HTML") << QByteArray("Hello") << "/a.long-suffix"
                                 << ".txt";
        QTest::newRow("XHTML") << QByteArray("\xEF\xBB\xBF<?xml version='1.0'?><html/>") << "/x.csv"
                               << ".html";
    }
    void theKindOfFileIsSeen()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, path);
        QFETCH(QString, extension);
        const FakeHost host(FakeHost::Answers{{path.toLatin1(), FakeHost::file(bytes)}});

        const QString saved = save(host.url(path.toStdString()));

        QVERIFY2(saved.endsWith(extension), qPrintable(saved));
        QVERIFY(contents(saved).endsWith(bytes));
    }

    // A page may not lead a program that reads it to what only this computer can reach.
    void redirectsLeadToPublicHostsOnly()
    {
        const FakeHost other(FakeHost::Answers{{"/secret", FakeHost::file("secret")}});
        const FakeHost host(FakeHost::Answers{{"/away", FakeHost::redirect(other.url("/secret"))},
            {"/here", FakeHost::redirect("/page")}, {"/page", FakeHost::file("page")}});

        QVERIFY(messageFor(host.url("/away")).contains("has an address that isn't public"));
        QCOMPARE(contents(save(host.url("/here"))), "page");
    }

    void whatIsWrongIsSaid_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("words");
        QTest::newRow("no address") << ""
                                    << "isn't the address of a web page";
        QTest::newRow("a file") << "file:///etc/passwd"
                                << "isn't the address of a web page";
        QTest::newRow("another scheme") << "ftp://127.0.0.1/x"
                                        << "must begin with http";
        QTest::newRow("a password") << "http://a:b@127.0.0.1:1/x"
                                    << "must not contain a user name";
        QTest::newRow("nobody") << "http://127.0.0.1:1/x"
                                << "Couldn't get http://127.0.0.1:1/x";
    }
    void whatIsWrongIsSaid()
    {
        QFETCH(QString, address);
        QFETCH(QString, words);

        const QString message = messageFor(address.toStdString());

        QVERIFY2(message.contains(words), qPrintable(message));
        QVERIFY(!QDir(m_folder->filePath("pages")).exists());
    }

    void emptyPagesAreNotKept()
    {
        const FakeHost host(FakeHost::Answers{{"/empty", FakeHost::file(" \n")}});

        QVERIFY(messageFor(host.url("/empty")).endsWith("is empty."));
        QVERIFY(messageFor(host.url("/gone")).contains("status 404"));
    }

private:
    QString save(const std::string& address)
    {
        return services::saveWebPage(QString::fromStdString(address),
            {.folder = m_folder->filePath("pages"),
                .contacted = [this](const QString& host) { m_contacted << host; }});
    }

    QString messageFor(const std::string& address)
    try {
        return "saved as " + save(address);
    } catch (const base::Error& error) {
        return QString::fromUtf8(error.what());
    }

    static QByteArray contents(const QString& path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    QStringList m_contacted;
};

TESTS(WebPageTest, QCoreApplication);
#include "web_page_test.moc"

#include "services/network/network.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using services::ContactedHost;
using services::ContactedHosts;

class ContactedHostsTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    QString path() const { return m_folder->filePath("contacts.json"); }

    void write(const QByteArray& text)
    {
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }

    static QStringList names(const ContactedHosts& hosts)
    {
        QStringList names;
        for (const ContactedHost& host : hosts.hosts())
            names << host.name;
        return names;
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void nobodyIsNamedBeforeSomebodyWasContacted()
    {
        QVERIFY(ContactedHosts(path()).hosts().isEmpty());
        QVERIFY(!QFile::exists(path()));
    }

    void theNextRunKnowsThem()
    {
        {
            ContactedHosts hosts(path());
            QSignalSpy changed(&hosts, &ContactedHosts::changed);
            hosts.add("a.example");
            QCOMPARE(changed.size(), 1);
            QCOMPARE(names(hosts), QStringList{"a.example"});
        }
        const ContactedHosts hosts(path());
        QCOMPARE(names(hosts), QStringList{"a.example"});
        QVERIFY(hosts.hosts().first().last.secsTo(QDateTime::currentDateTime()) < 600);
    }

    void theLatestComesFirst()
    {
        write(
            R"({"old.example": "2026-01-02T03:04:00Z", "older.example": "2025-01-02T03:04:00Z"})");
        ContactedHosts hosts(path());
        hosts.add("new.example");
        QCOMPARE(names(hosts), (QStringList{"new.example", "old.example", "older.example"}));
        hosts.add("older.example");
        QCOMPARE(names(hosts).last(), QString("old.example"));
    }

    // The window and the command line, at the same time.
    void twoProgramsShareTheFile()
    {
        {
            ContactedHosts first(path());
            {
                ContactedHosts second(path());
                second.add("b.example");
            }
            first.add("a.example");
        }
        QCOMPARE(names(ContactedHosts(path())).size(), 2);
    }

    void aFileThatSomebodyElseHasWrittenDoesNoHarm_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addRow("no JSON") << QByteArray("{\"a\"");
        QTest::addRow("a list") << QByteArray("[1, 2]");
        QTest::addRow("no times") << QByteArray(R"({"a": 1, "b": "yesterday"})");
        QTest::addRow("large") << QByteArray(2 << 20, ' ');
    }

    void aFileThatSomebodyElseHasWrittenDoesNoHarm()
    {
        QFETCH(QByteArray, text);
        write(text);
        {
            ContactedHosts hosts(path());
            QVERIFY(hosts.hosts().isEmpty());
            hosts.add("a.example");
        }
        QCOMPARE(names(ContactedHosts(path())), QStringList{"a.example"});
    }
};

TESTS(ContactedHostsTest, QCoreApplication);
#include "contacted_hosts_test.moc"

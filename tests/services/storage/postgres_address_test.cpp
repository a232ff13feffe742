#include "base/error.h"
#include "services/storage/postgres_database.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QTest>

using services::PostgresAddress;

// What is read out of the URL of a server.
class PostgresAddressTest : public QObject {
    Q_OBJECT

private slots:
    void everythingIsReadOutOfAUrl()
    {
        const PostgresAddress address = PostgresAddress::from(
            "postgresql://anna:se%40cret@db.example.org:5433/our%20documents"
            "?sslmode=verify-full&sslrootcert=/etc/ca.pem&options=-c%20search_path%3Dx");

        QCOMPARE(address.hosts, QString("db.example.org"));
        QCOMPARE(address.ports, QString("5433"));
        QCOMPARE(address.database, QString("our documents"));
        QCOMPARE(address.user, QString("anna"));
        QCOMPARE(address.password, QString("se@cret"));
        const QList<std::pair<QString, QString>> expected{{"sslmode", "verify-full"},
            {"sslrootcert", "/etc/ca.pem"}, {"options", "-c search_path=x"}};
        QCOMPARE(address.parameters, expected);
    }

    void muchMayBeMissing()
    {
        QCOMPARE(PostgresAddress::from("postgresql://").hosts, QString());
        QCOMPARE(PostgresAddress::from("postgres://localhost").hosts, QString("localhost"));
        QCOMPARE(PostgresAddress::from("POSTGRESQL:///documents").database, QString("documents"));
        QCOMPARE(PostgresAddress::from("postgresql://anna@/x").user, QString("anna"));
        QCOMPARE(PostgresAddress::from("postgresql://h/x?ssl=true").parameters[0].first,
            QString("sslmode"));
    }

    void severalServersAndOddOnesAreRead()
    {
        const auto several = PostgresAddress::from("postgresql://one:1,two,[::1]:3/x");
        QCOMPARE(several.hosts, QString("one,two,::1"));
        QCOMPARE(several.ports, QString("1,,3"));
        QCOMPARE(PostgresAddress::from("postgresql://%2Frun%2Fpostgresql/x").hosts,
            QString("/run/postgresql"));
        const auto later = PostgresAddress::from("postgresql:///?host=/run&dbname=x&password=y");
        QCOMPARE(later.hosts + later.database + later.password, QString("/runxy"));
    }

    void whatIsWrittenIsReadAgain_data()
    {
        QTest::addColumn<QString>("url");
        for (const char* url : {"postgresql://anna:se%40cret%2F%3F@host:5433/x%20y?sslmode=require",
                 "postgresql://one:1,two,[::1]:3/x", "postgresql://%2Frun%2Fpostgresql/x",
                 "postgresql:///", "postgresql://anna@host/"})
            QTest::newRow(url) << url;
    }

    void whatIsWrittenIsReadAgain()
    {
        QFETCH(QString, url);

        QCOMPARE(PostgresAddress::from(url).url(), url);
    }

    void aNameHoldsNoSecrets()
    {
        const auto address
            = PostgresAddress::from("postgresql://anna:secret@host:1/x?sslpassword=hidden");

        QCOMPARE(address.name(), QString("postgresql://anna@host:1/x"));
    }

    void whatIsNoUrlIsASentenceWithoutIt_data()
    {
        QTest::addColumn<QString>("url");
        for (const char* url : {"http://anna:secret@host/x", "postgresql://anna:secret@host:port/x",
                 "postgresql://anna:sec/ret@host:1/x", "postgresql://anna:secret@[::1/x",
                 "postgresql://secret@host:99999/x", "postgresql://secret@host/x?a",
                 "postgresql://secret@host/x?=b", "postgresql://secret@host/x?a=b=c",
                 "postgresql://secret%00@host/x"})
            QTest::newRow(url) << url;
    }

    void whatIsNoUrlIsASentenceWithoutIt()
    {
        QFETCH(QString, url);
        try {
            PostgresAddress::from(url);
            QFAIL("was read");
        } catch (const base::Error& error) {
            QVERIFY(!QString(error.what()).contains("sec"));
        }
    }

    void aFileIsNoUrl()
    {
        QVERIFY(services::isPostgresUrl("postgresql://host/x"));
        QVERIFY(services::isPostgresUrl("postgres://host/x"));
        QVERIFY(!services::isPostgresUrl("/home/anna/postgresql"));
        QVERIFY(!services::isPostgresUrl("postgresql"));
    }
};

TESTS(PostgresAddressTest, QCoreApplication);
#include "postgres_address_test.moc"

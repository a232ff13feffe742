#include "base/error.h"
#include "services/network/public_downloads.h"
#include "tests/services/network/fake_host.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace std::chrono_literals;
using services::PublicDownloads;
using tests::FakeHost;

class PublicDownloadsTest : public QObject {
    Q_OBJECT

    static constexpr qsizetype maxBytes = qsizetype(PublicDownloads::maxBytes);

    static bool isOne(const QHostAddress& address) { return address == QHostAddress("127.0.0.1"); }

    // The file, or the message.
    static std::string get(const PublicDownloads& downloads, const std::string& url)
    try {
        return downloads.get(url, [] { return false; });
    } catch (const base::Error& error) {
        return error.kind() == base::ErrorKind::BadRequest ? error.what() : "another kind of error";
    }

private slots:
    void addressesThatAreNotPublicAreClosed_data()
    {
        QTest::addColumn<bool>("isPublic");
        const auto rows = [](bool isPublic, std::initializer_list<const char*> addresses) {
            for (const char* address : addresses)
                QTest::newRow(address) << isPublic;
        };
        rows(true,
            {"1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.0.0.1",
                "128.0.0.1", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0",
                "192.0.1.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
                "223.255.255.255", "2001:200::1", "2606:4700:4700::1111", "2a00:1450:4001::200e"});
        rows(false,
            {"0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255",
                "127.0.0.1", "127.255.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255",
                "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1",
                "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255",
                "240.0.0.1", "255.255.255.255", "::", "::1", "::7f00:1", "::ffff:127.0.0.1",
                "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:1.1.1.1", "64:ff9b::7f00:1",
                "64:ff9b::101:101", "64:ff9b:1::a00:1", "100::1", "2001::1", "2001:2::1",
                "2001:10::1", "2001:db8::1", "2002:7f00:1::1", "2002:101:101::1", "3fff::1",
                "4000::1", "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1",
                "ff02::1", "ff0e::1", "no address"});
    }
    void addressesThatAreNotPublicAreClosed()
    {
        QFETCH(bool, isPublic);

        QCOMPARE(
            services::isPublicAddress(QHostAddress(QString::fromLatin1(QTest::currentDataTag()))),
            isPublic);
    }

    void neighborsOfThisComputerAreClosed()
    {
        QNetworkAddressEntry home;
        home.setIp(QHostAddress("2a02:810:1234:5600::7"));
        home.setPrefixLength(64);
        QNetworkAddressEntry tunnel; // its network is not known
        tunnel.setIp(QHostAddress("9.9.9.1"));
        const QList<QNetworkAddressEntry> own{home, tunnel};
        const auto isOwn = [&](const char* address) {
            return services::isOfOwnNetworks(QHostAddress(QLatin1String(address)), own);
        };

        QVERIFY(isOwn("2a02:810:1234:5600::7"));
        QVERIFY(isOwn("2a02:810:1234:5600:ffff::1"));
        QVERIFY(isOwn("9.9.9.1"));
        QVERIFY(!isOwn("2a02:810:1234:5601::7"));
        QVERIFY(!isOwn("9.9.9.2"));
        QVERIFY(!services::isOutside(QHostAddress::LocalHost));
    }

    void anAllowedHostIsAsked()
    {
        FakeHost host({{"/a%20b.png?c=d", FakeHost::file("bytes")}});
        const PublicDownloads downloads({"example.org", host.host("LocalHost")}, isOne);
        const QSignalSpy contacted(&downloads, &PublicDownloads::contacted);

        QCOMPARE(get(downloads, host.url("/a b.png?c=d#e", "LOCALHOST")), std::string("bytes"));

        QCOMPARE(host.requests().size(), 1);
        const QByteArray head = host.requests()[0].toLower();
        QVERIFY2(head.contains(
                     "\r\nhost: " + QByteArray::fromStdString(host.host("localhost")) + "\r\n"),
            head);
        QVERIFY2(!head.contains("cookie") && !head.contains("authorization"), head);
        QCOMPARE(contacted.size(), 1);
        QCOMPARE(contacted[0][0].toString(), QString("localhost"));
    }

    void proxiesAreNotAsked()
    {
        FakeHost host({{"/a", FakeHost::file("bytes")}}), proxy;
        qputenv("http_proxy", QByteArray::fromStdString(proxy.url("")));

        const std::string got = get(PublicDownloads({host.host()}, isOne), host.url("/a"));

        qunsetenv("http_proxy");
        QCOMPARE(got, std::string("bytes"));
        QVERIFY(proxy.requests().isEmpty());
    }

    void otherUrlsAreNotAsked_data()
    {
        QTest::addColumn<QByteArray>("url"); // HOST is the allowed one
        QTest::addColumn<QByteArray>("message");
        const QByteArray wrongHost = "isn't among the allowed hosts", wrongScheme = "must begin";
        QTest::newRow("another name") << QByteArray("http://localhost:PORT/a") << wrongHost;
        QTest::newRow("another address") << QByteArray("http://127.0.0.2:PORT/a") << wrongHost;
        QTest::newRow("another port") << QByteArray("http://127.0.0.1:1/a") << wrongHost;
        QTest::newRow("no port") << QByteArray("http://127.0.0.1/a") << wrongHost;
        QTest::newRow("a longer name") << QByteArray("http://127.0.0.1.a:PORT/a") << wrongHost;
        QTest::newRow("a port of a host without one")
            << QByteArray("http://named.example:8080/a") << wrongHost;
        QTest::newRow("a user") << QByteArray("http://me:secret@127.0.0.1:PORT/a")
                                << QByteArray("must not contain a user name");
        QTest::newRow("an at sign") << QByteArray("http://127.0.0.1:PORT@localhost/a")
                                    << QByteArray("must not contain a user name");
        QTest::newRow("a backslash")
            << QByteArray("http://localhost\\@127.0.0.1:PORT/a") << QByteArray("");
        QTest::newRow("a file") << QByteArray("file:///etc/passwd") << wrongScheme;
        QTest::newRow("ftp") << QByteArray("ftp://127.0.0.1:PORT/a") << wrongScheme;
        QTest::newRow("no scheme") << QByteArray("127.0.0.1:PORT/a") << wrongScheme;
        QTest::newRow("nothing") << QByteArray("") << wrongScheme;
        QTest::newRow("no host") << QByteArray("http:///a") << QByteArray("");
        QTest::newRow("long") << "http://127.0.0.1:PORT/" + QByteArray(10'000, 'a')
                              << QByteArray("longer than 8192 bytes");
    }
    void otherUrlsAreNotAsked()
    {
        QFETCH(QByteArray, url);
        QFETCH(QByteArray, message);
        FakeHost host({{"/a", FakeHost::file("bytes")}});
        const PublicDownloads downloads({"named.example", host.host()}, isOne);
        url.replace("127.0.0.1:PORT", QByteArray::fromStdString(host.host()));
        url.replace("PORT", QByteArray::fromStdString(host.host()).split(':').value(1));

        const std::string told = get(downloads, url.toStdString());

        QVERIFY2(told != "bytes" && told.find(message) != std::string::npos, told.c_str());
        QVERIFY(host.requests().isEmpty());
    }

    void aHostWithoutAPortHasTheUsualOnes()
    {
        const PublicDownloads downloads({"0.0.0.0"}, [](const QHostAddress&) { return false; });
        for (const char* url : {"http://0.0.0.0/a", "https://0.0.0.0/a", "http://0.0.0.0:443/a"})
            QCOMPARE(get(downloads, url),
                std::string("the host 0.0.0.0 has an address that isn't public."));
    }

    void whatIsNoHostIsRejected_data()
    {
        QTest::addColumn<QByteArray>("host");
        for (const char* host : {"", "https://images.example", "images.example/folder", "*.example",
                 "me@images.example", "a b", "images.example:port", "images.example?", "a#b"})
            QTest::newRow(host) << QByteArray(host);
    }
    void whatIsNoHostIsRejected()
    {
        QFETCH(QByteArray, host);

        QVERIFY_EXCEPTION_THROWN(PublicDownloads({host.toStdString()}), base::Error);
    }

    // Also a name that leads there, whoever decides that.
    void privateAddressesAreNotAsked()
    {
        FakeHost host({{"/a", FakeHost::file("bytes")}});
        const PublicDownloads downloads({host.host("localhost"), host.host()});

        for (const char* name : {"localhost", "127.0.0.1"}) {
            const std::string told = get(downloads, host.url("/a", name));
            QVERIFY2(told.ends_with("has an address that isn't public."), told.c_str());
        }
        QVERIFY(host.requests().isEmpty());
    }

    void redirectsWithinAllowedHostsAreFollowed()
    {
        FakeHost last({{"/b", FakeHost::file("bytes")}});
        FakeHost first({{"/a", FakeHost::redirect("/next")},
            {"/next", FakeHost::redirect(last.url("/b", "localhost"))}});
        const PublicDownloads downloads({first.host(), last.host("localhost")}, isOne);

        QCOMPARE(get(downloads, first.url("/a")), std::string("bytes"));
    }

    void redirectsToOthersAreNot()
    {
        FakeHost other({{"/b", FakeHost::file("bytes")}});
        FakeHost first({{"/name", FakeHost::redirect(other.url("/b"))},
            {"/address", FakeHost::redirect(other.url("/b", "127.0.0.2"))},
            {"/file", FakeHost::redirect("file:///etc/passwd")},
            {"/circle", FakeHost::redirect("/circle")}});
        const PublicDownloads downloads({first.host(), other.host("127.0.0.2")}, isOne);

        QVERIFY(get(downloads, first.url("/name")).ends_with("isn't among the allowed hosts."));
        QVERIFY(
            get(downloads, first.url("/address")).ends_with("has an address that isn't public."));
        QVERIFY(get(downloads, first.url("/file")).starts_with("the URL must begin with"));
        QCOMPARE(
            get(downloads, first.url("/circle")), std::string("there are too many redirects."));
        QVERIFY(other.requests().isEmpty());
    }

    void filesUpTo20MiBAreTaken_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<bool>("isTaken");
        const QByteArray until = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
        QTest::newRow("largest") << FakeHost::file(QByteArray(maxBytes, 'a')) << true;
        QTest::newRow("larger") << FakeHost::file(QByteArray(maxBytes + 1, 'a')) << false;
        QTest::newRow("larger, announced only")
            << QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 20971521\r\n\r\n") << false;
        QTest::newRow("largest, without a length") << until + QByteArray(maxBytes, 'a') << true;
        QTest::newRow("larger, without a length") << until + QByteArray(2 * maxBytes, 'a') << false;
    }
    void filesUpTo20MiBAreTaken()
    {
        QFETCH(QByteArray, answer);
        QFETCH(bool, isTaken);
        FakeHost host({{"/a", answer}});

        const std::string got = get(PublicDownloads({host.host()}, isOne), host.url("/a"));

        if (isTaken)
            QCOMPARE(got.size(), size_t(maxBytes));
        else
            QCOMPARE(got, std::string("the file is larger than 20 MiB."));
    }

    void whatGoesWrongIsTold()
    {
        FakeHost host({{"/short", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nbytes"},
            {"/strange", "no HTTP\r\n\r\n"}});
        std::string nobody;
        {
            nobody = FakeHost().host(); // which is gone by then
        }
        const PublicDownloads downloads({host.host(), nobody, "no-such-host.invalid"}, isOne);

        QCOMPARE(get(downloads, host.url("/missing")),
            std::string("the host answered with status 404."));
        for (const std::string& url : {host.url("/short"), host.url("/strange"),
                 "http://" + nobody + "/a", "https://" + host.host() + "/a"}) {
            const std::string told = get(downloads, url);
            QVERIFY2(told.starts_with("the connection "), told.c_str());
        }
        QCOMPARE(get(downloads, "http://no-such-host.invalid/a"),
            std::string("the host no-such-host.invalid isn't known."));
    }

    void aSilentHostIsGivenUp()
    {
        FakeHost host;
        const PublicDownloads downloads({host.host()}, isOne, 300ms);
        QElapsedTimer timer;
        timer.start();

        QCOMPARE(
            get(downloads, host.url("/silent")), std::string("it takes longer than 0.3 seconds."));
        QVERIFY(timer.elapsed() >= 290 && timer.elapsed() < 10'000);
    }

    void nobodyWaitsForItAnyMore()
    {
        FakeHost host;
        const PublicDownloads downloads({host.host()}, isOne);
        int asked = 0;
        try {
            downloads.get(host.url("/silent"), [&] { return ++asked > 3; });
            QFAIL("it was downloaded");
        } catch (const base::Error& error) {
            QVERIFY(error.kind() == base::ErrorKind::Cancelled);
        }
    }
};

TESTS(PublicDownloadsTest, QCoreApplication);
#include "public_downloads_test.moc"

#include "services/server/http/request_head.h"
#include "tests/support/test_program.h"

#include <QTest>

using services::server::ChunkDecoder;

class ChunkDecoderTest : public QObject {
    Q_OBJECT

    static constexpr size_t maxBody = 100'000;

    // Takes the body in pieces of `pieces` bytes.
    static bool isTaken(const QByteArray& body, qsizetype pieces)
    {
        ChunkDecoder decoder(maxBody);
        for (qsizetype at = 0; at < body.size(); at += pieces) {
            const std::string piece = body.mid(at, pieces).toStdString();
            std::string_view left = piece;
            if (!decoder.decode(left, [](std::string_view) { return true; }) || !left.empty())
                return false;
        }
        return true;
    }

private slots:
    void bodiesAreFollowed_data()
    {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<bool>("isBody");
        const QByteArray end = "0\r\n\r\n";
        QTest::newRow("empty") << end << true;
        QTest::newRow("chunks") << "3\r\nabc\r\nA\r\n0123456789\r\n" + end << true;
        QTest::newRow("an extension") << "3;a=b\r\nabc\r\n" + end << true;
        QTest::newRow("trailers") << QByteArray("1\r\na\r\n0\r\nA: b\r\nC: d\r\n\r\n") << true;
        QTest::newRow("one-byte chunks") << QByteArray("1\r\na\r\n").repeated(10'000) + end << true;
        QTest::newRow("as long as may be")
            << "186A0\r\n" + QByteArray(maxBody, 'a') + "\r\n" + end << true;

        QTest::newRow("a line without an end") << "1;" + QByteArray(2000, 'x') << false;
        QTest::newRow("zeros without an end") << QByteArray(2000, '0') << false;
        QTest::newRow("trailers without an end")
            << "0\r\n" + QByteArray("A: b\r\n").repeated(5000) << false;
        QTest::newRow("a trailer without an end") << "0\r\nA: " + QByteArray(9000, 'x') << false;
        QTest::newRow("too long") << "F0000\r\n" + QByteArray(0xF0000, 'a') << false;
        QTest::newRow("too long together")
            << ("18000\r\n" + QByteArray(0x18000, 'a') + "\r\n").repeated(2) << false;
        QTest::newRow("more than a number holds") << QByteArray("FFFFFFFFFFFFFFFFF\r\n") << false;
        QTest::newRow("nothing but framing") << QByteArray("1\r\na\r\n").repeated(50'000) << false;
        QTest::newRow("no number") << QByteArray("x\r\n") << false;
        QTest::newRow("negative") << QByteArray("-1\r\n") << false;
        QTest::newRow("a prefix") << QByteArray("0x1\r\na\r\n") << false;
        QTest::newRow("a blank first") << QByteArray(" 1\r\na\r\n") << false;
        QTest::newRow("longer than it says") << QByteArray("1\r\nab\r\n") << false;
        QTest::newRow("half a line break") << QByteArray("1\nb\r\n") << false;
        QTest::newRow("something behind") << end + "x" << false;
    }
    void bodiesAreFollowed()
    {
        QFETCH(QByteArray, body);
        QFETCH(bool, isBody);

        for (const qsizetype pieces : {qsizetype(1), qsizetype(7), body.size()})
            QCOMPARE(isTaken(body, pieces), isBody);
    }

    void dataIsDecodedUpToTheEndOfTheBody()
    {
        std::string data;
        std::string_view bytes = "3;a=b\r\n123\r\nA\r\n0123456789\r\n0\r\nA: b\r\n\r\nGET /";
        ChunkDecoder decoder(maxBody);

        QVERIFY(decoder.decode(bytes, [&](std::string_view more) {
            data += more;
            return true;
        }));

        QVERIFY(decoder.isComplete());
        QCOMPARE(data, std::string("1230123456789"));
        QCOMPARE(std::string(bytes), std::string("GET /"));
    }

    void aReaderMayRejectData()
    {
        std::string_view bytes = "3\r\n123\r\n";
        QVERIFY(!ChunkDecoder(maxBody).decode(bytes, [](std::string_view) { return false; }));
    }
};

TESTS(ChunkDecoderTest);
#include "chunk_decoder_test.moc"

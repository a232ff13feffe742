#include "base/error.h"
#include "services/remote/answer_piece.h"
#include "tests/support/test_program.h"

#include <QTest>

using services::EventReader;
using Events = std::vector<std::string>;

// Events come out the same, however the bytes are cut and the lines end.
class EventReaderTest : public QObject {
    Q_OBJECT

    static Events inPieces(const QByteArray& bytes, qsizetype size)
    {
        EventReader reader;
        Events all;
        for (qsizetype place = 0; place < bytes.size(); place += size)
            for (std::string& event : reader.read(bytes.mid(place, size)))
                all.push_back(std::move(event));
        return all;
    }

private slots:
    void eventsAreRead_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArrayList>("events");
        const auto row = [](const char* name, const char* bytes, const QByteArrayList& events) {
            QTest::newRow(name) << QByteArray(bytes) << events;
        };
        row("two", "data: one\n\ndata: two\n\n", {"one", "two"});
        row("carriage returns", "data: one\r\n\r\ndata: two\r\r", {"one", "two"});
        row("several lines", "data: one\ndata:\ndata: two\n\n", {"one\n\ntwo"});
        row("without a space", "data:{\"a\": 1}\n\n", {"{\"a\": 1}"});
        row("one space is not of it", "data:  one\n\n", {" one"});
        row("other fields", "event: x\nid: 7\nretry: 1\n: comment\ndata: one\n\n", {"one"});
        row("comments alone", ": still here\n\n: still here\n\n", {});
        row("without an end", "data: one\n\ndata: two\n", {"one"});
    }
    void eventsAreRead()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArrayList, events);
        Events expected;
        for (const QByteArray& event : std::as_const(events))
            expected.push_back(event.toStdString());
        for (qsizetype size = 1; size <= bytes.size(); ++size)
            QCOMPARE(inPieces(bytes, size), expected);
    }

    void theLastEventNeedsNoEnd()
    {
        EventReader reader;
        QCOMPARE(reader.read("data: [DONE]"), Events());
        QCOMPARE(reader.end(), Events{"[DONE]"});
        QCOMPARE(reader.end(), Events());
    }

    void anEventWithoutEndIsRefused_data()
    {
        QTest::addColumn<QByteArray>("piece");
        QTest::newRow("a line") << QByteArray(1000, 'x');
        QTest::newRow("many lines") << QByteArray("data: more and more\n");
        QTest::newRow("empty lines of data") << QByteArray("data:\n");
    }
    void anEventWithoutEndIsRefused()
    {
        QFETCH(QByteArray, piece);
        EventReader reader;
        bool isRefused = false;
        for (size_t read = 0; !isRefused && read < 8 * EventReader::maxEventLength;
             read += size_t(piece.size()))
            try {
                reader.read(piece);
            } catch (const base::Error& error) {
                isRefused = QString(error.what()).contains("too long");
            }
        QVERIFY(isRefused);
    }
};

TESTS(EventReaderTest);
#include "event_reader_test.moc"

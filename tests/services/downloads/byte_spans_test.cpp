#include "services/downloads/download_queue.h"
#include "services/downloads/partial_file.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <random>

using services::ByteSpan;
using services::nextShare;
using services::pieceBytes;

// Tests which connection fetches what, and the speed.
class ByteSpansTest : public QObject {
    Q_OBJECT

private slots:
    void theFirstTakesAllAndOthersTakeHalves()
    {
        const qint64 size = 100 * pieceBytes + 7;
        QList<ByteSpan> busy;

        busy << *nextShare({{0, size}}, busy, 1);
        QCOMPARE(busy[0], (ByteSpan{0, size}));
        const auto second = nextShare({{0, size}}, busy, 3);

        QVERIFY(second);
        QCOMPARE(second->end, size);
        QCOMPARE(busy[0].end, second->first);
        QCOMPARE(second->first % pieceBytes, 0);
        QVERIFY(second->size() > 40 * pieceBytes && second->size() < 60 * pieceBytes);
    }

    void littleIsNotDivided()
    {
        QList<ByteSpan> busy{{0, 3 * pieceBytes}};
        QVERIFY(!nextShare({{0, 3 * pieceBytes}}, busy, 3));
        QCOMPARE(busy[0].end, 3 * pieceBytes);
    }

    // Connections that bring bytes at any speed, and end at any time, bring each byte once.
    void everyByteIsFetchedOnce()
    {
        for (unsigned seed = 1; seed <= 50; ++seed) {
            std::mt19937 random(seed);
            const qint64 size = qint64(random() % 60) * pieceBytes + random() % pieceBytes + 1;
            QList<ByteSpan> missing{{0, size}}, busy;
            qint64 fetched = 0;
            for (int step = 0; fetched < size; ++step) {
                QVERIFY2(step < 100'000, "it does not end");
                while (busy.size() < 4) {
                    const auto share = nextShare(missing, busy, int(4 - busy.size()));
                    if (!share)
                        break;
                    QVERIFY(share->size() > 0);
                    QVERIFY(share->end == size || share->end % pieceBytes == 0);
                    busy << *share;
                }
                QVERIFY(!busy.isEmpty());
                const qsizetype which = qsizetype(random() % size_t(busy.size()));
                const qint64 count
                    = std::min<qint64>(busy[which].size(), random() % (3 * pieceBytes) + 1);
                fetched += count;
                missing = taken(missing, {busy[which].first, busy[which].first + count});
                busy[which].first += count;
                const bool isLost = random() % 10 == 0;
                if (isLost || busy[which].size() == 0)
                    busy.removeAt(which);
            }
            QVERIFY(missing.isEmpty());
        }
    }

    void speedIsThatOfTheLastSeconds()
    {
        using namespace std::chrono_literals;
        services::SpeedMeter meter;
        services::SpeedMeter::Time now{};
        meter.add(now, 1'000'000);
        QCOMPARE(meter.bytesPerSecond(), 0.0);
        for (int i = 1; i <= 100; ++i)
            meter.add(now += 100ms, 1'000'000 + i * 1000);
        QCOMPARE(meter.bytesPerSecond(), 10'000.0);
        for (int i = 1; i <= 100; ++i)
            meter.add(now += 100ms, 1'100'000 + i * 5000);
        QCOMPARE(meter.bytesPerSecond(), 50'000.0);
        meter.add(now += 10s, 1'600'000);
        QCOMPARE(meter.bytesPerSecond(), 0.0);
    }

private:
    // `spans` without `span`, which must be in one of them.
    static QList<ByteSpan> taken(const QList<ByteSpan>& spans, const ByteSpan& span)
    {
        QList<ByteSpan> rest;
        for (const ByteSpan& one : spans) {
            if (span.first < one.first || span.end > one.end) {
                rest << one;
                continue;
            }
            for (const ByteSpan& part : {ByteSpan{one.first, span.first}, {span.end, one.end}})
                if (part.size() > 0)
                    rest << part;
        }
        return rest;
    }
};

TESTS(ByteSpansTest);
#include "byte_spans_test.moc"

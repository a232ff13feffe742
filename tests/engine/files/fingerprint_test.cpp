#include "engine/files/fingerprint.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <set>
#include <string>
#include <utility>
#include <vector>

using engine::Fingerprint;
using engine::FingerprintMaker;

namespace {

template <typename... Pieces>
Fingerprint of(const Pieces&... pieces)
{
    FingerprintMaker maker;
    (maker.add(pieces), ...);
    return maker.value();
}

std::string_view text(const char* letters)
{
    return letters;
}

} // namespace

// Fingerprints agree for the same contents, everywhere, and for nothing else that is near them.
class FingerprintTest : public QObject {
    Q_OBJECT

private slots:
    void piecesCountWithTheirLengths()
    {
        QVERIFY(of(text("ab"), text("c")) == of(text("ab"), text("c")));
        QVERIFY(of(text("ab"), text("c")) != of(text("a"), text("bc")));
        QVERIFY(of(text("ab"), text("c")) != of(text("c"), text("ab")));
        QVERIFY(of(text("")) != of(text(""), text("")));
        QVERIFY(of(text("")) != Fingerprint());
        QVERIFY(of(text("a")) != of(std::string_view("a\0", 2)));
        QVERIFY(of(int64_t(1)) != of(1.0));
        QVERIFY(of(0.0) == of(-0.0));
        QVERIFY(of(of(text("a"))) != of(text("a")));
    }

    void oneBitAnywhereTellsTextsApart()
    {
        std::set<std::pair<uint64_t, uint64_t>> found;
        size_t count = 0;
        for (size_t length = 0; length < 40; ++length) {
            const std::string zeros(length, '\0');
            for (size_t bit = 0; bit <= 8 * length; ++bit, ++count) {
                std::string changed = zeros;
                if (bit < 8 * length)
                    changed[bit / 8] = char(1 << bit % 8);
                const Fingerprint fingerprint = of(std::string_view(changed));
                found.emplace(fingerprint.low, fingerprint.high);
            }
        }
        QCOMPARE(found.size(), count);
    }

    // Long ones are dealt out to lanes; what is left over is not.
    void oneByteAnywhereTellsLongTextsApart()
    {
        std::set<std::pair<uint64_t, uint64_t>> found;
        size_t count = 0;
        for (const size_t length : {1023, 1024, 1025, 1031, 1087, 1088, 1100}) {
            const std::string zeros(length, '\0');
            for (size_t position = 0; position <= length; ++position, ++count) {
                std::string changed = zeros;
                if (position < length)
                    changed[position] = '\x80';
                const Fingerprint fingerprint = of(std::string_view(changed));
                found.emplace(fingerprint.low, fingerprint.high);
            }
        }
        QCOMPARE(found.size(), count);

        std::string exchanged(2048, '\0'); // the same words in other lanes, and in other rounds
        exchanged[0] = 1, exchanged[8] = 2;
        std::string other = exchanged;
        std::swap(other[0], other[8]);
        QVERIFY(of(std::string_view(exchanged)) != of(std::string_view(other)));
        other = exchanged;
        std::swap(other[0], other[64]);
        QVERIFY(of(std::string_view(exchanged)) != of(std::string_view(other)));
    }

    // What is stored on disk must be found again by another build.
    void valuesStayAsTheyAre()
    {
        const Fingerprint fingerprint = of(text("vignette"), int64_t(-5), 0.5);

        QCOMPARE(fingerprint.low, 0x23B8BDC328DC93E9u);
        QCOMPARE(fingerprint.high, 0xBBC390217A98B139u);
    }

    void moreMayBeAddedAfterAsking()
    {
        FingerprintMaker maker;
        maker.add(text("a"));
        const Fingerprint first = maker.value();
        maker.add(text("b"));

        QVERIFY(first == of(text("a")));
        QVERIFY(maker.value() == of(text("a"), text("b")));
    }
};

TESTS(FingerprintTest);
#include "fingerprint_test.moc"

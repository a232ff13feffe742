#include "engine/generate/stop_text.h"

#include <QTest>

using engine::StopText;

namespace {

struct Run {
    std::vector<std::string> chunks;
    std::string held, found;
};

Run run(std::vector<std::string> stops, const std::vector<std::string>& pieces)
{
    StopText stop(std::move(stops));
    Run result;
    for (const std::string& piece : pieces)
        result.chunks.push_back(stop.push(piece));
    result.held = stop.flush();
    result.found = stop.found().value_or("");
    return result;
}

using Chunks = std::vector<std::string>;

} // namespace

// What may be shown while a stop string may be coming.
class StopTextTest : public QObject {
    Q_OBJECT

private slots:
    void stopStringOverThreeTokensIsNeverSeen()
    {
        const Run result = run({"<|end|>"}, {"Hi", " <", "|e", "nd|>", "x"});

        QCOMPARE(result.chunks, (Chunks{"Hi", " ", "", "", ""}));
        QCOMPARE(result.found, "<|end|>");
        QCOMPARE(result.held, "");
    }

    void falseAlarmIsReleasedWhole()
    {
        const Run result = run({"<|end|>"}, {" <", "|e", "gg"});

        QCOMPARE(result.chunks, (Chunks{" ", "", "<|egg"}));
        QCOMPARE(result.found, "");
    }

    void flushGivesWhatWasHeld()
    {
        const Run result = run({"<|end|>"}, {"a", " <"});

        QCOMPARE(result.chunks, (Chunks{"a", " "}));
        QCOMPARE(result.held, "<");
    }

    void shorterStringIsNotMaskedByALongerOne()
    {
        const Run result = run({"abc", "b"}, {"a", "b", "X"});

        QCOMPARE(result.chunks, (Chunks{"", "a", ""}));
        QCOMPARE(result.found, "b");
    }

    void sameResultHoweverTheTextIsCut()
    {
        const std::string text = "aabaabaaabcaab";
        for (size_t cut = 0; cut <= text.size(); ++cut) {
            const Run result = run({"aaabc", "abaaaa"}, {text.substr(0, cut), text.substr(cut)});

            QCOMPARE(result.chunks[0] + result.chunks[1], "aabaab");
            QCOMPARE(result.found, "aaabc");
        }
    }

    void atTheSameByteTheEarliestBeginWins()
    {
        QCOMPARE(run({"b", "ab"}, {"xab"}).chunks, Chunks{"x"});
        QCOMPARE(run({"b", "ab"}, {"xab"}).found, "ab");
        QCOMPARE(run({"ab", "b"}, {"xab"}).found, "ab");
    }

    void emptyStringsNeverStop()
    {
        const Run result = run({"", ""}, {"abc"});

        QCOMPARE(result.chunks, Chunks{"abc"});
        QCOMPARE(result.found, "");
    }

    void nothingIsLostOrDoubled()
    {
        StopText stop({"aaab", "ba"});
        std::string shown;
        for (int step = 0; step < 200'000; ++step) // quadratic time would show here
            shown += stop.push("a");
        QCOMPARE(stop.heldBytes(), size_t(3));
        shown += stop.flush();

        QCOMPARE(shown, std::string(200'000, 'a'));
    }
};

QTEST_APPLESS_MAIN(StopTextTest)
#include "stop_text_test.moc"

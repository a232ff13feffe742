#include "engine/generate/ngram_draft.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <vector>

using engine::DraftLength;

namespace {

// Goes through `passes` with a draft that is right for the first `right` tokens; the lengths.
std::vector<int64_t> lengthsOf(DraftLength& length, int passes, int64_t right)
{
    std::vector<int64_t> lengths;
    for (int pass = 0; pass < passes; ++pass) {
        lengths.push_back(length.next());
        length.observe(lengths.back(), std::min(right, lengths.back()));
    }
    return lengths;
}

} // namespace

// Drafts as much as pays.
class DraftLengthTest : public QObject {
    Q_OBJECT

private slots:
    void staysAtItsMostWhileAllIsRight()
    {
        DraftLength length(4);
        QCOMPARE(lengthsOf(length, 5, 9), (std::vector<int64_t>{4, 4, 4, 4, 4}));
        QCOMPARE(length.expected(), 4.0);
    }

    void stopsWhereNothingIsRightAndLooksAgainEverySixteenthPass()
    {
        DraftLength length(4);
        QCOMPARE(lengthsOf(length, 7, 0), (std::vector<int64_t>{4, 3, 2, 2, 1, 1, 1}));

        const std::vector<int64_t> later = lengthsOf(length, 64, 0);

        QCOMPARE(std::ranges::count(later, 0), 60);
        QCOMPARE(std::ranges::count(later, 1), 4);
        for (const size_t probe : {15, 31, 47, 63})
            QCOMPARE(later[probe], int64_t(1));
    }

    void resumesAfterOneProbeThatWasRight()
    {
        DraftLength length(8);
        lengthsOf(length, 200, 0);
        while (length.next() == 0)
            length.observe(0, 0);
        length.observe(1, 1);

        QCOMPARE(lengthsOf(length, 8, 8), (std::vector<int64_t>{2, 3, 4, 6, 8, 8, 8, 8}));
    }

    void settlesNearWhatIsAccepted()
    {
        DraftLength length(16);
        const std::vector<int64_t> lengths = lengthsOf(length, 40, 3);
        for (size_t pass = 20; pass < lengths.size(); ++pass)
            QVERIFY2(
                lengths[pass] >= 3 && lengths[pass] <= 5, std::to_string(lengths[pass]).c_str());
    }

    void aPassWithoutADraftChangesNothingWhileDraftingPays()
    {
        DraftLength length(4);
        length.observe(4, 1);
        const double before = length.expected();
        for (int pass = 0; pass < 100; ++pass)
            length.observe(0, 0);

        QCOMPARE(length.expected(), before);
        QCOMPARE(length.next(), int64_t(3));
    }

    void neverDraftsIfItMayNot()
    {
        for (const int64_t most : {0, -3}) {
            DraftLength length(most);
            QCOMPARE(lengthsOf(length, 40, 1), std::vector<int64_t>(40, 0));
        }
    }

    void oddCountsDoNoHarm()
    {
        DraftLength length(4);
        length.observe(2, 100);
        length.observe(2, -100);
        length.observe(-1, 5);
        QVERIFY(length.expected() >= 0 && length.expected() <= 4);
    }

    void equalHistoriesGiveEqualLengths()
    {
        DraftLength first(6), second(6);
        for (int64_t pass = 0; pass < 300; ++pass) {
            QCOMPARE(first.next(), second.next());
            const int64_t accepted = pass * 7 % 5 % (first.next() + 1);
            first.observe(first.next(), accepted);
            second.observe(second.next(), accepted);
        }
    }
};

TESTS(DraftLengthTest);
#include "draft_length_test.moc"

#include "engine/cache/page_table.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using engine::ContentKey;
using engine::PageHash;
using engine::PageSequence;
using engine::PageTable;

namespace {

using Keys = std::vector<ContentKey>;

Keys counting(size_t count, ContentKey first = 0)
{
    Keys keys(count);
    std::iota(keys.begin(), keys.end(), first);
    return keys;
}

// A sequence that has read all its keys.
PageSequence filledWith(PageTable& table, const Keys& keys)
{
    PageSequence sequence;
    if (table.open(sequence, keys))
        table.append(sequence, keys, int64_t(keys.size()) - sequence.filled);
    return sequence;
}

void useOnce(PageTable& table, const Keys& keys)
{
    PageSequence sequence = filledWith(table, keys);
    table.release(sequence);
}

// How many tokens of full pages a new sequence of these keys would find.
int64_t cachedTokens(PageTable& table, const Keys& keys)
{
    PageSequence sequence;
    table.shareFinished(sequence, keys);
    const int64_t found = sequence.filled;
    table.release(sequence);
    return found;
}

int64_t partialTokens(const PageTable& table, const PageSequence& sequence, const Keys& keys)
{
    const auto partial = table.findPartial(sequence, keys);
    return partial ? partial->tokens : 0;
}

std::string wrongWith(const PageTable& table, std::vector<PageTable::Held> held = {})
{
    return table.checkInvariants(held);
}

} // namespace

class PageTableTest : public QObject {
    Q_OBJECT

private slots:
    void sequencesOfTheSameBeginningShareItsFullPages()
    {
        PageTable table(8);
        const Keys keys = counting(600);
        PageSequence first = filledWith(table, keys);

        PageSequence second;
        QVERIFY(table.open(second, keys));

        QCOMPARE(second.filled, int64_t(512));
        QCOMPARE(second.pages[0], first.pages[0]);
        QCOMPARE(second.pages[1], first.pages[1]);
        QVERIFY(second.pages[2] != first.pages[2]);
        QCOMPARE(table.references(first.pages[1]), 2);
        QCOMPARE(table.numFree(), int64_t(4));
        const PageTable::Held held[] = {{&first, keys}, {&second, keys}};
        QCOMPARE(table.checkInvariants(held), std::string());
    }

    void theLastTokenIsAlwaysLeftToBeRead()
    {
        PageTable table(8);
        useOnce(table, counting(512));

        QCOMPARE(cachedTokens(table, counting(512)), int64_t(256));
        QCOMPARE(cachedTokens(table, counting(513)), int64_t(512));
    }

    void aPageIsFoundOnlyAfterTheSameBeginning()
    {
        PageTable table(8);
        Keys keys = counting(600);
        useOnce(table, keys);
        keys[3] = 9999;

        QCOMPARE(cachedTokens(table, keys), int64_t(0));
    }

    void partOfAPageIsFoundWhoeverUsesIt()
    {
        PageTable table(8);
        Keys keys = counting(400);
        PageSequence first = filledWith(table, keys);
        keys.resize(380);
        keys[300] = 9999;
        PageSequence second;
        QVERIFY(table.open(second, keys));

        const auto partial = table.findPartial(second, keys);

        QVERIFY(partial);
        QCOMPARE(partial->page, first.pages[1]);
        QCOMPARE(partial->tokens, int64_t(300 - 256));
    }

    void releasedPagesKeepTheirContentUntilNeeded()
    {
        PageTable table(4);
        useOnce(table, counting(600));
        QCOMPARE(table.numFree(), int64_t(4));
        QCOMPARE(cachedTokens(table, counting(600)), int64_t(512));

        useOnce(table, counting(256, 5000)); // takes the page never used

        QCOMPARE(cachedTokens(table, counting(600)), int64_t(512));
    }

    void theEndOfASequenceGoesBeforeItsBeginning()
    {
        PageTable table(4);
        useOnce(table, counting(1000)); // fills all four

        useOnce(table, counting(200, 5000));
        QCOMPARE(cachedTokens(table, counting(1000)), int64_t(768));
        useOnce(table, counting(300, 6000));

        QCOMPARE(cachedTokens(table, counting(1000)), int64_t(512));
    }

    void nothingIsTakenWhenTooFewPagesAreFree()
    {
        PageTable table(4);
        const Keys keys = counting(600);
        PageSequence first = filledWith(table, keys);

        PageSequence second;
        QVERIFY(!table.open(second, counting(512, 5000)));

        QVERIFY(second.pages.empty());
        QCOMPARE(table.numFree(), int64_t(1));
        QVERIFY(!table.grow(first, 1025));
        QVERIFY(table.grow(first, 1024));
        QCOMPARE(table.numFree(), int64_t(0));
    }

    void twoThatFillEqualPagesEndUpWithOne()
    {
        PageTable table(4);
        const Keys keys = counting(300);
        PageSequence first, second;
        QVERIFY(table.open(first, keys) && table.open(second, keys));

        table.append(first, keys, 300);
        table.append(second, keys, 300);

        QCOMPARE(first.pages[0], second.pages[0]);
        QCOMPARE(table.numFree(), int64_t(1));
        const PageTable::Held held[] = {{&first, keys}, {&second, keys}};
        QCOMPARE(table.checkInvariants(held), std::string());
    }

    void whatOthersFinishedMeanwhileReplacesOwnEmptyPages()
    {
        PageTable table(8);
        const Keys keys = counting(600);
        PageSequence first, second;
        QVERIFY(table.open(first, keys) && table.open(second, keys));
        table.append(first, keys, 512);

        QCOMPARE(table.shareFinished(second, keys), int64_t(512));

        QCOMPARE(second.filled, int64_t(512));
        QCOMPARE(table.numFree(), int64_t(4));
    }

    void sequencesOfDifferentRootsShareNothing()
    {
        PageTable table(8);
        const Keys keys = counting(400);
        PageSequence plain = filledWith(table, keys);
        PageSequence adapted{.root = {.low = 1, .high = 2}};

        QVERIFY(table.open(adapted, keys));

        QCOMPARE(adapted.filled, int64_t(0));
        QCOMPARE(partialTokens(table, adapted, keys), int64_t(0));
        table.append(adapted, keys, 400);
        QVERIFY(adapted.pages[0] != plain.pages[0]);
        QCOMPARE(wrongWith(table, {{&plain, keys}, {&adapted, keys}}), std::string());
        table.release(adapted);
        QCOMPARE(adapted.root.high, uint64_t(2));
        QVERIFY(table.open(adapted, keys));
        QCOMPARE(adapted.filled, int64_t(256));
    }

    void roomCanBeReservedAhead()
    {
        PageTable table(8);
        PageSequence sequence;

        QVERIFY(!table.open(sequence, counting(300), 8 * 256 + 1));
        QCOMPARE(table.numFree(), int64_t(8));
        QVERIFY(table.open(sequence, counting(300), 7 * 256 + 1));

        QCOMPARE(table.numFree(), int64_t(0));
        QCOMPARE(sequence.filled, int64_t(0));
    }

    // A fills 8 of 16 pages, B reserves 12 and writes one: everything of A is still there.
    void aReservationDoesNotEvict()
    {
        PageTable table(16);
        const Keys a = counting(8 * 256);
        useOnce(table, a);
        const Keys b = counting(20, 90'000);
        PageSequence reserving;
        QVERIFY(table.open(reserving, b, 12 * 256));
        table.append(reserving, b, 20);
        QCOMPARE(cachedTokens(table, a), int64_t(4 * 256)); // B has the other four
        table.release(reserving);

        PageSequence again;
        QVERIFY(table.open(again, a));

        QCOMPARE(again.filled, int64_t(7 * 256));
        QCOMPARE(partialTokens(table, again, a), int64_t(255));
        QCOMPARE(wrongWith(table, {{&again, a}}), std::string());
    }

    void whatIsReservedByOthersCanStillBeCopied()
    {
        PageTable table(4);
        const Keys keys = counting(256 + 50);
        useOnce(table, keys);
        PageSequence reserving;
        QVERIFY(table.open(reserving, counting(1, 5000), 3 * 256)); // with the page of 50 tokens

        PageSequence again;
        QCOMPARE(table.shareFinished(again, keys), int64_t(256));

        QCOMPARE(partialTokens(table, again, keys), int64_t(49));
        QCOMPARE(table.findPartial(again, keys)->page, reserving.pages[2]);
    }

    void whatWasBegunIsNotRevertedTo()
    {
        PageTable table(2);
        const Keys keys = counting(512);
        useOnce(table, keys);
        PageSequence failing;
        QVERIFY(table.open(failing, counting(1, 5000), 512));

        table.beginWriting(failing, 1); // and then nothing is appended
        table.release(failing);

        QCOMPARE(cachedTokens(table, counting(513)), int64_t(256));
        QCOMPARE(wrongWith(table), std::string());
    }

    void aReservedPageWhoseContentIsElsewhereByNowBecomesEmpty()
    {
        PageTable table(4);
        useOnce(table, counting(256));
        useOnce(table, counting(768, 5000));
        const Keys other = counting(1, 6000);
        PageSequence reserving;
        QVERIFY(table.open(reserving, other)); // takes the page of the first
        useOnce(table, counting(256)); // writes the same again, over the end of the second

        table.release(reserving);

        QCOMPARE(cachedTokens(table, counting(257)), int64_t(256));
        QCOMPARE(wrongWith(table), std::string());
        useOnce(table, counting(256, 7000)); // needs nobody's page
        QCOMPARE(cachedTokens(table, counting(257)), int64_t(256));
        QCOMPARE(cachedTokens(table, counting(768, 5000)), int64_t(512));
    }

    void reservingDoesNotMakeYounger()
    {
        PageTable table(4);
        useOnce(table, counting(256));
        useOnce(table, counting(256, 5000));
        PageSequence reserving;
        QVERIFY(table.grow(reserving, 3 * 256)); // the first page among them
        table.release(reserving);

        useOnce(table, counting(768, 9000));

        QCOMPARE(cachedTokens(table, counting(257)), int64_t(0));
        QCOMPARE(cachedTokens(table, counting(257, 5000)), int64_t(256));
    }

    void noSequenceCopiesFromThePageItStandsIn()
    {
        PageTable table(3);
        useOnce(table, counting(768));
        const Keys keys = counting(700);
        PageSequence sequence;
        QVERIFY(table.open(sequence, counting(300), 768)); // all three pages
        table.append(sequence, keys, 512 - sequence.filled);

        QCOMPARE(partialTokens(table, sequence, keys), int64_t(0));

        QCOMPARE(table.shareFinished(sequence, keys), int64_t(699 - 512));
        QCOMPARE(wrongWith(table, {{&sequence, keys}}), std::string());
    }

    void theOnlyPageLeftIsContinuedWhereItIs()
    {
        PageTable table(4);
        useOnce(table, counting(900)); // all four
        const Keys longer = counting(950);

        PageSequence sequence;
        QVERIFY(table.open(sequence, longer));

        QCOMPARE(sequence.filled, int64_t(900));
        QCOMPARE(wrongWith(table, {{&sequence, longer}}), std::string());
    }

    // The second page of three is reserved by somebody else, the third must wait for it.
    void openingDoesNotGiveUpALaterPageOfItsOwnBeginning()
    {
        PageTable table(5);
        const Keys keys = counting(769);
        useOnce(table, counting(768));
        const Keys other = counting(1, 5000);
        PageSequence takesThird, takesSecond;
        QVERIFY(table.open(takesThird, other, 3 * 256)); // two empty ones and the third
        QVERIFY(table.open(takesSecond, other));
        table.release(takesThird);
        useOnce(table, counting(257, 6000)); // so that the third is the oldest of all

        PageSequence sequence;
        QVERIFY(table.open(sequence, keys));

        QCOMPARE(sequence.filled, int64_t(256));
        QCOMPARE(partialTokens(table, sequence, keys), int64_t(256));
        table.append(sequence, keys, 256);
        QCOMPARE(table.shareFinished(sequence, keys), int64_t(256));
        QCOMPARE(wrongWith(table, {{&sequence, keys}, {&takesSecond, other}}), std::string());
    }

    void aCutInsideAnOwnPageMakesItPartialAgain()
    {
        PageTable table(4);
        const Keys keys = counting(600);
        PageSequence sequence = filledWith(table, keys);

        table.truncate(sequence, 300);

        QCOMPARE(sequence.filled, int64_t(300));
        QCOMPARE(sequence.pages.size(), size_t(3));
        QCOMPARE(cachedTokens(table, keys), int64_t(256));
        QCOMPARE(wrongWith(table, {{&sequence, keys}}), std::string());
        table.append(sequence, keys, 300);
        QCOMPARE(cachedTokens(table, keys), int64_t(512));
        QCOMPARE(wrongWith(table, {{&sequence, keys}}), std::string());
    }

    void aCutInsideASharedPageLeavesItToTheOthers()
    {
        PageTable table(6);
        const Keys keys = counting(600);
        PageSequence first = filledWith(table, keys), second = filledWith(table, keys);

        table.truncate(second, 300);

        QCOMPARE(second.filled, int64_t(256));
        QCOMPARE(second.pages.size(), size_t(2)); // one shared, one its own
        QCOMPARE(table.references(first.pages[1]), 1);
        QCOMPARE(partialTokens(table, second, counting(301)), int64_t(44));
        QCOMPARE(wrongWith(table, {{&first, keys}, {&second, keys}}), std::string());
    }

    void aCutAtTheEndOfAPageKeepsIt_data()
    {
        QTest::addColumn<int>("tokens");
        for (const int tokens : {0, 256, 512, 600, 700})
            QTest::addRow("%d", tokens) << tokens;
    }
    void aCutAtTheEndOfAPageKeepsIt()
    {
        QFETCH(int, tokens);
        PageTable table(6);
        const Keys keys = counting(600);
        PageSequence first = filledWith(table, keys), second = filledWith(table, keys);

        table.truncate(second, tokens);
        table.release(first);
        table.truncate(second, tokens);

        QCOMPARE(second.filled, int64_t(std::min(tokens, 600)));
        QCOMPARE(wrongWith(table, {{&second, keys}}), std::string());
        table.release(second);
        QCOMPARE(cachedTokens(table, keys), int64_t(512));
    }

    void theLongestKnownBeginningIsFound()
    {
        PageTable table(4);
        PageSequence sequence = filledWith(table, counting(600));

        const auto beginning = table.findBeginning(PageHash(), counting(700));

        QCOMPARE(beginning.tokens, int64_t(600));
        QVERIFY(beginning.pages == sequence.pages);
        QCOMPARE(table.findBeginning(PageHash(), counting(512)).tokens, int64_t(512));
        QCOMPARE(table.findBeginning(PageHash(), counting(20)).tokens, int64_t(20));
        QCOMPARE(table.findBeginning(PageHash(), counting(20, 1)).tokens, int64_t(0));
        QCOMPARE(table.findBeginning({1, 2}, counting(600)).tokens, int64_t(0));
    }

    void defragmentingLaysSequencesOutOneAfterTheOther()
    {
        PageTable table(8);
        const Keys older = counting(768), newer = counting(768, 5000);
        PageSequence first, second;
        for (int64_t tokens = 256; tokens <= 768; tokens += 256) {
            QVERIFY(table.grow(first, tokens) && table.grow(second, tokens));
            table.append(first, older, 256);
            table.append(second, newer, 256);
        }
        table.release(first);
        table.release(second);
        QVERIFY(table.defragment().empty()); // six pages taken, fewer than there are
        useOnce(table, counting(300, 9000));

        const auto moves = table.defragment();

        const std::vector<engine::PageMove> expected{{2, 1}, {4, 2}, {1, 3}, {3, 4}};
        QVERIFY(moves == expected);
        QVERIFY(table.findBeginning({}, older).pages == std::vector<int32_t>({0, 1, 2}));
        QVERIFY(table.findBeginning({}, newer).pages == std::vector<int32_t>({3, 4, 5}));
        QCOMPARE(table.findBeginning({}, counting(300, 9000)).tokens, int64_t(300));
        QCOMPARE(wrongWith(table), std::string());
        QVERIFY(table.defragment().empty());
    }

    void theBranchUsedLastComesRightBehindItsBeginning()
    {
        PageTable table(5);
        const Keys older = counting(512);
        Keys newer = counting(256);
        newer.resize(512, 7777);
        useOnce(table, older);
        useOnce(table, newer);
        useOnce(table, counting(512, 9000));

        const auto moves = table.defragment();

        QVERIFY((moves == std::vector<engine::PageMove>{{2, 1}, {1, 2}}));
        QVERIFY(table.findBeginning({}, newer).pages == std::vector<int32_t>({0, 1}));
        QVERIFY(table.findBeginning({}, older).pages == std::vector<int32_t>({0, 2}));
    }

    void fewMovesAreNotWorthIt()
    {
        PageTable table(20);
        const Keys keys = counting(19 * 256);
        PageSequence first, second;
        QVERIFY(table.grow(first, 1) && table.grow(second, 1) && table.grow(first, 19 * 256));
        table.append(first, keys, 19 * 256);
        table.append(second, counting(9, 5000), 9);
        const std::vector<int32_t> before = first.pages;
        table.release(first);
        table.release(second);

        QVERIFY(table.defragment().empty()); // two of twenty would do

        QVERIFY(table.findBeginning({}, keys).pages == before);
    }

    void onlyWhatIsUnusedCanBeForgotten()
    {
        PageTable table(6);
        const Keys used = counting(600), unused = counting(600, 5000);
        useOnce(table, unused);
        PageSequence sequence = filledWith(table, used);
        QVERIFY(table.grow(sequence, 1024));

        table.forgetUnused();

        QCOMPARE(cachedTokens(table, unused), int64_t(0));
        QCOMPARE(cachedTokens(table, used), int64_t(512));
        QCOMPARE(wrongWith(table, {{&sequence, used}}), std::string());
    }
};

TESTS(PageTableTest);
#include "page_table_test.moc"

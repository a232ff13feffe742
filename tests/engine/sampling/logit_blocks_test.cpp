#include "base/error.h"
#include "engine/sampling/logit_blocks.h"
#include "engine/sampling/logits.h"
#include "engine/sampling/sampler.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using base::Error;
using engine::Candidate;
using engine::LogitBlocks;
using engine::Random;
using engine::TokenId;
using engine::TokenIds;
using engine::TokenMask;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

// Few different numbers, so that there are ties, and some tokens that are excluded.
std::vector<float> someLogits(Random& random, size_t count)
{
    std::vector<float> logits(count);
    for (float& logit : logits) {
        const uint64_t die = random.next() % 40;
        logit = die == 0 ? -infinity : float(die) - 30 + float(random.next() % 3) / 4;
    }
    return logits;
}

TokenMask someMask(Random& random, int64_t vocabulary, uint64_t outOfTen)
{
    TokenMask mask(vocabulary, false);
    for (TokenId id = 0; id < vocabulary; ++id) {
        if (random.next() % 10 < outOfTen)
            mask.allow(id);
    }
    return mask;
}

// The plain way: every token, most likely first.
std::vector<Candidate> sortedAllowed(const std::vector<float>& logits, const TokenMask* mask)
{
    std::vector<Candidate> all;
    for (size_t id = 0; id < logits.size(); ++id) {
        if (logits[id] > -infinity && (!mask || mask->allows(TokenId(id))))
            all.push_back({.id = TokenId(id), .logit = logits[id]});
    }
    std::ranges::sort(all, engine::isLikelier);
    return all;
}

TokenIds idsOf(const std::vector<Candidate>& candidates)
{
    TokenIds ids;
    for (const Candidate& candidate : candidates)
        ids.push_back(candidate.id);
    return ids;
}

std::string compare(const std::vector<float>& logits, const TokenMask* mask)
{
    const LogitBlocks blocks(logits, mask);
    const std::vector<Candidate> expected = sortedAllowed(logits, mask);
    if (blocks.highest() != (expected.empty() ? -infinity : expected[0].logit))
        return "the highest";
    for (const size_t count : {1, 2, 5, 40, 1000}) {
        const float bar = blocks.barFor(count);
        std::vector<Candidate> found = blocks.reaching(bar);
        if (found.size() < std::min(count, expected.size()))
            return "too few for " + std::to_string(count);
        std::ranges::sort(found, engine::isLikelier);
        const auto end = expected.begin() + std::ptrdiff_t(found.size());
        if (idsOf(found) != idsOf({expected.begin(), end}))
            return "the best " + std::to_string(count);
    }
    if (blocks.reaching(LogitBlocks::lowestBar).size() != expected.size())
        return "all";
    double sum = 0;
    for (const Candidate& one : expected)
        sum += std::exp((double(one.logit) - double(expected[0].logit)) / 0.7);
    if (!expected.empty() && std::abs(blocks.sumOfWeights(0.7f) / sum - 1) > 1e-6)
        return "the sum of weights";
    return {};
}

} // namespace

// The quick search through a vocabulary against the plain one.
class LogitBlocksTest : public QObject {
    Q_OBJECT

private slots:
    void agreesWithSortingAllForEveryTail()
    {
        Random random(1);
        for (const int64_t count : {1, 2, 63, 64, 65, 127, 128, 1000, 4096, 5003}) {
            const std::vector<float> logits = someLogits(random, size_t(count));
            const TokenMask dense = someMask(random, count, 9), sparse = someMask(random, count, 1);
            const TokenMask none(count, false), all(count, true);
            const TokenMask shorter = someMask(random, count / 2, 5);
            const TokenMask longer = someMask(random, count + 100, 5);
            for (const TokenMask* mask : std::initializer_list<const TokenMask*>{
                     nullptr, &dense, &sparse, &none, &all, &shorter, &longer}) {
                const std::string wrong = compare(logits, mask);
                QVERIFY2(wrong.empty(), (std::to_string(count) + " tokens: " + wrong).c_str());
            }
        }
    }

    void findsTheBestWithoutListingManyMore()
    {
        Random random(2);
        std::vector<float> logits(150'000);
        for (float& logit : logits)
            logit = float(random.uniform());
        const LogitBlocks blocks(logits, nullptr);
        QVERIFY(blocks.reaching(blocks.barFor(50)).size() < 100);
    }

    void numbersThatAreNoneAreFoundAnywhere()
    {
        for (const float bad : {std::nanf(""), -std::nanf(""), infinity}) {
            for (const size_t position : {0, 1, 5, 63, 64, 127, 128, 130}) {
                std::vector<float> logits(131, 1);
                logits[position] = bad;
                const TokenMask none(131, false); // what is excluded must be a number, too
                QVERIFY_EXCEPTION_THROWN(LogitBlocks(logits, nullptr), Error);
                QVERIFY_EXCEPTION_THROWN(LogitBlocks(logits, &none), Error);
            }
        }
        QCOMPARE(LogitBlocks(std::vector<float>(131, -infinity), nullptr).highest(), -infinity);
        QCOMPARE(LogitBlocks(std::vector<float>(), nullptr).highest(), -infinity);
    }

    void exponentialsAreRightToTwoUnitsInTheLastPosition()
    {
        for (double x = 0; x > -87; x -= 0.00093) {
            const auto asFloat = float(x);
            const double expected = std::exp(double(asFloat));
            const double actual = double(engine::exponential(engine::Floats{} + asFloat)[2]);
            QVERIFY2(std::abs(actual / expected - 1) < 2.4e-7, std::to_string(x).c_str());
        }
        const engine::Floats far{-1e30f, -infinity, -87, 0};
        QVERIFY(engine::exponential(far)[0] < 2e-38f && engine::exponential(far)[1] < 2e-38f);
        QCOMPARE(engine::exponential(far)[3], 1.0f);
    }
};

TESTS(LogitBlocksTest);
#include "logit_blocks_test.moc"

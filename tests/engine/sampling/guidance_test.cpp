#include "engine/sampling/sampler.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <vector>

using engine::mixGuidance;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

std::vector<double> logSoftmax(const std::vector<float>& logits)
{
    double sum = 0;
    for (const float logit : logits)
        sum += std::exp(double(logit));
    std::vector<double> result;
    for (const float logit : logits)
        result.push_back(double(logit) - std::log(sum));
    return result;
}

std::vector<float> someLogits(uint64_t seed)
{
    engine::Random random(seed);
    std::vector<float> logits(100);
    for (float& logit : logits)
        logit = float(20 * random.uniform() - 10);
    return logits;
}

} // namespace

// The logits of two prompts made one.
class GuidanceTest : public QObject {
    Q_OBJECT

private slots:
    void mixesByTheFormula()
    {
        const std::vector<float> positive = someLogits(1), negative = someLogits(2);
        const auto a = logSoftmax(positive), b = logSoftmax(negative);
        for (const float scale : {0.0f, 0.5f, 1.0f, 1.5f, 7.0f, -1.0f}) {
            std::vector<float> out(100);
            mixGuidance(out, positive, negative, scale);
            for (size_t id = 0; id < out.size(); ++id) {
                const double expected = double(scale) * a[id] + (1 - double(scale)) * b[id];
                QVERIFY(std::abs(double(out[id]) - expected) < 1e-4);
            }
        }
    }

    void mayWriteOverItsInput()
    {
        const std::vector<float> negative = someLogits(2);
        std::vector<float> out(100), inPosition = someLogits(1);
        mixGuidance(out, inPosition, negative, 3);
        mixGuidance(inPosition, inPosition, negative, 3);
        QCOMPARE(inPosition, out);
    }

    void whatOnePromptExcludesIsExcluded()
    {
        std::vector<float> out(3);
        mixGuidance(
            out, std::vector<float>{-infinity, 1, 2}, std::vector<float>{1, -infinity, 2}, 2);
        QCOMPARE(out[0], -infinity);
        QCOMPARE(out[1], -infinity);
        QVERIFY(std::isfinite(out[2]));
        mixGuidance(out, std::vector<float>(3, -infinity), std::vector<float>(3, 0), 1);
        QCOMPARE(out, std::vector<float>(3, -infinity));
    }

    void largeNumbersDoNotOverflowAndInvalidOnesShow()
    {
        std::vector<float> out(2);
        mixGuidance(out, std::vector<float>{3e38f, 0}, std::vector<float>{1000, 1000}, 1);
        QVERIFY(out[0] > out[1] && !std::isnan(out[1]));
        mixGuidance(out, std::vector<float>{0, 50}, std::vector<float>{50, 0}, 3e38f);
        QVERIFY(std::isfinite(out[0]) && std::isfinite(out[1]) && out[0] < out[1]);
        mixGuidance(out, std::vector<float>{infinity, 0}, std::vector<float>{1, 1}, 2);
        QVERIFY(std::isnan(out[0]) || std::isnan(out[1]));
        mixGuidance(out, std::vector<float>{1, 1}, std::vector<float>{std::nanf(""), 0}, 2);
        QVERIFY(std::isnan(out[0]) && std::isnan(out[1]));
    }
};

TESTS(GuidanceTest);
#include "guidance_test.moc"

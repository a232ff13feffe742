#include "tests/kernels/backend_under_test.h"
#include "tests/support/test_program.h"

#include <QObject>

#include <algorithm>
#include <numeric>
#include <random>

using kernels::DType;
using kernels::TensorView;
using tests::Matrix;

namespace {

// Matrices of experts, one behind the other.
struct Experts {
    Matrix all;
    std::vector<TensorView> each;

    Experts(int count, int outputs, int inputs, DType type)
        : all(Matrix::random(int64_t(count) * outputs, inputs, 5, type))
    {
        for (int expert = 0; expert < count; ++expert)
            each.push_back(all.view().rowRange(int64_t(expert) * outputs, outputs));
    }
};

// Distinct experts for each token; the first ones are chosen more often, and the last one never.
Matrix choice(int tokens, int used, int experts, int seed)
{
    std::mt19937 random{unsigned(seed)};
    std::vector<int32_t> chosen;
    for (int token = 0; token < tokens; ++token) {
        std::vector<int32_t> order(size_t(experts - 1));
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin() + (token % 2 ? 1 : 0), order.end(), random);
        chosen.insert(chosen.end(), order.begin(), order.begin() + used);
    }
    return Matrix::of(chosen, tokens);
}

Matrix products(kernels::Ops& ops, const Matrix& x, const Experts& experts, TensorView chosen)
{
    Matrix out(DType::F32, chosen.elements(), experts.each.front().rows);
    ops.matmulExperts(out, x, experts.each, chosen);
    return out;
}

using Scoring = kernels::ExpertWeighting::Scoring;

Matrix row(const std::vector<float>& numbers)
{
    Matrix row(DType::F32, 1, int64_t(numbers.size()));
    std::ranges::copy(numbers, row.view().data<float>());
    return row;
}

// The ranks of the same groups are −∞, and the others agree.
void compareRanks(const Matrix& actual, const Matrix& expected, int groups)
{
    for (int64_t token = 0; token < actual.view().rows; ++token)
        for (int64_t expert = 0; expert < actual.view().columns; ++expert) {
            const float rank = expected.at(token, expert);
            if (std::isinf(rank))
                QCOMPARE(actual.at(token, expert), rank);
            else
                QVERIFY(std::abs(actual.at(token, expert) - rank) < 1e-6f);
            QVERIFY(groups > 1 || !std::isinf(rank));
        }
}

} // namespace

class ExpertsTest : public QObject {
    Q_OBJECT

private slots:
    void productsAgreeWithReferenceForEveryType_data() { tests::addRowForEveryBackend(); }
    void productsAgreeWithReferenceForEveryType()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type :
            {DType::F32, DType::F16, DType::BF16, DType::Q4_0, DType::Q4_1, DType::Q5_0,
                DType::Q8_0, DType::Q2_K, DType::Q4_K, DType::Q6_K, DType::IQ4_XS, DType::MXFP4})
            for (int tokens : {1, 3, 25}) {
                const Experts experts(6, 13, 256, type);
                const Matrix chosen = choice(tokens, 2, 6, tokens);
                const Matrix shared = Matrix::random(tokens, 256, 1);
                const Matrix own = Matrix::random(2 * tokens, 256, 2);
                for (const Matrix* x : {&shared, &own}) {
                    const Matrix actual = products(backend->ops(), *x, experts, chosen);

                    VERIFY_NEAR(actual, products(tests::reference(), *x, experts, chosen), 3e-6,
                        name(type));
                }
            }
    }

    // Compares all experts in turn, like heads with a matrix each, with a choice of all of them.
    void allExpertsOfEveryTokenAgreeWithChosenOnes_data() { tests::addRowForEveryBackend(); }
    void allExpertsOfEveryTokenAgreeWithChosenOnes()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : {DType::F32, DType::F16, DType::Q8_0})
            for (int tokens : {1, 3, 25}) {
                const Experts experts(5, 13, 64, type);
                std::vector<int32_t> all;
                for (int row = 0; row < 5 * tokens; ++row)
                    all.push_back(row % 5);
                const Matrix chosen = Matrix::of(all, tokens);
                const Matrix shared = Matrix::random(tokens, 64, 1);
                const Matrix own = Matrix::random(5 * tokens, 64, 2);
                for (const Matrix* x : {&shared, &own}) {
                    Matrix actual(DType::F32, 5 * tokens, 13);

                    backend->ops().matmulExperts(actual, *x, experts.each, {});

                    VERIFY_NEAR(actual, products(tests::reference(), *x, experts, chosen), 3e-6,
                        name(type));
                }
            }
    }

    void productsAgreeForEveryTail_data() { tests::addRowForEveryBackend(); }
    void productsAgreeForEveryTail()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : {DType::F32, DType::F16})
            for (int inputs : {1, 7, 9, 31, 33, 260})
                for (int outputs : {1, 4, 5}) {
                    const Experts experts(3, outputs, inputs, type);
                    const Matrix chosen = choice(4, 1, 3, inputs);
                    const Matrix x = Matrix::random(4, inputs, 1);

                    const Matrix actual = products(backend->ops(), x, experts, chosen);

                    VERIFY_NEAR(
                        actual, products(tests::reference(), x, experts, chosen), 3e-6, inputs);
                }
    }

    // The definition in ops.h, with the product of single rows.
    void anExpertIsThePlainProductOfItsRows()
    {
        const Experts experts(5, 7, 64, DType::Q8_0);
        const Matrix chosen = choice(3, 2, 5, 1), x = Matrix::random(3, 64, 2);

        const Matrix actual = products(tests::reference(), x, experts, chosen);

        for (int64_t row = 0; row < 6; ++row) {
            Matrix plain(DType::F32, 1, 7);
            const int32_t expert = chosen.view().data<int32_t>()[row];
            tests::reference().matmul(
                plain, x.view().rowRange(row / 2, 1), experts.each[size_t(expert)]);
            QVERIFY(tests::isIdentical(rowsOf(actual, row, 1), plain));
        }
    }

    void aTokenDoesNotDependOnItsCompany_data() { tests::addRowForEveryBackend(); }
    void aTokenDoesNotDependOnItsCompany()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : {DType::F32, DType::BF16, DType::Q4_K, DType::MXFP4}) {
            const Experts experts(5, 24, 256, type);
            const Matrix chosen = choice(90, 2, 5, 3), x = Matrix::random(90, 256, 1);

            const Matrix together = products(backend->ops(), x, experts, chosen);

            for (int64_t token : {0, 1, 41, 89}) {
                const Matrix alone = products(
                    backend->ops(), rowsOf(x, token, 1), experts, rowsOf(chosen, token, 1));
                QVERIFY2(tests::isIdentical(alone, rowsOf(together, 2 * token, 2)), name(type));
            }
        }
    }

    void weightsAgreeWithReference_data() { tests::addRowForEveryBackend(); }
    void weightsAgreeWithReference()
    {
        const auto backend = tests::backendUnderTest();
        for (int experts : {3, 8, 130})
            for (bool sumsToOne : {true, false})
                for (bool hasScales : {true, false}) {
                    const Matrix scores = Matrix::random(5, experts, experts);
                    const Matrix scales = Matrix::random(1, experts, 2);
                    const Matrix chosen = choice(5, 2, experts, 4);
                    kernels::ExpertWeighting weighting{.sumsToOne = sumsToOne, .factor = 2.5f};
                    if (hasScales)
                        weighting.scales = scales;
                    Matrix actual(DType::F32, 5, 2), expected = actual;

                    backend->ops().weighExperts(actual, scores, chosen, weighting);
                    tests::reference().weighExperts(expected, scores, chosen, weighting);

                    VERIFY_NEAR(actual, expected, 1e-6, experts);
                    if (sumsToOne && !hasScales)
                        QVERIFY(std::abs(actual.at(1, 0) + actual.at(1, 1) - 2.5f) < 1e-5f);
                }
    }

    void weightsOfSigmoidsAgreeWithReference_data() { tests::addRowForEveryBackend(); }
    void weightsOfSigmoidsAgreeWithReference()
    {
        const auto backend = tests::backendUnderTest();
        const Matrix scores = Matrix::random(5, 33, 1), chosen = choice(5, 4, 33, 4);
        for (bool sumsToOne : {true, false}) {
            const kernels::ExpertWeighting weighting{.scoring = Scoring::Sigmoid,
                .sumsToOne = sumsToOne,
                .epsilon = 0.25f,
                .factor = 1.5f};
            Matrix actual(DType::F32, 5, 4), expected = actual;

            backend->ops().weighExperts(actual, scores, chosen, weighting);
            tests::reference().weighExperts(expected, scores, chosen, weighting);

            VERIFY_NEAR(actual, expected, 1e-6, sumsToOne);
        }
        Matrix weight(DType::F32, 1, 2);
        const float numbers[] = {0, std::log(3.0f), -1}; // shares of 1/2, 3/4 and whatever
        Matrix three(DType::F32, 1, 3);
        std::ranges::copy(numbers, three.view().data<float>());
        backend->ops().weighExperts(weight, three, Matrix::of(std::vector<int32_t>{1, 0}, 1),
            {.scoring = Scoring::Sigmoid, .epsilon = 0.25f, .factor = 2});
        QVERIFY(std::abs(weight.at(0, 0) - 1.0f) < 1e-5f); // 2 · 3/4 / (3/4 + 1/2 + 1/4)
        QVERIFY(std::abs(weight.at(0, 1) - 2.0f / 3) < 1e-5f);
    }

    void ranksAgreeWithReference_data() { tests::addRowForEveryBackend(); }
    void ranksAgreeWithReference()
    {
        const auto backend = tests::backendUnderTest();
        for (const auto scoring : {Scoring::Softmax, Scoring::Sigmoid})
            for (int experts : {8, 36, 256})
                for (int groups : {1, 4})
                    for (int groupScore : {1, 2})
                        for (bool hasBias : {false, true}) {
                            const Matrix scores = Matrix::random(5, experts, experts + groups);
                            const Matrix bias = Matrix::random(1, experts, 2);
                            kernels::ExpertWeighting weighting{.scoring = scoring,
                                .groups = groups,
                                .groupsUsed = (groups + 1) / 2,
                                .groupScore = groupScore};
                            if (hasBias)
                                weighting.choiceBias = bias;
                            Matrix actual(DType::F32, 5, experts), expected = actual;

                            backend->ops().rankExperts(actual, scores, weighting);
                            tests::reference().rankExperts(expected, scores, weighting);

                            compareRanks(actual, expected, groups);
                        }
    }

    // Group scores of 0.9 + 0.1, 0.6 + 0.6 and 0.7 + 0.4; the bias makes the last the best of all.
    void ofGroupsTheBestAreKept_data() { tests::addRowForEveryBackend(); }
    void ofGroupsTheBestAreKept()
    {
        const auto backend = tests::backendUnderTest();
        const auto logit = [](float share) { return std::log(share / (1 - share)); };
        const Matrix scores = row({logit(0.9f), logit(0.1f), logit(0.1f), logit(0.6f), logit(0.6f),
            logit(0.1f), logit(0.4f), logit(0.1f), logit(0.7f)});
        const Matrix bias = row({0, 0, 0, 0, 0, 0, 0.25f, 0, 0});
        kernels::ExpertWeighting weighting{.scoring = Scoring::Sigmoid, .groups = 3};
        const auto kept = [&] {
            Matrix ranks(DType::F32, 1, 9);
            backend->ops().rankExperts(ranks, scores, weighting);
            for (int group = 0; group < 3; ++group)
                if (std::isfinite(ranks.at(0, 3 * group)))
                    return group;
            return -1;
        };
        QCOMPARE(kept(), 0);
        weighting.groupScore = 2;
        QCOMPARE(kept(), 1);
        weighting.choiceBias = bias;
        QCOMPARE(kept(), 2);
    }

    void sumsAgreeWithReference_data() { tests::addRowForEveryBackend(); }
    void sumsAgreeWithReference()
    {
        const auto backend = tests::backendUnderTest();
        for (int used : {1, 3})
            for (int columns : {1, 7, 16, 33}) {
                const Matrix x = Matrix::random(4 * used, columns, 1);
                const Matrix weights = Matrix::random(4, used, 2);
                Matrix actual(DType::F32, 4, columns), expected = actual;

                backend->ops().sumExperts(actual, x, weights);
                tests::reference().sumExperts(expected, x, weights);

                VERIFY_NEAR(actual, expected, 1e-6, columns);
            }
    }
};

TESTS(ExpertsTest);
#include "experts_test.moc"

#include "kernels/logit_math.h"
#include "tests/kernels/backend_under_test.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <limits>
#include <random>

using kernels::DType;
using tests::Matrix;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float notANumber = std::numeric_limits<float>::quiet_NaN();

/// Positions and numbers as an operation leaves them.
struct Found {
    Found(kernels::Ops& ops, const Matrix& x, int64_t count, int64_t among)
        : positions(DType::I32, x.view().rows, count)
        , numbers(DType::F32, x.view().rows, count)
    {
        ops.findHighest(positions, numbers, x, among);
    }
    bool operator==(const Found& other) const
    {
        return positions.bytes() == other.positions.bytes()
            && numbers.bytes() == other.numbers.bytes();
    }

    Matrix positions, numbers;
};

// Numbers of which many are equal.
Matrix coarse(int64_t rows, int64_t columns, int seed)
{
    Matrix x(DType::F32, rows, columns);
    std::mt19937 random{unsigned(seed)};
    for (int64_t i = 0; i < x.view().elements(); ++i)
        x.view().data<float>()[i] = float(int(random() % 41) - 20) / 4;
    return x;
}

} // namespace

class HighestTest : public QObject {
    Q_OBJECT

private slots:
    void agreesWithReference_data() { tests::addRowForEveryBackend(); }
    void agreesWithReference()
    {
        const auto backend = tests::backendUnderTest();
        for (const int64_t columns : {1, 2, 31, 64, 511, 513, 4095, 4096, 4097, 9001})
            for (const int64_t count : {1, 2, 50, 64, 512}) {
                const Matrix random = Matrix::random(2, columns, int(columns));
                const Matrix equal = coarse(3, columns, int(columns));
                for (const Matrix* x : {&random, &equal})
                    for (const int64_t among : {columns, columns * 2 / 3})
                        QVERIFY2(Found(backend->ops(), *x, count, among)
                                == Found(tests::reference(), *x, count, among),
                            qPrintable(
                                QString("%1 of %2 of %3").arg(count).arg(among).arg(columns)));
            }
    }

    void whatIsNotFiniteHasItsPosition_data() { tests::addRowForEveryBackend(); }
    void whatIsNotFiniteHasItsPosition()
    {
        const auto backend = tests::backendUnderTest();
        Matrix x(DType::F32, 1, 7);
        const float numbers[] = {1, -infinity, 0.0f, infinity, -0.0f, notANumber, -2};
        std::copy(std::begin(numbers), std::end(numbers), x.view().data<float>());

        const Found all(backend->ops(), x, 9, 7);

        const int32_t expected[] = {5, 3, 0, 2, 4, 6, 1, -1, -1};
        for (int i = 0; i < 9; ++i)
            QCOMPARE(all.positions.view().data<int32_t>()[i], expected[i]);
        QVERIFY(std::isnan(all.numbers.at(0, 0)));
        QCOMPARE(all.numbers.at(0, 1), infinity);
        QCOMPARE(all.numbers.at(0, 6), -infinity);
        QCOMPARE(all.numbers.at(0, 8), -infinity);
    }

    void aRankTellsPositionAndNumber()
    {
        for (const float number : {-infinity, -1e30f, -1.0f, 0.0f, 1e-40f, 3.5f, infinity})
            for (const int32_t position : {0, 1, 70000, std::numeric_limits<int32_t>::max()}) {
                const uint64_t rank = kernels::toRank(number, position);
                QCOMPARE(kernels::numberFromRank(rank), number);
                QCOMPARE(kernels::positionFromRank(rank), position);
                QVERIFY(rank > kernels::rankOfNothing);
                QVERIFY(position == 0 || rank < kernels::toRank(number, position - 1));
            }
        QCOMPARE(kernels::positionFromRank(kernels::rankOfNothing), -1);
    }
};

TESTS(HighestTest);
#include "highest_test.moc"

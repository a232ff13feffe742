#include "kernels/logit_math.h"
#include "tests/kernels/backend_under_test.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using kernels::DType;
using tests::Matrix;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// Rows of logits, with the highest number and a scale of each.
struct Rows {
    Rows(int64_t rows, int64_t columns)
        : x(DType::F32, rows, columns)
        , highest(DType::F32, rows, 3)
        , scales(DType::F32, 1, rows)
    {
        std::mt19937 random{unsigned(columns)};
        std::normal_distribution<float> normal;
        for (int64_t i = 0; i < x.view().elements(); ++i)
            x.view().data<float>()[i] = random() % 40 == 0 ? -infinity : 8 * normal(random);
        for (int64_t row = 0; row < rows; ++row)
            scales.view().data<float>()[row] = 1 / (0.01f + float(random() % 200) / 100);
    }
    Matrix sums(kernels::Ops& ops, int64_t among)
    {
        for (int64_t row = 0; row < x.view().rows; ++row) {
            const float* numbers = x.view().rowRange(row, 1).data<float>();
            highest.view().data<float>()[row * 3] = *std::max_element(numbers, numbers + among);
        }
        Matrix sums(DType::F32, x.view().rows, kernels::weightBlockCount(among));
        ops.weighBlocks(sums, x, highest, scales, among);
        return sums;
    }

    Matrix x, highest, scales;
};

} // namespace

class WeightBlocksTest : public QObject {
    Q_OBJECT

private slots:
    void theSameBitsEverywhere_data() { tests::addRowForEveryBackend(); }
    void theSameBitsEverywhere()
    {
        const auto backend = tests::backendUnderTest();
        for (const int64_t columns : {1, 3, 4, 63, 64, 65, 127, 4096, 4099, 9001})
            for (const int64_t among : {columns, (columns + 2) / 3}) {
                Rows rows(3, columns);

                const Matrix actual = rows.sums(backend->ops(), among);
                const Matrix expected = rows.sums(tests::reference(), among);

                QVERIFY2(actual.bytes() == expected.bytes(),
                    qPrintable(QString("%1 of %2").arg(among).arg(columns)));
            }
    }

    void theyAreThoseOfExp()
    {
        Rows rows(4, 5000);
        const Matrix sums = rows.sums(tests::reference(), 5000);
        for (int64_t row = 0; row < 4; ++row) {
            const double scale = double(rows.scales.at(0, row));
            double exact = 0, sum = 0;
            for (int64_t i = 0; i < 5000; ++i)
                exact += std::exp(
                    (double(rows.x.at(row, i)) - double(rows.highest.at(row, 0))) * scale);
            for (int64_t run = 0; run < sums.view().columns; ++run)
                sum += double(sums.at(row, run));

            QVERIFY(std::abs(sum - exact) < 1e-6 * exact);
        }
    }

    void expIsNearWhereverItMayBeAsked()
    {
        for (float x = 0; x > -87; x -= 0.0137f) {
            const double exact = std::exp(double(x));
            const double found = double(kernels::expOfAtMostZero<kernels::OneNumber>(x));
            QVERIFY(std::abs(found - exact) <= 2.5e-7 * exact);
        }
        for (const float none : {-88.0f, -1e30f, -infinity, std::nanf("")})
            QCOMPARE(kernels::expOfAtMostZero<kernels::OneNumber>(none),
                kernels::expOfAtMostZero<kernels::OneNumber>(-87.0f));
    }
};

TESTS(WeightBlocksTest);
#include "weight_blocks_test.moc"

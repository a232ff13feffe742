#include "kernels/interleaved.h"
#include "kernels/quantize.h"
#include "tests/kernels/backend_under_test.h"
#include "tests/kernels/cache_positions.h"
#include "tests/support/test_program.h"

#include <QObject>

#include <algorithm>

using kernels::DType;
using kernels::Fidelity;
using kernels::Products;
using kernels::TensorView;
using tests::Matrix;

namespace {

const DType plainTypes[] = {DType::F32, DType::F16, DType::BF16};

std::vector<double> valuesOf(TensorView panels)
{
    std::vector<float> row(size_t(panels.columns));
    std::vector<double> values;
    for (int64_t r = 0; r < panels.rows; ++r) {
        kernels::dequantizeInterleavedRow(panels, r, row.data());
        values.insert(values.end(), row.begin(), row.end());
    }
    return values;
}

// Rows as the values16 that they become, by the plain loop.
std::vector<double> rounded(const Matrix& x)
{
    const TensorView rows = x;
    Matrix padded(DType::F32, (rows.rows + 15) / 16 * 16, rows.columns);
    std::memcpy(padded.view().bytes, rows.bytes, size_t(rows.sizeInBytes()));
    const Matrix panels(DType::InterleavedInt16, padded.view().rows, rows.columns);
    kernels::interleave(panels, padded);
    return valuesOf(panels);
}

Matrix product(kernels::Backend& backend, const Matrix& x, TensorView weight)
{
    Matrix out(DType::F32, x.view().rows, weight.rows);
    backend.ops().matmul(out, x, weight);
    return out;
}

} // namespace

/// Weights of plain numbers that are rounded to values16, and the products with them, by each
/// instruction set.
class InterleavedInt16Test : public QObject {
    Q_OBJECT

private slots:
    void wordsAreNearTheNumbers()
    {
        for (const DType type : plainTypes) {
            const Matrix rows = Matrix::random(32, 192, 5, type);
            const Matrix panels(DType::InterleavedInt16, 32, 192);

            kernels::interleave(panels, rows);

            const std::vector<double> values16 = valuesOf(panels);
            std::vector<float> numbers(192);
            for (size_t r = 0; r < 32; ++r) {
                kernels::dequantizeRow(
                    type, rows.view().rowRange(int64_t(r), 1).bytes, numbers.data(), 192);
                for (size_t run = 0; run < 192; run += 64) {
                    double most = 0;
                    for (size_t i = run; i < run + 64; ++i)
                        most = std::max(most, std::fabs(double(numbers[i])));
                    for (size_t i = run; i < run + 64; ++i)
                        QVERIFY(std::fabs(values16[r * 192 + i] - double(numbers[i]))
                            <= 0.502 * most / kernels::maxInt16Code);
                }
            }
        }
    }

    void eachInstructionSetRoundsAsThePlainLoop()
    {
        for (const DType type : plainTypes) {
            const Matrix rows = Matrix::random(48, 320, 5, type);
            Matrix expected(DType::InterleavedInt16, 48, 320),
                actual(DType::InterleavedInt16, 48, 320);
            kernels::interleave(expected, rows);

            m_backend->layOut(actual, rows);

            QVERIFY2(actual.bytes() == expected.bytes(), kernels::name(type));
        }
    }

    void numbersAreRoundedOnlyWhereThatIsWantedAndPossible()
    {
        const auto exact = tests::fastBackend(1, Products::Exact), fast = tests::fastBackend(1);
        for (const DType type : plainTypes) {
            QCOMPARE(int(exact->productType(type, 32, 128, Fidelity::Rounded)), int(type));
            const DType values16 = DType::InterleavedInt16;
            QCOMPARE(
                int(fast->productType(type, 32, 128)), int(type == DType::F32 ? type : values16));
            QCOMPARE(int(fast->productType(type, 32, 128, Fidelity::Rounded)), int(values16));
            QCOMPARE(int(fast->productType(type, 33, 128, Fidelity::Rounded)), int(type));
            QCOMPARE(int(fast->productType(type, 32, 96, Fidelity::Rounded)), int(type));
        }
        QCOMPARE(int(fast->productType(DType::Q4_K, 32, 256, Fidelity::Rounded)),
            int(DType::InterleavedQ4_K));
        const kernels::cpu::CpuBackend other(tests::InstructionSet::Scalar, 1, Products::Fast);
        QCOMPARE(int(other.productType(DType::F16, 32, 128, Fidelity::Rounded)), int(DType::F16));
    }

    // Sums of a run are exact, so only the sums of runs, in f32, differ from those in f64.
    void productsAreThoseOfTheWords()
    {
        for (const int64_t columns : {64, 448}) {
            const Matrix weight = laidOut(Matrix::random(64, columns, 2, DType::F16));
            const Matrix x = Matrix::random(29, columns, 3);
            const std::vector<double> codes = valuesOf(weight), values16 = rounded(x);

            const Matrix out = product(*m_backend, x, weight);

            for (size_t t = 0; t < 29; ++t)
                for (size_t r = 0; r < 64; ++r) {
                    double expected = 0, size = 0;
                    for (size_t i = 0; i < size_t(columns); ++i) {
                        const double term
                            = codes[r * size_t(columns) + i] * values16[t * size_t(columns) + i];
                        expected += term;
                        size += std::fabs(term);
                    }
                    QVERIFY(std::fabs(double(out.at(int64_t(t), int64_t(r))) - expected)
                        <= 1e-6 * size);
                }
        }
    }

    void theLargestWordsDoNotOverflow()
    {
        Matrix rows(DType::F32, 16, 64), x(DType::F32, 1, 64);
        for (int64_t i = 0; i < rows.view().elements(); ++i)
            rows.view().data<float>()[i] = -2;
        for (const float number : {3.0f, -3.0f}) {
            for (int64_t i = 0; i < 64; ++i)
                x.at(0, i) = number;

            const Matrix out = product(*m_backend, x, laidOut(rows));

            for (int64_t r = 0; r < 16; ++r)
                QVERIFY(std::fabs(out.at(0, r) + 2 * 64 * number) < 1e-3f);
        }
    }

    void roundingCostsLittle()
    {
        const Matrix rows = Matrix::random(256, 768, 1, DType::F16);
        const Matrix x = Matrix::random(16, 768, 9);
        Matrix exact(DType::F32, 16, 256);
        tests::reference().matmul(exact, x, rows);

        const Matrix fast = product(*m_backend, x, laidOut(rows));

        double error = 0, size = 0;
        for (int64_t i = 0; i < exact.view().elements(); ++i) {
            const double a = fast.view().data<float>()[i], b = exact.view().data<float>()[i];
            error += (a - b) * (a - b);
            size += b * b;
        }
        QVERIFY2(std::sqrt(error / size) < 3e-4, qPrintable(QString::number(error / size)));
    }

    void aRowIsTheSameAloneAndInCompany()
    {
        const Matrix weight
            = laidOut(Matrix::random(832, 768, 2, DType::F16)); // several panelsAtOnce
        const Matrix x = Matrix::random(600, 768, 4);

        const Matrix all = product(*m_backend, x, weight);

        for (const int64_t count : {1, 2, 3, 5, 6, 7, 11, 12, 13, 25}) {
            const Matrix some = product(*m_backend, rowsOf(x, 571, count), weight);
            QVERIFY2(tests::isIdentical(some, rowsOf(all, 571, count)),
                qPrintable(QString("%1 rows").arg(count)));
        }
        const auto alone = tests::fastBackend(1);
        QVERIFY(tests::isIdentical(product(*alone, x, weight), all));
    }

    void rowsOfZerosAndOfOddNumbersAreNoTrouble()
    {
        const Matrix weight = laidOut(Matrix::random(16, 128, 2));
        Matrix x(DType::F32, 4, 128);
        x.at(1, 7) = NAN;
        x.at(2, 9) = INFINITY;
        x.at(3, 9) = 1e-42f;

        const Matrix out = product(*m_backend, x, weight);

        for (int64_t r = 0; r < 16; ++r) {
            QCOMPARE(out.at(0, r), 0.0f);
            QVERIFY(!std::isfinite(out.at(1, r)));
            QVERIFY(!std::isfinite(out.at(2, r)));
            QVERIFY(std::fabs(out.at(3, r)) < 1e-30f);
        }
    }

    // Tables with fewer rows than there are distances, and more than a panel needs.
    void relativeScoresAgreeWithReference()
    {
        constexpr int heads = 3, headDim = 64, columns = heads * headDim, tableRows = 48;
        constexpr int reach = 30;
        Matrix rows(DType::I32, 1, 2 * reach + 1);
        for (int distance = -reach; distance <= reach; ++distance)
            rows.view().data<int32_t>()[reach + distance] = 24 + std::clamp(distance, -23, 23);
        const Matrix keys = Matrix::random(tableRows, columns, 4);
        const Matrix queries = Matrix::random(tableRows, columns, 5);
        const Matrix keyPanels = laidOut(headByHead(keys, headDim));
        const Matrix queryPanels = laidOut(headByHead(queries, headDim));
        for (const std::vector<int>& spans :
            std::vector<std::vector<int>>{{1}, {5, 9, 30}, {101, 2}, {64}})
            for (const auto& [usesKeys, usesQueries] :
                {std::pair{true, true}, {true, false}, {false, true}}) {
                tests::SpanAttention attention({heads, heads, headDim}, spans);
                const auto relative = [&](TensorView ofKeys, TensorView ofQueries) {
                    return kernels::RelativeScores{usesKeys ? ofKeys : TensorView(),
                        usesQueries ? ofQueries : TensorView(), rows};
                };
                attention.shape.relative = relative(keyPanels, queryPanels);
                const Matrix actual = attention.by(m_backend->ops());
                attention.shape.relative = relative(keys, queries);
                VERIFY_NEAR(actual, attention.by(tests::reference()), 1e-3, spans.front());
            }
    }

private slots:
    void initTestCase_data() { tests::addRowForEverySetWithInterleaved(); }
    void init() { m_backend = tests::fastBackend(3); }

private:
    // The columns of each head as rows of their own.
    static Matrix headByHead(const Matrix& table, int64_t headDim)
    {
        const TensorView from = table;
        const int64_t heads = from.columns / headDim;
        Matrix to(DType::F32, heads * from.rows, headDim);
        for (int64_t head = 0; head < heads; ++head)
            for (int64_t row = 0; row < from.rows; ++row)
                std::copy_n(from.rowRange(row, 1).data<float>() + head * headDim, headDim,
                    to.view().rowRange(head * from.rows + row, 1).data<float>());
        return to;
    }

    Matrix laidOut(const Matrix& rows) const
    {
        Matrix panels(DType::InterleavedInt16, rows.view().rows, rows.view().columns);
        m_backend->layOut(panels, rows);
        return panels;
    }

    std::unique_ptr<kernels::Backend> m_backend;
};

TESTS(InterleavedInt16Test);
#include "interleaved_int16_test.moc"

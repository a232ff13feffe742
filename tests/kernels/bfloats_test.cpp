#include "kernels/cpu/bfloat_kernels.h"
#include "kernels/cpu/cpu_ops.h"
#include "kernels/half.h"
#include "tests/kernels/backend_under_test.h"
#include "tests/support/test_program.h"

#include <QObject>

#include <cmath>

using kernels::DType;
using kernels::Products;
using kernels::TensorView;
using tests::Matrix;

namespace {

// What multiplies BF16 with BF16 on this processor, whether that pays or not.
class BfloatOps {
public:
    explicit BfloatOps(int threads)
        : m_pool(threads)
        , m_ops(kernels::avx512::table, m_pool, nullptr, &kernels::avx512bf16::bfloats)
    {
    }

    operator kernels::Ops&() { return m_ops; }

private:
    kernels::cpu::ThreadPool m_pool;
    kernels::cpu::CpuOps m_ops;
};

Matrix product(kernels::Ops& ops, TensorView x, TensorView weight)
{
    Matrix out(DType::F32, x.rows, weight.rows);
    ops.matmul(out, x, weight);
    return out;
}

double bfloatAt(const Matrix& weight, int64_t row, int64_t column)
{
    return kernels::floatFromBfloat(weight.view().rowRange(row, 1).data<uint16_t>()[column]);
}

double roundedAt(const Matrix& x, int64_t row, int64_t column)
{
    return kernels::floatFromBfloat(
        kernels::bfloatFromFloat(x.view().rowRange(row, 1).data<float>()[column]));
}

} // namespace

/// Products with weights of BF16 where the processor multiplies BF16 with BF16.
class BfloatsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        if (!kernels::cpu::isAvailable(tests::InstructionSet::Avx512Vnni)
            || !kernels::cpu::hasBfloatProducts())
            QSKIP("this processor does not multiply BF16 with BF16");
    }

    // Whole tiles and what is left of them, in rows, tokens and columns.
    void productsAreThoseWithRoundedRows()
    {
        BfloatOps ops(2);
        for (const int64_t columns : {1, 31, 32, 33, 64, 255, 2048}) {
            const Matrix weight = Matrix::random(71, columns, 5, DType::BF16);
            const Matrix x = Matrix::random(13, columns, 3);

            const Matrix out = product(ops, x, weight);

            for (int64_t token = 0; token < 13; ++token)
                for (int64_t row = 0; row < 71; ++row) {
                    double expected = 0, magnitude = 0;
                    for (int64_t k = 0; k < columns; ++k) {
                        const double part = bfloatAt(weight, row, k) * roundedAt(x, token, k);
                        expected += part;
                        magnitude += std::fabs(part);
                    }
                    const float actual = out.view().rowRange(token, 1).data<float>()[row];
                    QVERIFY2(std::fabs(actual - expected) <= 1e-5 * magnitude,
                        qPrintable(QString("%1 columns, token %2, row %3: %4, not %5")
                                       .arg(columns)
                                       .arg(token)
                                       .arg(row)
                                       .arg(actual)
                                       .arg(expected)));
                }
        }
    }

    void aTokenIsTheSameAloneAndInCompany()
    {
        BfloatOps one(1), three(3);
        const Matrix weight = Matrix::random(1030, 260, 7, DType::BF16);
        const Matrix x = Matrix::random(29, 260, 8);

        const Matrix together = product(three, x, weight);

        for (int64_t token = 0; token < 29; ++token) {
            const Matrix alone = product(one, x.view().rowRange(token, 1), weight);
            QCOMPARE(std::memcmp(alone.view().bytes, together.view().rowRange(token, 1).bytes,
                         size_t(alone.view().sizeInBytes())),
                0);
        }
    }

    void onlyFastProductsRoundAndOnlyWhereThatPays()
    {
        constexpr auto vnni = tests::InstructionSet::Avx512Vnni;
        kernels::cpu::CpuBackend exact(vnni, 1, Products::Exact), fast(vnni, 1, Products::Fast),
            plain(tests::InstructionSet::Avx512, 1, Products::Fast);
        const Matrix weight = Matrix::random(8, 64, 9, DType::BF16), x = Matrix::random(2, 64, 4);

        const Matrix expected = product(plain.ops(), x, weight);

        QCOMPARE(tests::difference(product(exact.ops(), x, weight), expected), 0);
        QCOMPARE(tests::difference(product(fast.ops(), x, weight), expected) > 0,
            kernels::cpu::bfloatProductsPay());
    }
};

TESTS(BfloatsTest);
#include "bfloats_test.moc"

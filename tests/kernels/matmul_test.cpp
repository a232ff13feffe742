#include "tests/kernels/backend_under_test.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QScopeGuard>

#include <algorithm>
#include <cmath>

using kernels::DType;
using tests::Matrix;

namespace {

#define VIGNETTE_ENTRY(name, ...) DType::name,
const DType weightTypes[] = {
    DType::F32, DType::F16, DType::BF16, VIGNETTE_QUANTIZED_TYPES(VIGNETTE_ENTRY, VIGNETTE_ENTRY)};
#undef VIGNETTE_ENTRY

Matrix product(kernels::Ops& ops, const Matrix& x, const Matrix& weight)
{
    Matrix out(DType::F32, x.view().rows, weight.view().rows);
    ops.matmul(out, x, weight);
    return out;
}

/// Rows that products read, which a GPU packs to 8 bits for quantized weights: whole numbers over
/// 32, the largest of each run of 32 being 127, so that packing loses nothing.
Matrix packable(int64_t rows, int64_t columns, int seed)
{
    Matrix x = Matrix::random(rows, columns, seed);
    for (int64_t row = 0; row < rows; ++row)
        for (int64_t i = 0; i < columns; ++i) {
            const float whole = std::clamp(std::round(x.at(row, i) * 40), -127.0f, 127.0f);
            x.at(row, i) = (i % 32 == row % 32 ? 127 : whole) / 32;
        }
    return x;
}

} // namespace

class MatmulTest : public QObject {
    Q_OBJECT

private slots:
    void agreesWithReferenceForEveryType_data() { tests::addRowForEveryBackend(); }
    void agreesWithReferenceForEveryType()
    {
        const auto backend = tests::backendUnderTest();
        QFETCH(QString, gpu);
        for (DType type : weightTypes)
            for (int tokens : {1, 2, 3, 5}) {
                const Matrix x
                    = gpu.isEmpty() ? Matrix::random(tokens, 768, 1) : packable(tokens, 768, 1);
                const Matrix weight = Matrix::random(37, 768, 2, type);

                const Matrix actual = product(backend->ops(), x, weight);

                VERIFY_NEAR(actual, product(tests::reference(), x, weight), 2e-6, name(type));
            }
    }

    void quantizedWeightsAgreeForEveryTail_data() { tests::addRowForEveryBackend(); }
    void quantizedWeightsAgreeForEveryTail()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : {DType::Q4_0, DType::Q8_0, DType::Q4_K, DType::Q6_K})
            for (int blocks : {1, 3, 4, 5, 9})
                for (int tokens : {1, 4, 6, 33}) {
                    const int columns = kernels::info(type).blockSize * blocks;
                    const Matrix x = packable(tokens, columns, blocks);
                    const Matrix weight = Matrix::random(17, columns, tokens, type);

                    const Matrix actual = product(backend->ops(), x, weight);

                    VERIFY_NEAR(actual, product(tests::reference(), x, weight), 2e-6, name(type));
                }
    }

    // More outputs than the blocks of a device multiply at once.
    void quantizedWeightsAgreeForManyOutputs_data() { tests::addRowForEveryBackend(); }
    void quantizedWeightsAgreeForManyOutputs()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : {DType::Q8_0, DType::Q4_K, DType::Q6_K, DType::MXFP4})
            for (const auto& [tokens, columns] : {std::pair{5, 1280}, {20, 256}, {40, 256}}) {
                const Matrix x = packable(tokens, columns, 1);
                const Matrix weight = Matrix::random(701, columns, 2, type);

                const Matrix actual = product(backend->ops(), x, weight);

                VERIFY_NEAR(actual, product(tests::reference(), x, weight), 2e-6, name(type));
                QVERIFY2(tests::isIdentical(rowsOf(actual, 3, 1),
                             product(backend->ops(), rowsOf(x, 3, 1), weight)),
                    name(type));
            }
    }

    // A GPU packs the rows of few tokens to 8 bits, and takes prompts in half precision. The
    // largest of 32 normal numbers is about 2.2, so a step is about 1/58, its rounding 1/200 of a
    // product's size, of which the largest of sixty is 2.5: three times its rounding is 6e-3, a far
    // tail 1.5e-2.
    void numbersOfAnyKindAgreeAsFarAsTheyAreKept_data() { tests::addRowForEveryBackend(); }
    void numbersOfAnyKindAgreeAsFarAsTheyAreKept()
    {
        const auto backend = tests::backendUnderTest();
        QFETCH(QString, gpu);
        for (DType type : weightTypes)
            for (int tokens : {3, 70}) {
                const Matrix x = Matrix::random(tokens, 512, 1);
                const Matrix weight = Matrix::random(20, 512, 2, type);
                const bool isExact = gpu.isEmpty() || type == DType::F32
                    || (!kernels::isBlockType(type) && tokens <= 64);

                const Matrix actual = product(backend->ops(), x, weight);

                VERIFY_NEAR(actual, product(tests::reference(), x, weight), isExact ? 3e-6 : 1.5e-2,
                    name(type));
            }
    }

    void whatIsNotANumberStaysSo_data() { tests::addRowForEveryBackend(); }
    void whatIsNotANumberStaysSo()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : {DType::F32, DType::F16, DType::BF16, DType::Q8_0, DType::Q4_K})
            for (int tokens : {2, 9, 70}) {
                Matrix x = Matrix::random(tokens, 256, 1);
                const Matrix weight = Matrix::random(20, 256, 2, type);
                const Matrix before = product(backend->ops(), x, weight);
                x.at(1, 77) = NAN;

                const Matrix after = product(backend->ops(), x, weight);

                for (int output = 0; output < 20; ++output)
                    QVERIFY2(std::isnan(after.at(1, output)), name(type));
                QVERIFY2(tests::isIdentical(rowsOf(after, 0, 1), rowsOf(before, 0, 1)), name(type));
            }
    }

    // Rounding a factor to f16 or bf16 is 2⁻¹¹ or 2⁻⁸ of it at most, and much less of a sum.
    void productsOfManyRowsNeedNoLibrary_data() { tests::addRowForEveryBackend(); }
    void productsOfManyRowsNeedNoLibrary()
    {
        cuda_on_host::setCublasExists(false);
        const auto restore = qScopeGuard([] { cuda_on_host::setCublasExists(true); });
        const auto backend = tests::backendUnderTest();
        for (const auto& [type, tolerance] : {std::pair{DType::F32, 3e-6}, {DType::F16, 1e-3},
                 {DType::BF16, 5e-3}, {DType::Q8_0, 1e-3}, {DType::Q4_K, 1e-3}})
            for (int inputs : {8, 33, 256, 520})
                for (const auto& [tokens, outputs] : {std::pair{65, 3}, {130, 150}}) {
                    if (inputs % kernels::info(type).blockSize != 0)
                        continue;
                    const Matrix x = Matrix::random(tokens, inputs, 1);
                    const Matrix weight = Matrix::random(outputs, inputs, 2, type);

                    const Matrix actual = product(backend->ops(), x, weight);

                    VERIFY_NEAR(
                        actual, product(tests::reference(), x, weight), tolerance, name(type));
                }
    }

    void agreesWithReferenceForEveryTail_data() { tests::addRowForEveryBackend(); }
    void agreesWithReferenceForEveryTail()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : {DType::F32, DType::F16, DType::BF16})
            for (int inputs : {1, 7, 8, 9, 15, 16, 17, 31, 33, 40, 296, 2048, 2049})
                for (int outputs : {1, 3, 4, 5, 70}) {
                    const Matrix x = Matrix::random(4, inputs, inputs);
                    const Matrix weight = Matrix::random(outputs, inputs, outputs, type);

                    const Matrix actual = product(backend->ops(), x, weight);

                    VERIFY_NEAR(actual, product(tests::reference(), x, weight), 3e-6, inputs);
                }
    }

    void aRowDoesNotDependOnItsCompany_data() { tests::addRowForEveryBackend(); }
    void aRowDoesNotDependOnItsCompany()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : weightTypes)
            for (int columns : {512, 1056, 2304}) {
                if (columns % kernels::info(type).blockSize != 0)
                    continue;
                const Matrix weight = Matrix::random(21, columns, 3, type);
                const Matrix all = Matrix::random(64, columns, 4);
                const Matrix alone = product(backend->ops(), rowsOf(all, 0, 1), weight);
                for (int company : {2, 3, 5, 9, 17, 64}) {
                    const Matrix many = product(backend->ops(), rowsOf(all, 0, company), weight);

                    QVERIFY2(tests::isIdentical(rowsOf(many, 0, 1), alone), name(type));
                }
            }
    }

    void everyNumberOfRowsGivesTheSameBits_data() { tests::addRowForEveryBackend(); }
    void everyNumberOfRowsGivesTheSameBits()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : {DType::F16, DType::BF16}) {
            const Matrix weight = Matrix::random(21, 200, 3, type);
            const Matrix all = Matrix::random(64, 200, 4);
            const Matrix expected = product(backend->ops(), all, weight);
            for (int rows = 1; rows < 64; ++rows) {
                const Matrix actual = product(backend->ops(), rowsOf(all, 0, rows), weight);

                QVERIFY2(tests::isIdentical(actual, rowsOf(expected, 0, rows)),
                    qPrintable(QString("%1, %2 rows").arg(name(type)).arg(rows)));
            }
        }
    }

    // A GPU divides the outputs and, where these are few, the columns among its blocks, and a block
    // may compute several groups of outputs.
    void halvesAgreeHoweverTheWorkIsDivided_data() { tests::addRowForEveryBackend(); }
    void halvesAgreeHoweverTheWorkIsDivided()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : {DType::F16, DType::BF16})
            for (const auto& [outputs, inputs] :
                {std::pair{150, 520}, {300, 136}, {400, 136}, {800, 264}, {18, 4104}}) {
                const Matrix weight = Matrix::random(outputs, inputs, 3, type);
                const Matrix all = Matrix::random(37, inputs, 4);
                const Matrix expected = product(tests::reference(), all, weight);
                const Matrix first = product(backend->ops(), rowsOf(all, 0, 1), weight);
                for (int rows : {1, 2, 3, 4, 8, 13, 37}) {
                    const Matrix actual = product(backend->ops(), rowsOf(all, 0, rows), weight);

                    const QString about = QString("%1, %2 x %3, %4 rows")
                                              .arg(name(type))
                                              .arg(outputs)
                                              .arg(inputs)
                                              .arg(rows);
                    VERIFY_NEAR(actual, rowsOf(expected, 0, rows), 4e-6, about);
                    QVERIFY2(tests::isIdentical(rowsOf(actual, 0, 1), first), qPrintable(about));
                }
            }
    }

    // Rows of very different sizes: each has a factor of its own where weights are f16.
    void halvesKeepThePrecisionOfLargeAndSmallRows_data() { tests::addRowForEveryBackend(); }
    void halvesKeepThePrecisionOfLargeAndSmallRows()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : {DType::F16, DType::BF16})
            for (int rows : {4, 8, 12}) {
                const Matrix weight = Matrix::random(35, 392, 3, type);
                Matrix x = Matrix::random(rows, 392, 4);
                for (int row = 0; row < rows; ++row)
                    for (int i = 0; i < 392; ++i)
                        x.at(row, i) *= row % 2 == 0 ? 1e-12f : 1e12f;

                const Matrix actual = product(backend->ops(), x, weight);

                const Matrix expected = product(tests::reference(), x, weight);
                for (int row = 0; row < rows; ++row)
                    VERIFY_NEAR(rowsOf(actual, row, 1), rowsOf(expected, row, 1), 4e-6, name(type));
            }
    }

    void theNumberOfThreadsChangesNoBit()
    {
        for (auto set : tests::availableInstructionSets()) {
            kernels::cpu::CpuBackend one(set, 1), four(set, 4);
            for (int tokens : {1, 9}) {
                const Matrix x = Matrix::random(tokens, 1024, 5);
                const Matrix weight = Matrix::random(301, 1024, 6, DType::Q4_K);

                QVERIFY(tests::isIdentical(
                    product(one.ops(), x, weight), product(four.ops(), x, weight)));
            }
        }
    }

    void anEmptyMatrixIsAllowed()
    {
        kernels::cpu::CpuBackend backend(kernels::cpu::chosenInstructionSet(), 1);

        const Matrix out
            = product(backend.ops(), Matrix::random(0, 64, 1), Matrix::random(8, 64, 2));

        QCOMPARE(out.view().rows, 0);
    }
};

TESTS(MatmulTest);
#include "matmul_test.moc"

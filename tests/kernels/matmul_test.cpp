#include "tests/kernels/backend_under_test.h"

#include <QObject>

using kernels::DType;
using tests::Matrix;

namespace {

const DType weightTypes[] = {DType::F32, DType::F16, DType::BF16, DType::Q4_0, DType::Q4_1,
    DType::Q5_0, DType::Q5_1, DType::Q8_0, DType::Q2_K, DType::Q3_K, DType::Q4_K, DType::Q5_K,
    DType::Q6_K, DType::IQ4_NL, DType::IQ4_XS, DType::IQ3_XXS, DType::IQ3_S, DType::IQ2_S,
    DType::TQ1_0, DType::TQ2_0, DType::MXFP4};

Matrix product(kernels::Ops& ops, const Matrix& x, const Matrix& weight)
{
    Matrix out(DType::F32, x.view().rows, weight.view().rows);
    ops.matmul(out, x, weight);
    return out;
}

Matrix rowsOf(const Matrix& matrix, int64_t first, int64_t count)
{
    Matrix rows(matrix.view().dtype, count, matrix.view().columns);
    const kernels::TensorView range = matrix.view().rowRange(first, count);
    std::memcpy(rows.view().bytes, range.bytes, size_t(range.sizeInBytes()));
    return rows;
}

} // namespace

class MatmulTest : public QObject {
    Q_OBJECT

private slots:
    void agreesWithReferenceForEveryType_data() { tests::addRowForEveryBackend(); }
    void agreesWithReferenceForEveryType()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : weightTypes)
            for (int tokens : {1, 2, 3, 5}) {
                const Matrix x = Matrix::random(tokens, 768, 1);
                const Matrix weight = Matrix::random(37, 768, 2, type);

                const Matrix actual = product(backend->ops(), x, weight);

                VERIFY_NEAR(actual, product(tests::reference(), x, weight), 2e-6, name(type));
            }
    }

    void agreesWithReferenceForEveryTail_data() { tests::addRowForEveryBackend(); }
    void agreesWithReferenceForEveryTail()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : {DType::F32, DType::F16, DType::BF16})
            for (int inputs : {1, 7, 8, 9, 15, 16, 17, 31, 33, 2048, 2049})
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
        for (DType type : weightTypes) {
            const Matrix weight = Matrix::random(45, 512, 3, type);
            const Matrix all = Matrix::random(64, 512, 4);
            const Matrix alone = product(backend->ops(), rowsOf(all, 4, 1), weight);
            for (int company : {5, 17, 64}) {
                const Matrix many = product(backend->ops(), rowsOf(all, 0, company), weight);

                QVERIFY2(tests::isIdentical(rowsOf(many, 4, 1), alone), name(type));
            }
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

QTEST_APPLESS_MAIN(MatmulTest)
#include "matmul_test.moc"

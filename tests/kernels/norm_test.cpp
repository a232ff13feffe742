#include "tests/kernels/backend_under_test.h"
#include "tests/support/test_program.h"

#include <QObject>

using kernels::DType;
using tests::Matrix;

namespace {
const int lengths[] = {1, 7, 8, 9, 15, 16, 17, 31, 33, 576, 1024, 2048, 2049, 8225};
}

class NormTest : public QObject {
    Q_OBJECT

private slots:
    void rmsNormAgreesWithReferenceForEveryTail_data() { tests::addRowForEveryBackend(); }
    void rmsNormAgreesWithReferenceForEveryTail()
    {
        const auto backend = tests::backendUnderTest();
        for (int hidden : lengths)
            for (int rows : {33, 65}) {
                const Matrix weight = Matrix::random(1, hidden, 1);
                Matrix actual = Matrix::random(rows, hidden, hidden), expected = actual; // in place

                backend->ops().rmsNorm(actual, actual, weight, 1e-6f);
                tests::reference().rmsNorm(expected, expected, weight, 1e-6f);

                VERIFY_NEAR(actual, expected, 1e-6, hidden);
            }
    }

    void layerNormAgreesWithReferenceForEveryTail_data() { tests::addRowForEveryBackend(); }
    void layerNormAgreesWithReferenceForEveryTail()
    {
        const auto backend = tests::backendUnderTest();
        for (int hidden : lengths)
            for (int rows : {3, 65}) {
                const Matrix weight = Matrix::random(1, hidden, 1);
                const Matrix bias = Matrix::random(1, hidden, 2);
                Matrix actual = Matrix::random(rows, hidden, hidden), expected = actual;

                backend->ops().layerNorm(actual, actual, weight, bias, 1e-5f);
                tests::reference().layerNorm(expected, expected, weight, bias, 1e-5f);

                VERIFY_NEAR(actual, expected, 1e-6, hidden);
            }
    }

    void layerNormKeepsItsDigitsFarFromZero_data() { tests::addRowForEveryBackend(); }
    void layerNormKeepsItsDigitsFarFromZero()
    {
        const auto backend = tests::backendUnderTest();
        const Matrix weight = Matrix::random(1, 1001, 1), bias = Matrix::random(1, 1001, 2);
        Matrix x = Matrix::random(2, 1001, 3), actual = x, expected = x;
        for (int i = 0; i < 1001; ++i)
            x.at(0, i) += 100;

        backend->ops().layerNorm(actual, x, weight, bias, 1e-5f);
        tests::reference().layerNorm(expected, x, weight, bias, 1e-5f);

        VERIFY_NEAR(actual, expected, 1e-5, "mean 100");
    }

    void theFusedNormIsTheTwoSimpleOnes_data() { tests::addRowForEveryBackend(); }
    void theFusedNormIsTheTwoSimpleOnes()
    {
        const auto backend = tests::backendUnderTest();
        for (int hidden : lengths) {
            const Matrix weight = Matrix::random(1, hidden, 1);
            const Matrix delta = Matrix::random(5, hidden, 2);
            Matrix residual = Matrix::random(5, hidden, 3), sum = residual;
            Matrix actual = residual, expected = residual;

            backend->ops().addRmsNorm(actual, residual, delta, weight, 1e-6f);
            backend->ops().add(sum, delta);
            backend->ops().rmsNorm(expected, sum, weight, 1e-6f);

            QVERIFY(tests::isIdentical(residual, sum));
            QVERIFY(tests::isIdentical(actual, expected));
        }
    }

    void theFusedLayerNormIsTheTwoSimpleOnes_data() { tests::addRowForEveryBackend(); }
    void theFusedLayerNormIsTheTwoSimpleOnes()
    {
        const auto backend = tests::backendUnderTest();
        for (int hidden : lengths)
            for (int rows : {5, 67}) {
                const Matrix weight = Matrix::random(1, hidden, 1);
                const Matrix bias = Matrix::random(1, hidden, 4);
                const Matrix delta = Matrix::random(rows, hidden, 2);
                Matrix residual = Matrix::random(rows, hidden, 3), sum = residual;
                Matrix actual = residual, expected = residual;

                backend->ops().addLayerNorm(actual, residual, delta, weight, bias, 1e-6f);
                backend->ops().add(sum, delta);
                backend->ops().layerNorm(expected, sum, weight, bias, 1e-6f);

                QVERIFY(tests::isIdentical(residual, sum));
                QVERIFY(tests::isIdentical(actual, expected));
            }
    }

    // Heads of many tokens are more rows than those of few.
    void aHeadsNormDoesNotDependOnTheOthers_data() { tests::addRowForEveryBackend(); }
    void aHeadsNormDoesNotDependOnTheOthers()
    {
        const auto backend = tests::backendUnderTest();
        for (int dim : {64, 80, 128, 256}) {
            const Matrix weight = Matrix::random(1, dim, 1), x = Matrix::random(160, dim, 2);
            Matrix all(DType::F32, 160, dim), some(DType::F32, 8, dim);

            backend->ops().rmsNorm(all, x, weight, 1e-6f);
            backend->ops().rmsNorm(some, x.view().rowRange(0, 8), weight, 1e-6f);

            for (int row = 0; row < 8; ++row)
                for (int i = 0; i < dim; ++i)
                    QCOMPARE(some.at(row, i), all.at(row, i));
        }
    }

    void whatIsNotANumberSpoilsItsOwnRowOnly_data() { tests::addRowForEveryBackend(); }
    void whatIsNotANumberSpoilsItsOwnRowOnly()
    {
        const auto backend = tests::backendUnderTest();
        const Matrix weight = Matrix::random(1, 33, 1);
        Matrix x = Matrix::random(2, 33, 2);
        x.at(0, 32) = NAN;

        backend->ops().rmsNorm(x, x, weight, 1e-6f);

        QVERIFY(std::isnan(x.at(0, 0)));
        QVERIFY(std::isfinite(x.at(1, 32)));
    }
};

TESTS(NormTest);
#include "norm_test.moc"

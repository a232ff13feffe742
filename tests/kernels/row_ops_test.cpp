#include "tests/kernels/backend_under_test.h"
#include "tests/support/test_program.h"

#include <QObject>

#include <limits>

using kernels::Activation;
using kernels::DType;
using tests::Matrix;

namespace {

const int lengths[] = {1, 7, 8, 9, 15, 16, 17, 31, 33, 2048, 2049};

const Activation allActivations[] = {Activation::Silu, Activation::GeluTanh, Activation::GeluErf,
    Activation::GeluQuick, Activation::Relu, Activation::Sigmoid, Activation::ReluSquared};

// Numbers from far below to far above 0, where activations bend and saturate.
Matrix ramp(int rows, int columns, float reach)
{
    Matrix matrix(DType::F32, rows, columns);
    const int64_t count = int64_t(rows) * columns;
    for (int64_t i = 0; i < count; ++i)
        matrix.view().data<float>()[i]
            = reach * (2 * float(i) / float(std::max<int64_t>(1, count - 1)) - 1);
    return matrix;
}

// Worst error of one number, relative to that number.
double relativeError(const Matrix& actual, const Matrix& expected)
{
    double worst = 0;
    for (int64_t i = 0; i < expected.view().elements(); ++i) {
        const double a = actual.view().data<float>()[i], e = expected.view().data<float>()[i];
        worst = std::max(worst, std::fabs(a - e) / std::max(std::fabs(e), 1e-30));
    }
    return worst;
}

} // namespace

class RowOpsTest : public QObject {
    Q_OBJECT

private slots:
    void gatherGivesExactlyWhatTheStoredTypeMeans_data() { tests::addRowForEveryBackend(); }
    void gatherGivesExactlyWhatTheStoredTypeMeans()
    {
        const auto backend = tests::backendUnderTest();
        const Matrix ids = Matrix::of({3, 0, 3, 6});
        for (int type = 0; type <= int(DType::CacheQ4); ++type) {
            if (DType(type) == DType::I32)
                continue;
            const Matrix table = Matrix::random(7, 512, type, DType(type));
            Matrix actual(DType::F32, 4, 512), expected(DType::F32, 4, 512);

            backend->ops().gatherRows(actual, table, ids);
            tests::reference().gatherRows(expected, table, ids);

            for (int64_t i = 0; i < 4 * 512; ++i) // equal numbers; zeros may differ in sign
                QVERIFY2(actual.view().data<float>()[i] == expected.view().data<float>()[i],
                    kernels::name(DType(type)));
        }
    }

    void scatterAgreesWithReferenceForEveryTail_data() { tests::addRowForEveryBackend(); }
    void scatterAgreesWithReferenceForEveryTail()
    {
        const auto backend = tests::backendUnderTest();
        const Matrix ids = Matrix::of({4, 1});
        for (DType type : {DType::F32, DType::F16, DType::BF16})
            for (int columns : lengths) {
                const Matrix in = Matrix::random(2, columns, columns);
                Matrix actual = Matrix::random(5, columns, 9, type), expected = actual;

                backend->ops().scatterRows(actual, in, ids);
                tests::reference().scatterRows(expected, in, ids);

                QVERIFY2(tests::isIdentical(actual, expected), name(type));
            }
    }

    void sumsAndFactorsAreExactForEveryTail_data() { tests::addRowForEveryBackend(); }
    void sumsAndFactorsAreExactForEveryTail()
    {
        const auto backend = tests::backendUnderTest();
        for (int columns : lengths) {
            const Matrix delta = Matrix::random(33, columns, 1),
                         row = Matrix::random(1, columns, 2);
            Matrix actual = Matrix::random(33, columns, 3), expected = actual;

            for (auto [ops, x] :
                {std::pair(&backend->ops(), &actual), std::pair(&tests::reference(), &expected)}) {
                ops->add(*x, delta);
                ops->addRow(*x, row);
                ops->multiplyRow(*x, row);
                ops->scale(*x, 0.37f);
            }

            QVERIFY(tests::isIdentical(actual, expected));
        }
    }

    void activationsAreAccurateEverywhere_data() { tests::addRowForEveryBackend(); }
    void activationsAreAccurateEverywhere()
    {
        const auto backend = tests::backendUnderTest();
        for (Activation activation : allActivations)
            for (float reach : {0.01f, 1.0f, 8.0f}) {
                Matrix actual = ramp(5, 2049, reach), expected = actual;

                backend->ops().activate(actual, activation);
                tests::reference().activate(expected, activation);

                // The tails of the tanh form multiply the rounding of their argument.
                const double error = relativeError(actual, expected);
                QVERIFY2(error < 1e-5,
                    qPrintable(QString("activation %1 within %2: error %3")
                                   .arg(int(activation))
                                   .arg(reach)
                                   .arg(error)));
            }
    }

    void activationsSaturateFarFromZero_data() { tests::addRowForEveryBackend(); }
    void activationsSaturateFarFromZero()
    {
        const auto backend = tests::backendUnderTest();
        for (Activation activation : allActivations) {
            Matrix actual = ramp(1, 200, 1000), expected = actual;

            backend->ops().activate(actual, activation);
            tests::reference().activate(expected, activation);

            VERIFY_NEAR(actual, expected, 1e-7, int(activation));
        }
    }

    void aCapAgreesWithReferenceForEveryTail_data() { tests::addRowForEveryBackend(); }
    void aCapAgreesWithReferenceForEveryTail()
    {
        const auto backend = tests::backendUnderTest();
        for (float limit : {0.5f, 30.0f})
            for (int columns : lengths) {
                Matrix actual = ramp(3, columns, 100), expected = actual;

                backend->ops().cap(actual, limit);
                tests::reference().cap(expected, limit);

                VERIFY_NEAR(actual, expected, 1e-6, columns);
                QVERIFY(std::fabs(actual.at(2, columns - 1)) <= limit);
            }
    }

    void rowsGrowByTheirPosition_data() { tests::addRowForEveryBackend(); }
    void rowsGrowByTheirPosition()
    {
        const auto backend = tests::backendUnderTest();
        const Matrix positions = Matrix::of({0, 63, 64, 8191, 1'000'000});
        for (int columns : lengths) {
            const Matrix before = Matrix::random(5, columns, columns);
            Matrix actual = before, expected = before;

            backend->ops().scaleByPosition(actual, positions, 0.3f, 64);
            tests::reference().scaleByPosition(expected, positions, 0.3f, 64);

            VERIFY_NEAR(actual, expected, 1e-6, columns);
            QCOMPARE(actual.at(1, 0), before.at(1, 0)); // the first period changes nothing
            QCOMPARE(expected.at(2, 0), before.at(2, 0) * float(1 + 0.3f * std::log(2.0)));
        }
    }

    void gateAgreesWithReferenceForEveryTail_data() { tests::addRowForEveryBackend(); }
    void gateAgreesWithReferenceForEveryTail()
    {
        const auto backend = tests::backendUnderTest();
        for (Activation activation : allActivations)
            for (int columns : lengths) {
                const Matrix up = Matrix::random(3, columns, 4);
                Matrix actual = Matrix::random(3, columns, 5), expected = actual;

                backend->ops().gate(actual, up, activation);
                tests::reference().gate(expected, up, activation);

                VERIFY_NEAR(actual, expected, 1e-6, columns);
            }
    }

    void whatIsNotANumberStaysSo_data() { tests::addRowForEveryBackend(); }
    void whatIsNotANumberStaysSo()
    {
        const auto backend = tests::backendUnderTest();
        for (Activation activation :
            {Activation::Silu, Activation::GeluTanh, Activation::GeluErf, Activation::GeluQuick}) {
            Matrix x = ramp(1, 40, 3);
            x.at(0, 0) = x.at(0, 39) = NAN;
            x.at(0, 1) = std::numeric_limits<float>::infinity();

            backend->ops().activate(x, activation);

            QVERIFY(std::isnan(x.at(0, 0)) && std::isnan(x.at(0, 39)));
            QVERIFY(std::isinf(x.at(0, 1)) && x.at(0, 1) > 0);
            QVERIFY(std::isfinite(x.at(0, 2)) && std::isfinite(x.at(0, 38)));
        }
    }

    void clampedGatesAgreeWithReference_data() { tests::addRowForEveryBackend(); }
    void clampedGatesAgreeWithReference()
    {
        const auto backend = tests::backendUnderTest();
        for (int length : lengths) {
            const Matrix up = ramp(3, length, 9);
            for (float reach : {2.0f, 30.0f}) {
                Matrix actual = ramp(3, length, -reach), expected = actual;

                backend->ops().gateClamped(actual, up, 7);
                tests::reference().gateClamped(expected, up, 7);

                VERIFY_NEAR(actual, expected, 1e-6, length);
            }
        }
    }

    void columnsAreTakenFromAnyPosition_data() { tests::addRowForEveryBackend(); }
    void columnsAreTakenFromAnyPosition()
    {
        const auto backend = tests::backendUnderTest();
        const Matrix x = Matrix::random(5, 40, 1);
        for (int first : {0, 3, 24, 39})
            for (int columns : {1, 16}) {
                if (first + columns > 40)
                    continue;
                Matrix actual(DType::F32, 5, columns);

                backend->ops().takeColumns(actual, x, first);

                for (int row = 0; row < 5; ++row)
                    for (int column = 0; column < columns; ++column)
                        QCOMPARE(actual.at(row, column), x.at(row, first + column));
            }
    }

    void columnsArePutAtAnyPosition_data() { tests::addRowForEveryBackend(); }
    void columnsArePutAtAnyPosition()
    {
        const auto backend = tests::backendUnderTest();
        const Matrix before = Matrix::random(5, 40, 1);
        for (int first : {0, 3, 24, 39})
            for (int columns : {1, 16}) {
                if (first + columns > 40)
                    continue;
                const Matrix x = Matrix::random(5, columns, 2);
                Matrix actual = before;

                backend->ops().putColumns(actual, x, first);

                for (int row = 0; row < 5; ++row)
                    for (int column = 0; column < 40; ++column) {
                        const int own = column - first;
                        QCOMPARE(actual.at(row, column),
                            own >= 0 && own < columns ? x.at(row, own) : before.at(row, column));
                    }
            }
    }
};

TESTS(RowOpsTest);
#include "row_ops_test.moc"

#include "tests/kernels/backend_under_test.h"

#include <QObject>

using kernels::RotaryStyle;
using tests::Matrix;

namespace {

Matrix frequencies(int64_t pairs)
{
    Matrix row(kernels::DType::F32, 1, pairs);
    for (int64_t i = 0; i < pairs; ++i)
        row.at(0, i) = float(std::pow(10000.0, -double(i) / double(pairs)));
    return row;
}

} // namespace

class RotateTest : public QObject {
    Q_OBJECT

private slots:
    void agreesWithReferenceForEveryHeadSize_data() { tests::addRowForEveryBackend(); }
    void agreesWithReferenceForEveryHeadSize()
    {
        const auto backend = tests::backendUnderTest();
        const Matrix positions = Matrix::of({0, 1, 77, 5000, 131071});
        for (auto style : {RotaryStyle::Pairs, RotaryStyle::Halves})
            for (int headDim : {2, 6, 16, 18, 64, 80, 128})
                for (int pairs : {1, headDim / 2, headDim / 4}) {
                    Matrix actual = Matrix::random(5, 3 * headDim, headDim), expected = actual;
                    const Matrix row = frequencies(pairs);

                    backend->ops().rotate(actual, positions, row, headDim, style, 1.25f);
                    tests::reference().rotate(expected, positions, row, headDim, style, 1.25f);

                    VERIFY_NEAR(actual, expected, 1e-6, headDim);
                }
    }

    void aQuarterTurnSwapsThePair()
    {
        Matrix x(kernels::DType::F32, 1, 2);
        x.at(0, 0) = 1;
        x.at(0, 1) = 0;
        Matrix frequency(kernels::DType::F32, 1, 1);
        frequency.at(0, 0) = float(M_PI / 2);

        tests::reference().rotate(x, Matrix::of({1}), frequency, 2, RotaryStyle::Pairs, 1);

        QVERIFY(std::fabs(x.at(0, 0)) < 1e-6 && std::fabs(x.at(0, 1) - 1) < 1e-6);
    }
};

QTEST_APPLESS_MAIN(RotateTest)
#include "rotate_test.moc"

#include "tests/kernels/backend_under_test.h"
#include "tests/support/test_program.h"

#include <QObject>

using kernels::RotaryStyle;
using kernels::Rotation;
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
        const Matrix positions = Matrix::of({0, 1, 77, 5000, 131071}, 5);
        for (auto style : {RotaryStyle::Pairs, RotaryStyle::Halves})
            for (int headDim : {2, 6, 16, 18, 64, 80, 128})
                for (int pairs : {1, headDim / 2, headDim / 4}) {
                    Matrix actual = Matrix::random(5, 3 * headDim, headDim), expected = actual;
                    const Matrix row = frequencies(pairs);

                    const Rotation rotation{row, style, 1.25f};

                    backend->ops().rotate(actual, {positions}, rotation, headDim);
                    tests::reference().rotate(expected, {positions}, rotation, headDim);

                    VERIFY_NEAR(actual, expected, 1e-6, headDim);
                }
    }

    // Pairs that follow one axis each, in runs and by turns, of two axes and of three.
    void agreesWithReferenceForSeveralAxes_data() { tests::addRowForEveryBackend(); }
    void agreesWithReferenceForSeveralAxes()
    {
        const auto backend = tests::backendUnderTest();
        for (int axes : {2, 3})
            for (bool inRuns : {true, false})
                for (auto style : {RotaryStyle::Pairs, RotaryStyle::Halves})
                    for (int headDim : {6, 16, 36, 80}) {
                        const int pairs = headDim / 2;
                        const Matrix row = frequencies(pairs);
                        Matrix table(kernels::DType::F32, axes, pairs);
                        for (int i = 0; i < pairs; ++i)
                            table.at(inRuns ? i * axes / pairs : i % axes, i) = row.at(0, i);
                        Matrix positions(kernels::DType::I32, 7, axes);
                        for (int i = 0; i < 7 * axes; ++i)
                            positions.view().data<int32_t>()[i] = i * 37 % 101;
                        Matrix actual = Matrix::random(7, 3 * headDim, headDim), expected = actual;

                        backend->ops().rotate(actual, {positions}, {table, style, 1.25f}, headDim);
                        tests::reference().rotate(
                            expected, {positions}, {table, style, 1.25f}, headDim);

                        VERIFY_NEAR(actual, expected, 1e-6, headDim);
                    }
    }

    void anAxisThatNoPairFollowsChangesNoBit_data() { tests::addRowForEveryBackend(); }
    void anAxisThatNoPairFollowsChangesNoBit()
    {
        const auto backend = tests::backendUnderTest();
        const Matrix row = frequencies(8), positions = Matrix::of({3, 77, 4001}, 3);
        Matrix table(kernels::DType::F32, 3, 8), threePositions(kernels::DType::I32, 3, 3);
        for (int i = 0; i < 8; ++i)
            table.at(1, i) = row.at(0, i);
        for (int t = 0; t < 3; ++t)
            for (int axis = 0; axis < 3; ++axis)
                threePositions.view().data<int32_t>()[t * 3 + axis]
                    = axis == 1 ? positions.view().data<int32_t>()[t] : 1000 + axis;
        Matrix one = Matrix::random(3, 48, 5), three = one;

        backend->ops().rotate(one, {positions}, {row, RotaryStyle::Halves, 1}, 16);
        backend->ops().rotate(three, {threePositions}, {table, RotaryStyle::Halves, 1}, 16);

        QVERIFY(tests::isIdentical(one, three));
    }

    void aQuarterTurnSwapsThePair()
    {
        Matrix x(kernels::DType::F32, 1, 2);
        x.at(0, 0) = 1;
        x.at(0, 1) = 0;
        Matrix frequency(kernels::DType::F32, 1, 1);
        frequency.at(0, 0) = float(M_PI / 2);

        tests::reference().rotate(x, {Matrix::of({1})}, {frequency, RotaryStyle::Pairs, 1}, 2);

        QVERIFY(std::fabs(x.at(0, 0)) < 1e-6 && std::fabs(x.at(0, 1) - 1) < 1e-6);
    }
};

TESTS(RotateTest);
#include "rotate_test.moc"

#include "tests/kernels/cache_positions.h"
#include "tests/support/test_program.h"

#include <QObject>

using kernels::DType;
using kernels::RotaryStyle;
using kernels::Rotation;
using tests::Matrix;
using tests::pageCount;
using tests::pageSize;
using tests::Positions;

/// The fused operation does what the four do that it stands for, on the same backend to the bit.
class RotateAndCacheTest : public QObject {
    Q_OBJECT

private slots:
    void doesWhatFourOperationsDo_data() { tests::addRowForEveryBackend(); }
    void doesWhatFourOperationsDo()
    {
        const auto backend = tests::backendUnderTest();
        const Positions positions({0, 15, 16, 40, 191}, {0, 0, 1, 1, 0});
        Matrix turned(DType::I32, 5, 2); // by other positions than those in the cache
        for (int i = 0; i < 10; ++i)
            turned.view().data<int32_t>()[i] = i * 13 % 29;
        const kernels::Angles angles{turned};
        constexpr std::pair<DType, DType> types[]
            = {{DType::F32, DType::F32}, {DType::F16, DType::F16}, {DType::CacheQ8, DType::CacheQ8},
                {DType::CacheQ6, DType::CacheQ4}, {DType::F16, DType::CacheQ4}};
        for (const auto& [ofKeys, ofValues] : types)
            for (int headDim : {16, 64, 80, 96})
                for (int pairs : {headDim / 2, headDim / 4}) {
                    Matrix q = Matrix::random(5, 6 * headDim, 1), expectedQ = q;
                    Matrix k = Matrix::random(5, 2 * headDim, 2), expectedK = k;
                    const Matrix v = Matrix::random(5, 2 * headDim, 3);
                    Matrix keys = emptyCache(ofKeys, 2 * headDim), expectedKeys = keys;
                    Matrix values = emptyCache(ofValues, 2 * headDim), expectedValues = values;
                    Matrix frequencies(DType::F32, 2, pairs);
                    for (int i = 0; i < pairs; ++i)
                        for (int axis = 0; axis < 2; ++axis)
                            frequencies.at(axis, i) = i % 2 == axis ? 1 / float(i + 1) : 0;
                    const Rotation rotation{
                        frequencies, pairs % 3 ? RotaryStyle::Pairs : RotaryStyle::Halves, 1.5f};
                    kernels::Ops& ops = backend->ops();
                    for (const Matrix* x : {&expectedQ, &expectedK})
                        ops.rotate(*x, angles, rotation, headDim);
                    ops.writeCache(expectedKeys, expectedK, positions.placement());
                    ops.writeCache(expectedValues, v, positions.placement());

                    ops.rotateAndCache(
                        q, k, v, keys, values, positions.placement(), angles, rotation, headDim);

                    QVERIFY(tests::isIdentical(q, expectedQ));
                    QVERIFY(tests::isIdentical(keys, expectedKeys));
                    QVERIFY(tests::isIdentical(values, expectedValues));
                }
    }

private:
    static Matrix emptyCache(DType type, int columns)
    {
        return Matrix(type, pageCount * pageSize, kernels::wholeBlocks(type, columns));
    }
};

TESTS(RotateAndCacheTest);
#include "rotate_and_cache_test.moc"

#include "kernels/backend.h"
#include "kernels/cache_rows.h"
#include "tests/kernels/cache_positions.h"
#include "tests/support/test_program.h"

#include <QObject>

#include <array>
#include <vector>

using kernels::DType;
using kernels::RotaryStyle;
using kernels::Tensor;
using tests::downloaded;
using tests::Matrix;
using tests::uploaded;

namespace {

constexpr int columns = 512, outputs = 33;

/// Queries, keys and values of one token, and a cache with room for it.
struct Projections {
    static constexpr int heads = 4, kvHeads = 2, position = 21;
    /// So far that sines of it are reduced in another way than those of small angles.
    static constexpr int turnedBy = 200'000;

    Projections(kernels::Backend& backend, int dim, DType type)
        : gpu(backend)
        , headDim(dim)
        , keys(uploaded(backend, emptyCache(type)))
        , values(uploaded(backend, emptyCache(type)))
        , positions(uploaded(backend, Matrix::of({position})))
        , angles(uploaded(backend, Matrix::of({turnedBy})))
        , sequences(uploaded(backend, Matrix::of({0})))
        , pages(uploaded(backend, Matrix::of({3, 1})))
    {
        for (int count : {heads, kvHeads, kvHeads})
            outs.emplace_back(backend, DType::F32, 1, count * headDim);
    }

    void rotateAndCache(const kernels::Rotation& rotation) const
    {
        gpu.ops().rotateAndCache(outs[0], outs[1], outs[2], keys, values,
            {positions, sequences, pages, tests::pageSize}, {angles}, rotation, headDim);
    }

    kernels::Backend& gpu;
    int headDim;
    Tensor keys, values, positions, angles, sequences, pages;
    std::vector<Tensor> outs;

private:
    Matrix emptyCache(DType type) const
    {
        return Matrix(
            type, 4 * tests::pageSize, kernels::wholeBlocks(type, int64_t(kvHeads) * headDim));
    }
};

} // namespace

/// A norm on a GPU packs its output for the product that follows. Nobody is to see that: not by
/// other numbers, and not by old ones.
class PackedRowsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_gpus = tests::gpusUnderTest();
        QVERIFY(!m_gpus.isEmpty());
    }

    void aProductOfANormIsThatOfItsNumbers()
    {
        for (const auto& [name, order] : m_gpus) {
            const auto gpu = kernels::openBackend(name.toStdString());
            const Tensor weight = uploaded(*gpu, Matrix::random(outputs, columns, 1, DType::Q4_K));
            const Tensor scale = uploaded(*gpu, Matrix::random(1, columns, 2));
            for (int rows : {1, 3, 9, 64}) {
                const Tensor x = uploaded(*gpu, Matrix::random(rows, columns, 3));
                Tensor normed(*gpu, DType::F32, rows, columns);
                Tensor after(*gpu, DType::F32, rows, outputs),
                    again(*gpu, DType::F32, rows, outputs);
                gpu->ops().matmul(again, x, weight); // from now on norms pack

                gpu->synchronize();
                const int64_t launches = cuda_on_host::counts().launches;
                gpu->ops().rmsNorm(normed, x, scale, 1e-6f);
                gpu->ops().matmul(after, normed, weight);
                gpu->synchronize();
                if (tests::isGpuOnHost())
                    QCOMPARE(cuda_on_host::counts().launches - launches, 2);

                const Matrix expected = downloaded(*gpu, after);
                gpu->ops().matmul(again, uploaded(*gpu, downloaded(*gpu, normed)), weight);
                QVERIFY(tests::isIdentical(downloaded(*gpu, again), expected));
            }
        }
    }

    // Products of one row compute its norm themselves.
    void aNormOfOneRowIsComputedByItsProduct()
    {
        constexpr int launchesOfProduct = 1, launchesOfBoth = 2;
        for (const auto& [name, order] : m_gpus) {
            const auto gpu = kernels::openBackend(name.toStdString());
            for (int hidden : {992, 1024, 1120, 2048, 4096, 4128})
                for (DType type :
                    {DType::Q4_K, DType::Q6_K, DType::Q8_0, DType::F16, DType::BF16}) {
                    if (hidden % 256 != 0 && (type == DType::Q4_K || type == DType::Q6_K))
                        continue;
                    const Tensor weight = uploaded(*gpu, Matrix::random(outputs, hidden, 1, type));
                    const Tensor factors = uploaded(*gpu, Matrix::random(1, hidden, 2));
                    const Tensor x = uploaded(*gpu, Matrix::random(1, hidden, 3));
                    const Tensor two = uploaded(*gpu, Matrix::random(2, hidden, 3));
                    Tensor normed(*gpu, DType::F32, 1, hidden),
                        normedTwo(*gpu, DType::F32, 2, hidden);
                    Tensor fused(*gpu, DType::F32, 1, outputs),
                        second(*gpu, DType::F32, 1, outputs);
                    Tensor apart(*gpu, DType::F32, 2, outputs);
                    gpu->ops().matmul(apart, two, weight); // from now on rows are packed

                    gpu->ops().rmsNorm(normedTwo, two, factors, 1e-6f);
                    gpu->ops().matmul(apart, normedTwo, weight);
                    gpu->synchronize();
                    const int64_t launches = cuda_on_host::counts().launches;
                    gpu->ops().rmsNorm(normed, x, factors, 1e-6f);
                    gpu->ops().matmul(fused, normed, weight);
                    gpu->synchronize();
                    const int64_t used = cuda_on_host::counts().launches - launches;
                    gpu->ops().matmul(second, normed, weight);

                    if (tests::isGpuOnHost())
                        QCOMPARE(used,
                            int64_t(hidden < 1024 || hidden > 4096 ? launchesOfBoth
                                                                   : launchesOfProduct));
                    const auto firstOf
                        = [](const Matrix& rows) { return tests::rowsOf(rows, 0, 1); };
                    QVERIFY(tests::isIdentical(
                        downloaded(*gpu, normed), firstOf(downloaded(*gpu, normedTwo))));
                    QVERIFY(tests::isIdentical(
                        downloaded(*gpu, fused), firstOf(downloaded(*gpu, apart))));
                    QVERIFY(tests::isIdentical(downloaded(*gpu, second), downloaded(*gpu, fused)));
                }
        }
    }

    // Products of one row also rotate and cache what they compute.
    void projectionsAreRotatedAndCachedByTheirProducts()
    {
        constexpr int hidden = 1024;
        struct Case {
            std::array<DType, 3> types;
            int headDim, pairs;
            RotaryStyle style;
            DType cache;
            int64_t launches; ///< of everything behind the norm
        };
        constexpr std::array<DType, 3> same{DType::Q4_K, DType::Q4_K, DType::Q4_K},
            mixed{DType::Q4_K, DType::Q4_K, DType::Q6_K};
        const Case cases[] = {{same, 64, 32, RotaryStyle::Pairs, DType::F16, 1},
            {same, 80, 20, RotaryStyle::Halves, DType::F16, 1},
            {mixed, 64, 32, RotaryStyle::Halves, DType::F16, 2},
            {same, 64, 24, RotaryStyle::Pairs, DType::CacheQ8, 2}};
        for (const auto& [name, order] : m_gpus)
            for (const Case& one : cases) {
                const auto gpu = kernels::openBackend(name.toStdString());
                Projections fused(*gpu, one.headDim, one.cache),
                    apart(*gpu, one.headDim, one.cache);
                std::vector<Tensor> weights;
                for (size_t i = 0; i < one.types.size(); ++i)
                    weights.push_back(uploaded(*gpu,
                        Matrix::random(
                            fused.outs[i].view().columns, hidden, int(i), one.types[i])));
                const Tensor x = uploaded(*gpu, Matrix::random(1, hidden, 4));
                const Tensor factors = uploaded(*gpu, Matrix::random(1, hidden, 5));
                Tensor normed(*gpu, DType::F32, 1, hidden);
                Matrix frequencies(DType::F32, 1, one.pairs);
                for (int i = 0; i < one.pairs; ++i)
                    frequencies.at(0, i) = 1 / float(i + 1);
                const Tensor onGpu = uploaded(*gpu, frequencies);
                const kernels::Rotation rotation{onGpu, one.style, 1.25f};
                gpu->ops().rmsNorm(normed, x, factors, 1e-6f);
                for (size_t i = 0; i < one.types.size(); ++i)
                    gpu->ops().matmul(apart.outs[i], normed, weights[i]);
                apart.rotateAndCache(rotation);

                gpu->synchronize();
                const int64_t launches = cuda_on_host::counts().launches;
                gpu->ops().rmsNorm(normed, x, factors, 1e-6f);
                gpu->ops().matmulEach(
                    std::array<kernels::Ops::Product, 3>{{{fused.outs[0], weights[0]},
                        {fused.outs[1], weights[1]}, {fused.outs[2], weights[2]}}},
                    normed);
                fused.rotateAndCache(rotation);
                gpu->synchronize();
                if (tests::isGpuOnHost())
                    QCOMPARE(cuda_on_host::counts().launches - launches, one.launches);

                for (size_t i = 0; i < fused.outs.size(); ++i)
                    QVERIFY(tests::isIdentical(
                        downloaded(*gpu, fused.outs[i]), downloaded(*gpu, apart.outs[i])));
                QVERIFY(
                    tests::isIdentical(downloaded(*gpu, fused.keys), downloaded(*gpu, apart.keys)));
                QVERIFY(tests::isIdentical(
                    downloaded(*gpu, fused.values), downloaded(*gpu, apart.values)));
            }
    }

    // A product that is postponed for the rotation must not be late for anything else.
    void postponedProjectionsAreComputedBeforeOthersReadThem()
    {
        constexpr int hidden = 1024;
        for (const auto& [name, order] : m_gpus) {
            const auto gpu = kernels::openBackend(name.toStdString());
            Projections one(*gpu, 64, DType::F16);
            std::vector<Tensor> weights;
            for (const Tensor& out : one.outs)
                weights.push_back(
                    uploaded(*gpu, Matrix::random(out.view().columns, hidden, 1, DType::Q8_0)));
            const Tensor x = uploaded(*gpu, Matrix::random(1, hidden, 4));
            Tensor changing = uploaded(*gpu, Matrix::random(1, hidden, 4));
            Tensor expected(*gpu, DType::F32, 1, one.outs[0].view().columns);
            gpu->ops().matmul(expected, x, weights[0]);
            gpu->ops().scale(expected, 2);

            gpu->ops().matmulEach(std::array<kernels::Ops::Product, 3>{{{one.outs[0], weights[0]},
                                      {one.outs[1], weights[1]}, {one.outs[2], weights[2]}}},
                changing);
            gpu->ops().scale(changing, 0);
            gpu->ops().scale(one.outs[0], 2);

            QVERIFY(tests::isIdentical(downloaded(*gpu, one.outs[0]), downloaded(*gpu, expected)));
        }
    }

    void aPostponedNormIsComputedBeforeOthersReadIt_data()
    {
        QTest::addColumn<DType>("type");
        QTest::newRow("Q8_0") << DType::Q8_0;
        QTest::newRow("BF16") << DType::BF16;
    }
    void aPostponedNormIsComputedBeforeOthersReadIt()
    {
        QFETCH(DType, type);
        constexpr int hidden = 1024;
        for (const auto& [name, order] : m_gpus) {
            const auto gpu = kernels::openBackend(name.toStdString());
            const Tensor weight = uploaded(*gpu, Matrix::random(hidden, hidden, 1, type));
            const Tensor factors = uploaded(*gpu, Matrix::random(1, hidden, 2));
            const Tensor x = uploaded(*gpu, Matrix::random(1, hidden, 3));
            const Tensor other = uploaded(*gpu, Matrix::random(1, hidden, 4));
            Tensor out(*gpu, DType::F32, 1, hidden), delta(*gpu, DType::F32, 1, hidden);
            Tensor normed(*gpu, DType::F32, 1, hidden), kept(*gpu, DType::F32, 1, hidden);
            gpu->ops().matmul(out, other, weight); // from now on rows are packed
            gpu->ops().rmsNorm(normed, x, factors, 1e-6f);
            const Matrix expected = downloaded(*gpu, normed);

            // Another product, its row being what the norm writes later.
            gpu->copy(kept, other);
            gpu->ops().matmul(out, kept, weight);
            const Matrix before = downloaded(*gpu, out);
            gpu->ops().rmsNorm(kept, x, factors, 1e-6f);
            gpu->ops().matmul(out, other, weight);
            QVERIFY(tests::isIdentical(downloaded(*gpu, out), before));
            QVERIFY(tests::isIdentical(downloaded(*gpu, kept), expected));

            // A product that changes what the norm reads.
            gpu->ops().matmul(out, uploaded(*gpu, expected), weight);
            const Matrix product = downloaded(*gpu, out);
            gpu->copy(out, x);
            gpu->ops().rmsNorm(normed, out, factors, 1e-6f);
            gpu->ops().matmul(out, normed, weight);
            QVERIFY(tests::isIdentical(downloaded(*gpu, out), product));

            // Something that changes x before the product.
            gpu->copy(out, x);
            gpu->ops().rmsNorm(normed, out, factors, 1e-6f);
            gpu->ops().scale(out, 2);
            gpu->ops().matmul(delta, normed, weight);
            QVERIFY(tests::isIdentical(downloaded(*gpu, delta), product));

            // The last operation of a recorded step.
            gpu->copy(out, other);
            const auto step = [&] {
                gpu->ops().matmul(delta, normed, weight);
                gpu->ops().rmsNorm(normed, out, factors, 1e-6f);
            };
            const auto recording = gpu->record(step);
            QVERIFY(recording);
            gpu->copy(out, x);
            recording->replay();
            QVERIFY(tests::isIdentical(downloaded(*gpu, normed), expected));
        }
    }

    void aProductOfAGateIsThatOfItsNumbers()
    {
        for (const auto& [name, order] : m_gpus) {
            const auto gpu = kernels::openBackend(name.toStdString());
            // 512 outputs divide into runs evenly; of 288, blocks share runs.
            for (int inner : {288, 512})
                for (DType type : {DType::Q8_0, DType::Q4_K, DType::Q6_K}) {
                    const Tensor gateWeight
                        = uploaded(*gpu, Matrix::random(inner, columns, 1, type));
                    const Tensor upWeight = uploaded(*gpu, Matrix::random(inner, columns, 2, type));
                    const Tensor weight
                        = uploaded(*gpu, Matrix::random(outputs, inner, 3, DType::Q8_0));
                    for (int rows : {1, 3, 9, 40, 64, 1, 4}) {
                        const Tensor x = uploaded(*gpu, Matrix::random(rows, columns, 4));
                        Tensor gate(*gpu, DType::F32, rows, inner);
                        Tensor up(*gpu, DType::F32, rows, inner);
                        Tensor after(*gpu, DType::F32, rows, outputs);
                        Tensor again(*gpu, DType::F32, rows, outputs);
                        gpu->ops().matmul(again, gate, weight); // from now on gates pack

                        gpu->synchronize();
                        const int64_t launches = cuda_on_host::counts().launches;
                        gpu->ops().matmulGate(
                            gate, up, x, gateWeight, upWeight, kernels::Activation::Silu);
                        gpu->ops().matmul(after, gate, weight);
                        gpu->synchronize();
                        if (tests::isGpuOnHost())
                            QCOMPARE(cuda_on_host::counts().launches - launches, 3); // packs x

                        const Matrix expected = downloaded(*gpu, after);
                        gpu->ops().matmul(again, uploaded(*gpu, downloaded(*gpu, gate)), weight);
                        QVERIFY(tests::isIdentical(downloaded(*gpu, again), expected));
                    }
                }
        }
    }

    // Found by review: memory for the packed output of a gate replaced the memory of its packed input.
    void aGatePacksItsOutputWhereMemoryHasToGrow()
    {
        constexpr int inner = 1024;
        for (const auto& [name, order] : m_gpus) {
            const auto gpu = kernels::openBackend(name.toStdString());
            const Tensor gateWeight
                = uploaded(*gpu, Matrix::random(inner, columns, 1, DType::Q4_K));
            const Tensor upWeight = uploaded(*gpu, Matrix::random(inner, columns, 2, DType::Q4_K));
            const Tensor weight = uploaded(*gpu, Matrix::random(outputs, inner, 3, DType::Q8_0));
            const Tensor one = uploaded(*gpu, Matrix::random(1, inner, 4));
            Tensor first(*gpu, DType::F32, 1, outputs);
            gpu->ops().matmul(first, one, weight); // from now on rows of this length are packed
            for (int rows : {1, 12, 40}) {
                const Tensor x = uploaded(*gpu, Matrix::random(rows, columns, 5));
                Tensor gate(*gpu, DType::F32, rows, inner), up(*gpu, DType::F32, rows, inner);
                Tensor after(*gpu, DType::F32, rows, outputs);
                Tensor expected(*gpu, DType::F32, rows, outputs);
                gpu->ops().matmulGate(gate, up, x, gateWeight, upWeight, kernels::Activation::Silu);
                gpu->ops().matmul(after, gate, weight);
                const Matrix actual = downloaded(*gpu, after);
                gpu->ops().matmul(expected, uploaded(*gpu, downloaded(*gpu, gate)), weight);
                QVERIFY(tests::isIdentical(actual, downloaded(*gpu, expected)));
            }
        }
    }

    // Found by review: what a postponed norm had packed was used after another operation had changed
    // its output.
    void theOutputOfANormIsPackedAnewAfterItHasChanged()
    {
        constexpr int hidden = 1024;
        for (const auto& [name, order] : m_gpus) {
            const auto gpu = kernels::openBackend(name.toStdString());
            const Tensor weight = uploaded(*gpu, Matrix::random(outputs, hidden, 1, DType::Q4_K));
            const Tensor scale = uploaded(*gpu, Matrix::random(1, hidden, 2));
            const Tensor x = uploaded(*gpu, Matrix::random(1, hidden, 3));
            Tensor normed(*gpu, DType::F32, 1, hidden), out(*gpu, DType::F32, 1, outputs);
            gpu->ops().matmul(out, x, weight); // from now on norms of such rows are postponed
            gpu->ops().rmsNorm(normed, x, scale, 1e-6f);
            gpu->ops().scale(normed, 2);
            gpu->ops().matmul(out, normed, weight);
            const Matrix actual = downloaded(*gpu, out);
            gpu->ops().matmul(out, uploaded(*gpu, downloaded(*gpu, normed)), weight);
            QVERIFY(tests::isIdentical(actual, downloaded(*gpu, out)));
        }
    }

    void rowsThatHaveChangedArePackedAnew()
    {
        for (const auto& [name, order] : m_gpus) {
            const auto gpu = kernels::openBackend(name.toStdString());
            const Tensor weight = uploaded(*gpu, Matrix::random(outputs, columns, 1, DType::Q8_0));
            const Tensor scale = uploaded(*gpu, Matrix::random(1, columns, 2));
            const Matrix first = Matrix::random(2, columns, 3),
                         second = Matrix::random(2, columns, 4);
            const Tensor x = uploaded(*gpu, first), other = uploaded(*gpu, second);
            Tensor out(*gpu, DType::F32, 2, outputs), expected(*gpu, DType::F32, 2, outputs);
            gpu->ops().matmul(expected, other, weight);
            const Matrix wanted = downloaded(*gpu, expected);

            gpu->ops().matmul(out, x, weight);
            gpu->upload(x, second.view().bytes);
            gpu->ops().matmul(out, x, weight);
            QVERIFY(tests::isIdentical(downloaded(*gpu, out), wanted));

            gpu->ops().rmsNorm(x, x, scale, 1e-6f);
            gpu->ops().scale(x, 0);
            gpu->ops().add(x, other);
            gpu->ops().matmul(out, x, weight);
            QVERIFY(tests::isIdentical(downloaded(*gpu, out), wanted));
        }
    }

    // Found by review: a norm that packs nothing made current what an earlier product had packed.
    void aNormThatPacksNothingKeepsNothing()
    {
        for (const auto& [name, order] : m_gpus) {
            const auto gpu = kernels::openBackend(name.toStdString());
            const Tensor weight = uploaded(*gpu, Matrix::random(outputs, columns, 1, DType::Q8_0));
            const Tensor scale = uploaded(*gpu, Matrix::random(1, 80, 2));
            const Tensor x = uploaded(*gpu, Matrix::random(4, columns, 3));
            const Tensor delta = uploaded(*gpu, Matrix::random(4, columns, 4));
            const Tensor heads = uploaded(*gpu, Matrix::random(8, 80, 5));
            Tensor out(*gpu, DType::F32, 4, outputs), expected(*gpu, DType::F32, 4, outputs);

            gpu->ops().matmul(out, x, weight);
            gpu->ops().add(x, delta);
            gpu->ops().rmsNorm(heads, heads, scale, 1e-6f);
            gpu->ops().matmul(out, x, weight);

            const Tensor fresh = uploaded(*gpu, downloaded(*gpu, x));
            gpu->ops().matmul(expected, fresh, weight);
            QVERIFY(tests::isIdentical(downloaded(*gpu, out), downloaded(*gpu, expected)));
        }
    }

private:
    QList<std::pair<QString, cuda_on_host::Order::Kind>> m_gpus;
};

TESTS(PackedRowsTest);
#include "packed_rows_test.moc"

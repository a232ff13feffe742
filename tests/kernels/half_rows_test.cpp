#include "kernels/backend.h"
#include "tests/kernels/backend_under_test.h"
#include "tests/support/test_program.h"

#include <QObject>

#include <functional>

using kernels::Activation;
using kernels::DType;
using kernels::Tensor;
using tests::downloaded;
using tests::Matrix;
using tests::uploaded;

namespace {

constexpr int rows = 70, columns = 512, outputs = 33;

} // namespace

/// Operations on a device round many rows that they write for the product that follows. The results
/// must be those of a product that rounds its rows itself, and never those of old rows.
class HalfRowsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_devices = tests::gpusUnderTest();
        QVERIFY(!m_devices.isEmpty());
    }

    void aProductOfRowsThatWereJustWrittenIsThatOfTheirNumbers()
    {
        for (const auto& [name, order] : m_devices) {
            const auto device = kernels::openBackend(name.toStdString());
            for (const DType type : {DType::F16, DType::BF16, DType::Q8_0, DType::F32})
                for (const auto& [writes, launches] : writers(*device)) {
                    const Tensor weight
                        = uploaded(*device, Matrix::random(outputs, columns, 1, type));
                    const Tensor x = uploaded(*device, Matrix::random(rows, columns, 3));
                    Tensor out(*device, DType::F32, rows, outputs);
                    Tensor again(*device, DType::F32, rows, outputs);
                    device->ops().matmul(again, x, weight); // from now on rows are rounded

                    device->synchronize();
                    const int64_t before = cuda_on_host::counts().launches;
                    writes(x);
                    device->ops().matmul(out, x, weight);
                    device->synchronize();
                    const int64_t unpacking = type == DType::Q8_0 ? 1 : 0;
                    if (tests::isGpuOnHost())
                        QCOMPARE(cuda_on_host::counts().launches - before, launches + unpacking);

                    device->ops().matmul(again, uploaded(*device, downloaded(*device, x)), weight);
                    QVERIFY(
                        tests::isIdentical(downloaded(*device, again), downloaded(*device, out)));
                }
        }
    }

    void rowsThatHaveChangedAreRoundedAgain()
    {
        for (const auto& [name, order] : m_devices) {
            const auto device = kernels::openBackend(name.toStdString());
            const Tensor weight
                = uploaded(*device, Matrix::random(outputs, columns, 1, DType::F16));
            const Tensor plain = uploaded(*device, Matrix::random(outputs, columns, 2));
            const Matrix first = Matrix::random(rows, columns, 3);
            const Matrix second = Matrix::random(rows, columns, 4);
            const Tensor x = uploaded(*device, first), other = uploaded(*device, second);
            Tensor out(*device, DType::F32, rows, outputs);
            device->ops().matmul(out, other, weight);
            const Matrix wanted = downloaded(*device, out);

            device->ops().matmul(out, x, weight);
            device->upload(x, second.view().bytes);
            device->ops().matmul(out, x, weight);
            QVERIFY(tests::isIdentical(downloaded(*device, out), wanted));

            device->ops().activate(x, Activation::Relu);
            device->ops().scale(x, 0);
            device->ops().add(x, other);
            device->ops().matmul(out, other, plain); // of f32: no rows are rounded
            device->ops().matmul(out, x, weight);
            QVERIFY(tests::isIdentical(downloaded(*device, out), wanted));
        }
    }

    void productsWithMatricesBehindEachOtherAreThoseOfEach()
    {
        constexpr int count = 3;
        for (const auto& [name, order] : m_devices) {
            const auto device = kernels::openBackend(name.toStdString());
            for (const DType type : {DType::F16, DType::BF16, DType::Q8_0, DType::F32})
                for (const bool hasBias : {false, true}) {
                    const Tensor x = uploaded(*device, Matrix::random(rows, columns, 1));
                    const Tensor weights
                        = uploaded(*device, Matrix::random(count * outputs, columns, 2, type));
                    const Tensor biases = uploaded(*device, Matrix::random(count, outputs, 3));
                    const Tensor outs(*device, DType::F32, count * rows, outputs);
                    const Tensor expected(*device, DType::F32, count * rows, outputs);
                    std::vector<kernels::Ops::Product> products;
                    for (int i = 0; i < count; ++i) {
                        products.push_back({outs.view().rowRange(i * rows, rows),
                            weights.view().rowRange(i * outputs, outputs)});
                        if (hasBias)
                            products.back().bias = biases.view().rowRange(i, 1);
                        kernels::Ops::Product own = products.back();
                        own.out = expected.view().rowRange(i * rows, rows);
                        device->ops().matmulEach({&own, 1}, x);
                    }

                    device->ops().matmulEach(products, x);

                    VERIFY_NEAR(downloaded(*device, outs), downloaded(*device, expected), 1e-6,
                        kernels::name(type));
                }
        }
    }

    void productsAgreeWithoutTheLibrary()
    {
        if (!tests::isGpuOnHost())
            QSKIP("A real library cannot be hidden.");
        for (const bool exists : {true, false}) {
            cuda_on_host::setCublasExists(exists);
            const auto device = kernels::openBackend("cuda:0");
            for (const DType type : {DType::F32, DType::F16, DType::BF16, DType::Q4_K}) {
                const Matrix x = Matrix::random(rows, columns, 1);
                const Matrix weight = Matrix::random(outputs, columns, 2, type);
                const Matrix bias = Matrix::random(1, outputs, 3);
                Matrix expected = Matrix::random(rows, outputs, 4);
                const Tensor into = uploaded(*device, expected);
                Tensor delta(*device, DType::F32, rows, outputs);
                tests::reference().matmulAdd(
                    expected, Matrix(DType::F32, rows, outputs), x, weight, bias);

                device->ops().matmulAdd(into, delta, uploaded(*device, x),
                    uploaded(*device, weight), uploaded(*device, bias));

                VERIFY_NEAR(downloaded(*device, into), expected, 1e-2, name(type));
            }
        }
        cuda_on_host::setCublasExists(true);
    }

private:
    using Writer = std::function<void(const Tensor&)>;

    // Operations that change rows in place, and how many kernels each of them launches.
    static std::vector<std::pair<Writer, int>> writers(kernels::Backend& device)
    {
        const auto own = [&](int ownRows, int seed) {
            return std::make_shared<Tensor>(
                uploaded(device, Matrix::random(ownRows, columns, seed)));
        };
        const auto scale = own(1, 5), bias = own(1, 6), delta = own(rows, 7);
        const auto stream = own(rows, 8);
        kernels::Ops& ops = device.ops();
        return {
            {[=, &ops](const Tensor& x) { ops.rmsNorm(x, x, *scale, 1e-6f); }, 1},
            {[=, &ops](const Tensor& x) { ops.layerNorm(x, x, *scale, *bias, 1e-6f); }, 1},
            {[=, &ops](const Tensor& x) { ops.addRmsNorm(x, *stream, *delta, *scale, 1e-6f); }, 1},
            {[=, &ops](
                 const Tensor& x) { ops.addLayerNorm(x, *stream, *delta, *scale, *bias, 1e-6f); },
                1},
            {[=, &ops](const Tensor& x) { ops.activate(x, Activation::Silu); }, 1},
            {[=, &ops](const Tensor& x) { ops.gate(x, *delta, Activation::GeluTanh); }, 1},
            {[=, &ops](const Tensor& x) { ops.multiply(x, *delta); }, 1},
        };
    }

    QList<std::pair<QString, cuda_on_host::Order::Kind>> m_devices;
};

TESTS(HalfRowsTest);
#include "half_rows_test.moc"

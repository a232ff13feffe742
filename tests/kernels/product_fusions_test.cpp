#include "tests/kernels/backend_under_test.h"
#include "tests/support/test_program.h"

#include <QObject>

#include <array>

using kernels::Activation;
using kernels::DType;
using kernels::Ops;
using tests::Matrix;

namespace {

constexpr int hidden = 512, inner = 43; // neither a multiple of the blocks of any backend

const DType types[] = {DType::F32, DType::F16, DType::BF16, DType::Q8_0, DType::Q4_K, DType::Q6_K};
constexpr int rowCounts[] = {1, 3, 7, 40, 66};

Matrix product(Ops& ops, const Matrix& x, const Matrix& weight)
{
    Matrix out(DType::F32, x.view().rows, weight.view().rows);
    ops.matmul(out, x, weight);
    return out;
}

} // namespace

/// Operations that do what several others do: on every backend, the same as those others there.
class ProductFusionsTest : public QObject {
    Q_OBJECT

private slots:
    void severalProductsAreThoseOfEach_data() { tests::addRowForEveryBackend(); }
    void severalProductsAreThoseOfEach()
    {
        const auto backend = tests::backendUnderTest();
        const std::array<DType, 3> mixtures[] = {{DType::Q4_K, DType::Q4_K, DType::Q6_K},
            {DType::Q8_0, DType::Q8_0, DType::Q8_0}, {DType::Q4_K, DType::F16, DType::Q4_K},
            {DType::BF16, DType::BF16, DType::BF16}, {DType::F16, DType::F16, DType::BF16}};
        for (const auto& mixture : mixtures)
            for (int rows : rowCounts)
                compareEach(backend->ops(), mixture, {17, 33, 49}, rows, hidden);
    }

    // So many outputs that the blocks of a GPU compute several groups of them, of several products.
    void severalProductsWithManyOutputsAreThoseOfEach_data() { tests::addRowForEveryBackend(); }
    void severalProductsWithManyOutputsAreThoseOfEach()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : {DType::F16, DType::BF16})
            for (int rows : {1, 2, 8, 9})
                compareEach(backend->ops(), {type, type, type}, {310, 37, 201}, rows, 328);
    }

    void aGateWithManyOutputsIsTwoProductsAndAnActivation_data() { tests::addRowForEveryBackend(); }
    void aGateWithManyOutputsIsTwoProductsAndAnActivation()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : {DType::F16, DType::BF16})
            for (int rows : {1, 2, 8, 9, 33})
                compareGate(backend->ops(), type, rows, 328, 405, Activation::Silu);
    }

    void aGateIsTwoProductsAndAnActivation_data() { tests::addRowForEveryBackend(); }
    void aGateIsTwoProductsAndAnActivation()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : types)
            for (int rows : rowCounts)
                for (Activation activation : {Activation::Silu, Activation::GeluTanh})
                    compareGate(backend->ops(), type, rows, hidden, inner, activation);
    }

    // More outputs than the blocks of a device multiply at once.
    void severalProductsAndGatesHaveManyOutputs_data() { tests::addRowForEveryBackend(); }
    void severalProductsAndGatesHaveManyOutputs()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : {DType::Q4_K, DType::Q6_K}) {
            const Matrix x = Matrix::random(6, 256, 1);
            const Matrix first = Matrix::random(333, 256, 2, type);
            const Matrix second = Matrix::random(333, 256, 3, type);
            const Matrix third = Matrix::random(100, 256, 4, type);
            Matrix outs[3] = {
                Matrix(DType::F32, 6, 333), Matrix(DType::F32, 6, 333), Matrix(DType::F32, 6, 100)};
            const Ops::Product products[] = {{outs[0], first}, {outs[1], second}, {outs[2], third}};
            Matrix gated(DType::F32, 6, 333), up = gated;

            backend->ops().matmulEach(products, x);
            backend->ops().matmulGate(gated, up, x, first, second, Activation::Silu);

            QVERIFY(tests::isIdentical(outs[0], product(backend->ops(), x, first)));
            QVERIFY(tests::isIdentical(outs[1], product(backend->ops(), x, second)));
            QVERIFY(tests::isIdentical(outs[2], product(backend->ops(), x, third)));
            backend->ops().gate(outs[0], outs[1], Activation::Silu);
            VERIFY_NEAR(gated, outs[0], 1e-6, name(type));
        }
    }

    void aProductMayBeAdded_data() { tests::addRowForEveryBackend(); }
    void aProductMayBeAdded()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : types)
            for (int rows : rowCounts) {
                const Matrix x = Matrix::random(rows, hidden, 1);
                const Matrix weight = Matrix::random(inner, hidden, 2, type);
                Matrix actual = Matrix::random(rows, inner, 3), expected = actual;
                Matrix delta(DType::F32, rows, inner);
                backend->ops().add(expected, product(backend->ops(), x, weight));

                backend->ops().matmulAdd(actual, delta, x, weight);

                QVERIFY2(tests::isIdentical(actual, expected), name(type));
            }
    }

    void productsMayHaveABias_data() { tests::addRowForEveryBackend(); }
    void productsMayHaveABias()
    {
        const auto backend = tests::backendUnderTest();
        for (DType type : types)
            for (int rows : rowCounts) {
                const Matrix x = Matrix::random(rows, hidden, 1);
                const Matrix weight = Matrix::random(inner, hidden, 2, type);
                const Matrix bias = Matrix::random(1, inner, 3);
                Matrix first(DType::F32, rows, inner), second = first;
                Matrix expected = product(backend->ops(), x, weight);
                const Matrix bare = expected;
                backend->ops().addRow(expected, bias);

                const Ops::Product products[] = {{first, weight, bias}, {second, weight}};
                backend->ops().matmulEach(products, x);

                QVERIFY2(tests::isIdentical(first, expected), name(type));
                QVERIFY2(tests::isIdentical(second, bare), name(type));

                Matrix sum = Matrix::random(rows, inner, 4), expectedSum = sum;
                Matrix delta(DType::F32, rows, inner);
                backend->ops().add(expectedSum, expected);
                backend->ops().matmulAdd(sum, delta, x, weight, bias);
                VERIFY_NEAR(sum, expectedSum, 1e-6, name(type));
            }
    }

    void anMlpIsItsLayers_data() { tests::addRowForEveryBackend(); }
    void anMlpIsItsLayers()
    {
        const auto backend = tests::backendUnderTest();
        constexpr int wide = 96;
        for (DType type : {DType::F32, DType::F16, DType::BF16, DType::Q8_0})
            for (int rows : rowCounts)
                for (bool isGated : {false, true})
                    for (bool hasBias : {false, true}) {
                        const Matrix x = Matrix::random(rows, hidden, 1);
                        const Matrix up = Matrix::random(wide, hidden, 2, type);
                        const Matrix gate = Matrix::random(wide, hidden, 3, type);
                        const Matrix down = Matrix::random(inner, wide, 4, type);
                        const Matrix upBias = Matrix::random(1, wide, 5);
                        const Matrix gateBias = Matrix::random(1, wide, 6);
                        const Matrix downBias = Matrix::random(1, inner, 7);
                        Ops::MlpLayers layers{.up = up,
                            .upBias = {},
                            .down = down,
                            .downBias = {},
                            .activation = Activation::GeluQuick};
                        if (isGated)
                            layers.gate = gate;
                        if (hasBias) {
                            layers.upBias = upBias;
                            layers.downBias = downBias;
                            if (isGated)
                                layers.gateBias = gateBias;
                        }
                        Matrix actual = Matrix::random(rows, inner, 8), expected = actual;

                        Matrix middle = product(backend->ops(), x, isGated ? gate : up);
                        if (hasBias)
                            backend->ops().addRow(middle, isGated ? gateBias : upBias);
                        if (isGated) {
                            Matrix factor = product(backend->ops(), x, up);
                            if (hasBias)
                                backend->ops().addRow(factor, upBias);
                            backend->ops().gate(middle, factor, layers.activation);
                        } else {
                            backend->ops().activate(middle, layers.activation);
                        }
                        Matrix delta = product(backend->ops(), middle, down);
                        if (hasBias)
                            backend->ops().addRow(delta, downBias);
                        backend->ops().add(expected, delta);

                        Matrix own(DType::F32, rows, wide), ownUp = own;
                        backend->ops().mlpAdd(actual, x, layers,
                            {own, isGated ? ownUp.view() : kernels::TensorView{}, delta});

                        // A device may round the values between the layers of a prompt.
                        VERIFY_NEAR(actual, expected, rows > 64 ? 2e-3 : 1e-5, name(type));
                    }
    }

private:
    /// Compares matmulEach() with a product for each of three matrices.
    static void compareEach(Ops& ops, const std::array<DType, 3>& types,
        const std::array<int, 3>& outputs, int rows, int inputs)
    {
        const Matrix x = Matrix::random(rows, inputs, 1);
        std::vector<Matrix> weights, outs;
        for (size_t i = 0; i < 3; ++i) {
            weights.push_back(Matrix::random(outputs[i], inputs, int(i), types[i]));
            outs.emplace_back(DType::F32, rows, outputs[i]);
        }
        const Ops::Product products[]
            = {{outs[0], weights[0]}, {outs[1], weights[1]}, {outs[2], weights[2]}};

        ops.matmulEach(products, x);

        for (size_t i = 0; i < 3; ++i)
            QVERIFY2(tests::isIdentical(outs[i], product(ops, x, weights[i])),
                qPrintable(QString("product %1, %2 rows").arg(i).arg(rows)));
    }

    /// Compares matmulGate() with two products and an activation.
    static void compareGate(
        Ops& ops, DType type, int rows, int inputs, int outputs, Activation activation)
    {
        const Matrix x = Matrix::random(rows, inputs, 1);
        const Matrix gateWeight = Matrix::random(outputs, inputs, 2, type);
        const Matrix upWeight = Matrix::random(outputs, inputs, 3, type);
        Matrix actual(DType::F32, rows, outputs), up = actual;
        Matrix expected = product(ops, x, gateWeight);
        ops.gate(expected, product(ops, x, upWeight), activation);

        ops.matmulGate(actual, up, x, gateWeight, upWeight, activation);

        VERIFY_NEAR(actual, expected, 1e-6, name(type));
    }
};

TESTS(ProductFusionsTest);
#include "product_fusions_test.moc"

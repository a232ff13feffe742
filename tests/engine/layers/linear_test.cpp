#include "base/error.h"
#include "engine/cache/paged_cache.h"
#include "engine/config/tensor_names.h"
#include "engine/layers/linear.h"
#include "engine/layers/step.h"
#include "kernels/devices/backends.h"
#include "tests/kernels/matrix.h"
#include "tests/support/memory_weights.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

using kernels::DType;
using tests::Matrix;

namespace {

constexpr int64_t outputs = 24, inputs = 128, tokens = 3;
constexpr float factor = 0.375f;

} // namespace

/// Weights of NVFP4 and the factor that GGUF files have for them.
class LinearTest : public QObject {
    Q_OBJECT

    const Matrix m_stored = Matrix::random(outputs, inputs, 1, DType::NVFP4);
    const Matrix m_x = Matrix::random(tokens, inputs, 2);
    const Matrix m_scale = [] {
        Matrix scale(DType::F32, 1, 1);
        scale.at(0, 0) = factor;
        return scale;
    }();
    std::shared_ptr<tests::MemoryWeights> m_scaled = std::make_shared<tests::MemoryWeights>();
    std::shared_ptr<tests::MemoryWeights> m_plain = std::make_shared<tests::MemoryWeights>();

    static void addTo(tests::MemoryWeights& weights, const Matrix& stored)
    {
        weights.addStored("up.weight", {outputs, inputs}, stored);
        weights.add("up.bias", {outputs});
    }

    // What forward() writes, or addTo() adds to zeros.
    std::vector<float> answers(const std::shared_ptr<tests::MemoryWeights>& weights, bool adds)
    {
        const auto backend = kernels::openBackend("reference", 1);
        const engine::TensorSource source(weights, engine::FileLayout::Gguf);
        const engine::Linear layer(engine::Weights(source, *backend), "up", outputs, inputs);
        engine::PagedCache cache({1, 1, 32}, engine::CacheType::F32, tokens);
        cache.allocate(std::vector<kernels::Backend*>{backend.get()});
        engine::Step step(*backend, engine::RowPlan());
        const std::vector<int32_t> pages{0};
        const engine::SequencePart part{0, tokens, pages};
        step.begin(cache, {&part, 1}, std::vector<int32_t>(size_t(tokens)),
            engine::Step::passForm({&part, 1}));
        const engine::Scratch out = step.scratch(tokens, outputs);
        if (adds) {
            const engine::Scratch delta = step.scratch(tokens, outputs);
            std::fill_n(out.view().data<float>(), out.view().elements(), 0.f);
            layer.addTo(step, out, delta, m_x);
        } else {
            layer.forward(step, out, m_x);
        }
        const auto* begin = out.view().data<float>();
        return {begin, begin + out.view().elements()};
    }

private slots:
    void initTestCase()
    {
        addTo(*m_scaled, m_stored);
        m_scaled->addStored("up.scale", {1}, m_scale);
        addTo(*m_plain, m_stored);
    }

    void theFactorMultipliesTheProductAndNotTheBias()
    {
        const float* bias = m_plain->find("up.bias")->view.data<float>();
        for (const bool adds : {false, true}) {
            const std::vector<float> plain = answers(m_plain, adds);
            const std::vector<float> scaled = answers(m_scaled, adds);
            for (size_t i = 0; i < plain.size(); ++i) {
                const float ofOutput = bias[i % size_t(outputs)];
                const float expected = (plain[i] - ofOutput) * factor + ofOutput;
                QVERIFY(std::fabs(scaled[i] - expected) <= 1e-5f * (1 + std::fabs(plain[i])));
            }
        }
    }

    void aMatrixThatCannotBeScaledIsRejected()
    {
        const auto backend = kernels::openBackend("reference", 1);
        const engine::TensorSource source(m_scaled, engine::FileLayout::Gguf);
        const engine::Weights weights(source, *backend);
        try {
            weights.matrix("up.weight", outputs, inputs);
            QFAIL("the factor was forgotten");
        } catch (const base::Error& error) {
            QCOMPARE(error.kind(), base::ErrorKind::Unsupported);
            QVERIFY(std::string(error.what()).find("up.scale") != std::string::npos);
        }
    }
};

TESTS(LinearTest);
#include "linear_test.moc"

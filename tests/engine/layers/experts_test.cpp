#include "engine/cache/paged_cache.h"
#include "engine/config/tensor_names.h"
#include "engine/layers/experts.h"
#include "engine/layers/step.h"
#include "kernels/devices/backends.h"
#include "kernels/half.h"
#include "tests/kernels/matrix.h"
#include "tests/support/memory_weights.h"
#include "tests/support/test_program.h"

#include <QObject>

#include <list>

using kernels::DType;
using kernels::Products;
using tests::Matrix;
using tests::MemoryWeights;

namespace {

constexpr int64_t hidden = 128, tokens = 9;
constexpr int experts = 6;

// What a layer of experts is like. Gate and up are Q8_0.
struct Kind {
    int64_t inner;
    DType down = DType::Q8_0;
    bool isJoined = false; // gate and up are in one tensor
    /// The matrices of every second expert are twice as large: by a tensor of factors, or in the scales
    /// of their blocks.
    enum class Twice { No, ByFactors, InBlocks } twice = Twice::No;
};

// The layer and what it makes of some rows.
class Layer {
public:
    explicit Layer(const Kind& kind)
    {
        const int64_t inner = kind.inner;
        m_plan.hidden = hidden;
        m_plan.mlp = engine::ExpertsPlan{.count = experts,
            .used = 2,
            .each = {.inner = inner, .activation = kernels::Activation::Silu}};
        m_weights->addLinear("ffn_gate_inp", experts, hidden, false);
        const Matrix& gateAndUp
            = m_stored.emplace_back(Matrix::random(experts * 2 * inner, hidden, 1, DType::Q8_0));
        if (kind.twice == Kind::Twice::InBlocks)
            doubleBlocks(gateAndUp, inner);
        if (kind.twice == Kind::Twice::ByFactors)
            addFactors(kind.isJoined);
        if (kind.isJoined) {
            add("ffn_gate_up_exps", 2 * inner, gateAndUp);
        } else {
            add("ffn_gate_exps", inner, part(gateAndUp, inner, 0));
            add("ffn_up_exps", inner, part(gateAndUp, inner, inner));
        }
        add("ffn_down_exps", hidden,
            m_stored.emplace_back(Matrix::random(experts * hidden, inner, 2, kind.down)));
    }

    /// The results of all rows, or of some of them.
    std::vector<float> answers(Products products, int64_t first = 0, int64_t count = tokens) const
    {
        const auto backend = kernels::openBackend("cpu", 2, products);
        const engine::TensorSource source(m_weights, engine::FileLayout::Gguf);
        engine::Experts layer(engine::Weights(source, *backend), "",
            std::get<engine::ExpertsPlan>(m_plan.mlp), m_plan);
        engine::WeightLayouts layouts(*m_weights);
        layer.layOut(layouts);
        layouts.finish();

        engine::PagedCache cache({1, 1, 32}, engine::CacheType::F32, tokens);
        cache.allocate(std::vector<kernels::Backend*>{backend.get()});
        engine::Step step(*backend, engine::RowPlan());
        const std::vector<int32_t> pages{0};
        const engine::SequencePart part{0, count, pages};
        step.begin(cache, {&part, 1}, std::vector<int32_t>(size_t(count)),
            engine::Step::passForm({&part, 1}));
        const Matrix x = Matrix::random(tokens, hidden, 3);
        const engine::Scratch out = step.scratch(count, hidden);
        layer.forward(step, out, x.view().rowRange(first, count), {});
        const auto* begin = out.view().data<float>();
        return {begin, begin + out.view().elements()};
    }

private:
    void add(const std::string& name, int64_t outputs, const Matrix& stored)
    {
        m_weights->addStored(name + ".weight", {experts, outputs, stored.view().columns}, stored);
    }
    static void doubleBlocks(const Matrix& gateAndUp, int64_t inner)
    {
        const int64_t blocks = 2 * inner * hidden / 32; // of an expert
        auto* block = gateAndUp.view().data<kernels::BlockQ8_0>();
        for (int64_t i = 0; i < experts * blocks; ++i)
            if (i / blocks % 2 == 1)
                block[i].scale = kernels::halfFromFloat(2 * kernels::floatFromHalf(block[i].scale));
    }
    void addFactors(bool isJoined)
    {
        Matrix& factors = m_stored.emplace_back(DType::F32, 1, experts);
        for (int expert = 0; expert < experts; ++expert)
            factors.at(0, expert) = expert % 2 == 1 ? 2 : 1;
        if (isJoined)
            return m_weights->addStored("ffn_gate_up_exps.scale", {experts}, factors);
        m_weights->addStored("ffn_gate_exps.scale", {experts}, factors);
        m_weights->addStored("ffn_up_exps.scale", {experts}, factors);
    }
    // The rows from `first` on of each expert.
    const Matrix& part(const Matrix& gateAndUp, int64_t inner, int64_t first)
    {
        Matrix& part = m_stored.emplace_back(DType::Q8_0, experts * inner, hidden);
        for (int64_t expert = 0; expert < experts; ++expert) {
            const auto from = gateAndUp.view().rowRange(expert * 2 * inner + first, inner);
            std::memcpy(part.view().rowRange(expert * inner, inner).bytes, from.bytes,
                size_t(from.sizeInBytes()));
        }
        return part;
    }

    engine::BlockPlan m_plan;
    std::list<Matrix> m_stored;
    std::shared_ptr<MemoryWeights> m_weights = std::make_shared<MemoryWeights>();
};

double relativeError(const std::vector<float>& actual, const std::vector<float>& expected)
{
    double error = 0, size = 0;
    for (size_t i = 0; i < expected.size(); ++i) {
        error += std::pow(double(actual[i]) - double(expected[i]), 2);
        size += std::pow(double(expected[i]), 2);
    }
    return std::sqrt(error / size);
}

} // namespace

/// Experts whose weights are laid out for their device, or left as they are stored.
class ExpertsTest : public QObject {
    Q_OBJECT

private:
    static bool hasInterleavedProducts()
    {
        return kernels::openBackend("cpu", 1, Products::Fast)->productType(DType::Q8_0, 64, hidden)
            != DType::Q8_0;
    }

private slots:
    void fastAnswersAreNearTheExactOnes()
    {
        for (const int64_t inner : {64, 96}) { // rows of 96 do not become panels
            const Layer layer({inner});
            const auto exact = layer.answers(Products::Exact);

            const double error = relativeError(layer.answers(Products::Fast), exact);

            // Each rounding of x costs half a percent, and three of them come together.
            QVERIFY2(error < 0.015, qPrintable(QString::number(error)));
            QCOMPARE(error > 0, hasInterleavedProducts());
        }
    }

    void rowsNotDivisibleIntoPanelsStayAsStored()
    {
        for (const bool isJoined : {false, true}) {
            const Layer layer({24, DType::F32, isJoined});
            QVERIFY(layer.answers(Products::Fast) == layer.answers(Products::Exact));
        }
    }

    void gateAndUpInOneTensorGiveTheSame()
    {
        for (const int64_t inner : {32, 64})
            for (const Products products : {Products::Exact, Products::Fast})
                QVERIFY(Layer({.inner = inner, .isJoined = true}).answers(products)
                    == Layer({inner}).answers(products));
    }

    void factorsMultiplyTheMatricesOfExperts()
    {
        for (const bool isJoined : {false, true}) {
            Kind kind{.inner = 32, .isJoined = isJoined};
            const auto plain = Layer(kind).answers(Products::Exact);
            kind.twice = Kind::Twice::InBlocks;
            const auto expected = Layer(kind).answers(Products::Exact);
            kind.twice = Kind::Twice::ByFactors;
            QVERIFY(Layer(kind).answers(Products::Exact) == expected);
            QVERIFY(plain != expected);
        }
    }

    void aTokenIsTheSameAlone()
    {
        const Layer layer({64});
        const auto all = layer.answers(Products::Fast);
        for (const int64_t token : {0, 5, 8}) {
            const auto alone = layer.answers(Products::Fast, token, 1);
            QVERIFY(std::equal(alone.begin(), alone.end(), all.begin() + token * hidden));
        }
    }
};

TESTS(ExpertsTest);
#include "experts_test.moc"

#include "kernels/cpu/cpu_backend.h"
#include "kernels/interleaved.h"
#include "tests/benchmarks/cpu/figures_of_cpu.h"
#include "tests/benchmarks/cpu/thread_time.h"
#include "tests/kernels/matrix.h"

#include <algorithm>
#include <numeric>

// Speed of the CPU's products and attention on one thread, in CPU time, so that other programs
// disturb little.

namespace bench {

using kernels::AttentionShape;
using kernels::DType;
using tests::Matrix;

namespace {

constexpr int64_t inputs = 2048;

template <typename Work>
double bestSeconds(const Work& work)
{
    double best = 1e9;
    for (int i = 0; i < 7; ++i) {
        const double start = threadSeconds();
        work();
        best = std::min(best, threadSeconds() - start);
    }
    return best;
}

// Random rows, repeated until the matrix has `rows` of them.
Matrix repeatedRows(int64_t rows, int64_t columns, DType type)
{
    const Matrix few = Matrix::random(64, columns, 1, type);
    Matrix many(type, rows, columns);
    for (int64_t r = 0; r < rows; ++r)
        std::memcpy(many.view().rowRange(r, 1).bytes, few.view().rowRange(r % 64, 1).bytes,
            size_t(few.view().rowStride()));
    return many;
}

// Shares of the peaks that must be reached.
constexpr double readTarget = 0.85, plainReadTarget = 0.9, bytesReadTarget = 0.92;
constexpr double fewTarget = 0.6, manyTarget = 0.5, plainTarget = 0.8;
constexpr double attentionTarget = 0.8;

class Bench {
public:
    Bench(std::string filter, const ProcessorPeaks& peaks)
        : m_filter(std::move(filter))
        , m_peaks(peaks)
    {
    }

    void run()
    {
        for (DType type : {DType::F32, DType::F16, DType::BF16, DType::Q8_0, DType::Q4_0,
                 DType::Q4_K, DType::Q5_K, DType::Q6_K}) {
            // More than any cache holds, as the weights of a model are.
            for (const int64_t tokens : {1, 2, 4})
                decode(type, tokens);
            prefill(type, 512);
        }
        for (DType type :
            {DType::F16, DType::Q8_0, DType::Q4_0, DType::Q4_K, DType::Q5_K, DType::Q6_K})
            panels(type);
        for (DType type : {DType::F16, DType::Q4_K, DType::MXFP4}) {
            experts(type, 1);
            experts(type, 128);
        }
        attention(1, 1024, attentionTarget);
        attention(1, 8192, attentionTarget);
        attention(512, 512, {});
        attention(512, 4608, {});
    }

private:
    bool isWanted(const std::string& figure) const
    {
        return figure.find(m_filter) != std::string::npos;
    }

    using Target = std::optional<double>; // a share of the peak

    void printRead(const std::string& figure, double bytesPerSecond, Target target = {}) const
    {
        print(figure, bytesPerSecond / 1e9, "GB/s", target,
            Share{"stream bandwidth", bytesPerSecond, m_peaks.bytes});
    }

    void printComputed(
        const std::string& figure, double perSecond, const Share& share, Target target = {}) const
    {
        print(figure, perSecond / 1e9, "GOP/s", target, Share{share.of, perSecond, share.peak});
    }

    Share exactPeak() const { return {"F32 peak", 0, m_peaks.f32}; }

    Share interleavedPeak(DType panels) const
    {
        if (panels == DType::InterleavedInt16)
            return {"int16 peak", 0, m_peaks.int16};
        return {"int8 peak", 0, m_peaks.int8};
    }

    /// Measures a weight as it is stored in the file.
    double seconds(const Matrix& weight, int64_t tokens)
    {
        const Matrix x = Matrix::random(tokens, inputs, 2);
        Matrix out(DType::F32, tokens, weight.view().rows);
        return bestSeconds([&] { m_fast.ops().matmul(out, x, weight); });
    }

    /// Few tokens: how fast the weights are read.
    void decode(DType type, int64_t tokens)
    {
        const std::string figure
            = "matmul " + std::string(name(type)) + ", tokens " + std::to_string(tokens);
        if (!isWanted(figure))
            return;
        const int64_t bytes = 96 << 20;
        const Matrix weight = repeatedRows(bytes / kernels::rowBytes(type, inputs), inputs, type);
        const bool isHalf = tokens == 1 && (type == DType::F16 || type == DType::BF16);
        printRead(figure, double(weight.view().sizeInBytes()) / seconds(weight, tokens),
            isHalf ? Target(plainReadTarget) : Target());
    }

    /// Many tokens: how fast they are multiplied.
    void prefill(DType type, int64_t tokens)
    {
        const std::string figure
            = "matmul " + std::string(name(type)) + ", tokens " + std::to_string(tokens);
        if (!isWanted(figure))
            return;
        const Matrix weight = repeatedRows(512, inputs, type);
        const double operations = 2.0 * double(tokens * weight.view().elements());
        printComputed(figure, operations / seconds(weight, tokens), exactPeak(),
            kernels::isBlockType(type) ? Target() : Target(plainTarget));
    }

    /// The same weights laid out as the CPU multiplies with them best, if it can.
    void panels(DType type)
    {
        const DType laidOut = m_fast.productType(type, kernels::panelRows, inputs);
        if (laidOut == type || !isWanted("panels " + std::string(name(type))))
            return;
        const int64_t bytes = 96 << 20;
        const int64_t rows = bytes / kernels::rowBytes(type, inputs) / 16 * 16;
        const Matrix stored = repeatedRows(rows, inputs, type), weight(laidOut, rows, inputs);
        const double layout = bestSeconds([&] { m_fast.layOut(weight, stored); });
        const std::string figure = "panels " + std::string(name(type)) + ", ";
        print(figure + "layout", double(weight.view().sizeInBytes()) / layout / 1e9, "GB/s", 2);
        for (const int64_t tokens : {1, 4, 8, 16, 32, 512}) {
            const kernels::TensorView some
                = weight.view().rowRange(0, tokens > 32 ? rows / 16 / 16 * 16 : rows);
            const Matrix x = Matrix::random(tokens, inputs, 2);
            Matrix out(DType::F32, tokens, some.rows);
            const double time = bestSeconds([&] { m_fast.ops().matmul(out, x, some); });
            const std::string count = figure + "tokens " + std::to_string(tokens);
            if (tokens < 8)
                printRead(count, double(some.sizeInBytes()) / time,
                    type == DType::Q8_0 || type == DType::F16 ? bytesReadTarget : readTarget);
            else
                printComputed(count, 2.0 * double(tokens * some.elements()) / time,
                    interleavedPeak(laidOut), tokens < 512 ? fewTarget : manyTarget);
        }
    }

    /// Measures 4 of 32 experts for each token, as one operation and, for comparison, one product
    /// after the other.
    void experts(DType type, int64_t tokens)
    {
        constexpr int64_t count = 32, used = 4, outputs = 1024;
        const std::string figure
            = "experts " + std::string(name(type)) + ", tokens " + std::to_string(tokens);
        if (!isWanted(figure))
            return;
        const Matrix weights = repeatedRows(count * outputs, inputs, type);
        std::vector<kernels::TensorView> each;
        for (int64_t expert = 0; expert < count; ++expert)
            each.push_back(weights.view().rowRange(expert * outputs, outputs));
        std::vector<int32_t> chosen;
        for (int64_t i = 0; i < tokens * used; ++i)
            chosen.push_back(int32_t(i * 7 % count));
        const Matrix choice = Matrix::of(chosen, tokens), x = Matrix::random(tokens, inputs, 2);
        Matrix out(DType::F32, tokens * used, outputs);

        kernels::Ops& ops = m_backend.ops();
        const double operations = 2.0 * double(tokens * used * outputs * inputs);
        const double together = bestSeconds([&] { ops.matmulExperts(out, x, each, choice); });
        const double oneByOne = bestSeconds([&] {
            for (int64_t row = 0; row < out.view().rows; ++row)
                ops.matmul(out.view().rowRange(row, 1), x.view().rowRange(row / used, 1),
                    each[size_t(chosen[size_t(row)])]);
        });
        printComputed(figure, operations / together, exactPeak());
        printComputed(figure + ", one by one", operations / oneByOne, exactPeak());
    }

    /// The last tokens of a context with 32 heads of 64 on 8 kv heads: how fast they see it.
    void attention(int tokens, int context, Target target)
    {
        const std::string figure = "attention, tokens " + std::to_string(tokens) + ", context "
            + std::to_string(context);
        if (!isWanted(figure))
            return;
        constexpr int pageSize = 256;
        AttentionShape shape;
        shape.heads = 32, shape.kvHeads = 8, shape.headDim = 64, shape.scale = 0.125f;
        const Matrix keys = repeatedRows(context, 512, DType::F16), values = keys;
        const Matrix q = Matrix::random(tokens, 2048, 3);
        Matrix out(DType::F32, tokens, 2048);
        std::vector<int32_t> pages(size_t(context / pageSize));
        for (size_t i = 0; i < pages.size(); ++i)
            pages[i] = int32_t(i);
        std::vector<int32_t> last(size_t(tokens), 0);
        std::iota(last.begin(), last.end(), context - tokens);
        const Matrix place = Matrix::of(last);
        const Matrix sequence = Matrix::of(std::vector<int32_t>(size_t(tokens), 0));
        const Matrix& first = sequence; // zeros, too
        const Matrix table = Matrix::of(pages);
        const double rowsSeen = double(tokens) * (context - 0.5 * (tokens - 1));

        const double time = bestSeconds([&] {
            m_backend.ops().attendCached(
                out, q, keys, values, {place, sequence, table, pageSize}, {first, place}, shape);
        });
        printRead(figure, 2 * rowsSeen * double(keys.view().rowStride()) / time, target);
    }

    std::string m_filter;
    ProcessorPeaks m_peaks; // of one thread
    kernels::cpu::CpuBackend m_backend{kernels::cpu::chosenInstructionSet(), 1};
    kernels::cpu::CpuBackend m_fast{
        kernels::cpu::chosenInstructionSet(), 1, kernels::Products::Fast};
};

} // namespace

void measureKernels(const std::string& filter, const ProcessorPeaks& peaks)
{
    Bench(filter, peaks).run();
}

} // namespace bench

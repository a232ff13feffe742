#include "kernels/block_formats.h"
#include "kernels/interleaved.h"
#include "kernels/quantize.h"
#include "tests/kernels/backend_under_test.h"
#include "tests/support/test_program.h"

#include <QObject>

#include <atomic>
#include <cstring>
#include <span>

using kernels::Activation;
using kernels::DType;
using kernels::Products;
using kernels::TensorView;
using tests::Matrix;

namespace {

#define VIGNETTE_ENTRY(name, ...) DType::name,
const DType storedTypes[] = {VIGNETTE_QUANTIZED_TYPES(VIGNETTE_ENTRY, VIGNETTE_NO_TYPE)};
#undef VIGNETTE_ENTRY

int64_t scaledChunk(DType stored)
{
    return kernels::info(stored).blockSize == 256 ? 128
                                                  : 32; // the bytes of x have a scale for each
}

// What the rows of x are to products with panels: by a scale for each run, −127 to 127.
std::vector<double> rounded(TensorView x, int64_t run)
{
    std::vector<double> values(size_t(x.elements()));
    for (int64_t first = 0; first < x.elements(); first += run) {
        const float* from = x.data<float>() + first;
        float most = 0;
        for (int64_t i = 0; i < run; ++i)
            most = std::max(most, std::fabs(from[i]));
        const float inverse = most > 0 ? 127 / most : 0, scale = most / 127;
        for (int64_t i = 0; i < run; ++i)
            values[size_t(first + i)] = double(scale) * std::nearbyint(from[i] * inverse);
    }
    return values;
}

Matrix product(kernels::Backend& backend, const Matrix& x, TensorView weight)
{
    Matrix out(DType::F32, x.view().rows, weight.rows);
    backend.ops().matmul(out, x, weight);
    return out;
}

// Blocks of the largest codes that there are, of a scale of 1 and no minimum. Scales of groups are the
// largest, or those furthest below 0 if there are such.
void fillWithLargest(TensorView rows, bool hasNegativeScales)
{
    struct Part {
        size_t first = 0, count = 0;
        int bytes = 0;
    };
    Part groups; // whose scales may have signs
    if (rows.dtype == DType::Q3_K)
        groups = {offsetof(kernels::BlockQ3_K, groups), 12, hasNegativeScales ? 0 : 0xff};
    else if (rows.dtype == DType::Q6_K)
        groups = {offsetof(kernels::BlockQ6_K, groups), 16, hasNegativeScales ? 0x80 : 0x7f};
    else if (rows.dtype == DType::IQ4_XS)
        groups = {offsetof(kernels::BlockIQ4_XS, groupsHigh), 6, hasNegativeScales ? 0 : 0xff};
    else if (rows.dtype == DType::MXFP4)
        groups = {offsetof(kernels::BlockMXFP4, exponent), 1, 128}; // of the block: 2⁰
    const int codes = rows.dtype == DType::Q8_0 ? 0x80 : rows.dtype == DType::MXFP4 ? 0x77 : 0xff;
    const auto [scale, minimum] = tests::scaleOffsets(rows.dtype);
    const int64_t blockBytes = kernels::info(rows.dtype).blockBytes;
    const uint16_t one = 0x3c00, none = 0; // f16
    for (char* block = rows.data<char>(); block < rows.data<char>() + rows.sizeInBytes();
         block += blockBytes) {
        std::memset(block, codes, size_t(blockBytes));
        std::memset(block + groups.first, groups.bytes, groups.count);
        if (rows.dtype != DType::MXFP4)
            std::memcpy(block + scale, &one, sizeof one);
        if (minimum >= 0)
            std::memcpy(block + minimum, &none, sizeof none);
    }
}

} // namespace

/// Weights that are repacked for the CPU, and the products with them, by each instruction set.
class InterleavedTest : public QObject {
    Q_OBJECT

private slots:
    void panelsContainTheValuesOfTheirRows()
    {
        for (const DType type : storedTypes) {
            const Matrix rows = Matrix::random(48, 1024, 5, type);
            const Matrix panels(kernels::interleavedType(type), 48, 1024);
            QCOMPARE(int(kernels::storedType(panels.view().dtype)), int(type));

            kernels::interleave(panels, rows);

            for (int64_t row = 0; row < 48; ++row) {
                Matrix expected(DType::F32, 1, 1024), actual(DType::F32, 1, 1024);
                kernels::dequantizeRow(
                    type, rows.view().rowRange(row, 1).bytes, expected.view().data<float>(), 1024);
                kernels::dequantizeInterleavedRow(panels, row, actual.view().data<float>());
                QVERIFY2(tests::difference(actual, expected) == 0, kernels::name(type));
            }
        }
    }

    void eachInstructionSetInterleavesAsThePlainLoop()
    {
        for (const DType type : storedTypes) {
            const Matrix rows = Matrix::random(80, 1280, 7, type);
            const Matrix expected(kernels::interleavedType(type), 80, 1280);
            const Matrix actual(kernels::interleavedType(type), 80, 1280);
            kernels::interleave(expected, rows);

            m_backend->layOut(actual, rows);

            QVERIFY2(actual.bytes() == expected.bytes(), kernels::name(type));
        }
    }

    void rowsAreFetchedOnce()
    {
        for (const DType type : storedTypes) {
            const Matrix rows = Matrix::random(1040, 512, 7, type);
            const Matrix expected(kernels::interleavedType(type), 1040, 512);
            const Matrix actual(kernels::interleavedType(type), 1040, 512);
            kernels::interleave(expected, rows);
            std::atomic<size_t> fetched = 0;

            m_backend->prepare(actual.view().bytes, actual.view().sizeInBytes());
            m_backend->layOut(
                actual, rows, [&](const std::byte* stored, std::span<std::byte> memory) {
                    std::memcpy(memory.data(), stored, memory.size());
                    fetched += memory.size();
                    return memory.data();
                });

            QVERIFY2(actual.bytes() == expected.bytes(), kernels::name(type));
            QCOMPARE(fetched.load(), size_t(rows.view().sizeInBytes()));
        }
    }

    void rowsAreGatheredFromPanels()
    {
        for (const DType type : storedTypes) {
            const Laid table(*m_backend, type, 64, 512);
            const Matrix ids = Matrix::of({3, 63, 3, 16});
            Matrix expected(DType::F32, 4, 512), actual(DType::F32, 4, 512);
            tests::reference().gatherRows(expected, table.rows, ids);

            m_backend->ops().gatherRows(actual, table.panels, ids);

            QVERIFY2(tests::difference(actual, expected) == 0, kernels::name(type));
        }
    }

    void otherTypesHaveNone()
    {
        for (const DType type : {DType::I32, DType::IQ3_S, DType::TQ2_0}) {
            QCOMPARE(int(kernels::interleavedType(type)), int(type));
            QVERIFY(!kernels::isInterleaved(type));
        }
    }

    void weightsAreLaidOutOnlyWhereThatIsWantedAndPossible()
    {
        const auto exact = tests::fastBackend(1, Products::Exact), fast = tests::fastBackend(1);
        for (const DType type : storedTypes) {
            const DType panels = kernels::interleavedType(type);
            QCOMPARE(int(exact->productType(type, 32, 512)), int(type));
            QCOMPARE(int(fast->productType(type, 32, 512)), int(panels));
            QCOMPARE(int(fast->productType(type, 33, 512)), int(type));
            QCOMPARE(int(fast->productType(type, 32, 512 + 32)), int(type));
        }
        const kernels::cpu::CpuBackend other(tests::InstructionSet::Scalar, 1, Products::Fast);
        QCOMPARE(int(other.productType(DType::Q4_K, 32, 512)), int(DType::Q4_K));
    }

    // Sums of bytes are exact, so only the sums of blocks, in f32, differ from those in f64.
    void productsAreThoseWithRoundedRows_data() { addTypes(); }
    void productsAreThoseWithRoundedRows()
    {
        QFETCH(int, type);
        for (const int64_t columns : {256, 1280}) {
            const Laid weight(*m_backend, DType(type), 64, columns);
            const Matrix x = Matrix::random(11, columns, 3);
            const std::vector<double> bytes = rounded(x, scaledChunk(DType(type)));

            const Matrix out = product(*m_backend, x, weight.panels);

            Matrix row(DType::F32, 1, columns);
            for (int64_t r = 0; r < 64; ++r) {
                kernels::dequantizeInterleavedRow(weight.panels, r, row.view().data<float>());
                for (int64_t t = 0; t < 11; ++t) {
                    double expected = 0, size = 0;
                    for (int64_t i = 0; i < columns; ++i) {
                        const double term = double(row.at(0, i)) * bytes[size_t(t * columns + i)];
                        expected += term;
                        size += std::fabs(term);
                    }
                    QVERIFY2(std::fabs(out.at(t, r) - expected) <= 1e-6 * size,
                        qPrintable(QString("row %1, token %2: %3, expected %4")
                                       .arg(r)
                                       .arg(t)
                                       .arg(double(out.at(t, r)))
                                       .arg(expected)));
                }
            }
        }
    }

    // Vectors without dot products of bytes add some products in 16 bits.
    void theLargestCodesDoNotOverflow_data() { addTypes(); }
    void theLargestCodesDoNotOverflow()
    {
        QFETCH(int, type);
        for (const bool hasNegativeScales : {false, true}) {
            const Laid weight(*m_backend, DType(type), 16, 256);
            fillWithLargest(weight.rows, hasNegativeScales);
            m_backend->layOut(weight.panels, weight.rows);
            for (const float number : {1.0f, -1.0f})
                for (const int64_t tokens : {1, 9}) {
                    Matrix x(DType::F32, tokens, 256), expected(DType::F32, tokens, 16);
                    std::fill_n(x.view().data<float>(), tokens * 256, number);
                    tests::reference().matmul(expected, x, weight.rows);

                    const Matrix out = product(*m_backend, x, weight.panels);

                    for (int64_t i = 0; i < tokens * 16; ++i) {
                        const float there = expected.view().data<float>()[i];
                        QVERIFY(std::fabs(there) > 1000);
                        QVERIFY(std::fabs(out.view().data<float>()[i] / there - 1) < 1e-5f);
                    }
                }
        }
    }

    void theSmallestNumbersBecomeBytes()
    {
        for (const DType type : storedTypes) {
            const Laid weight(*m_backend, type, 16, 256);
            Matrix x(DType::F32, 1, 256);
            std::fill_n(x.view().data<float>(), 256, 1e-42f);

            const Matrix out = product(*m_backend, x, weight.panels);

            for (int64_t r = 0; r < 16; ++r)
                QVERIFY(std::fabs(out.at(0, r)) < 1e-36f);
        }
    }

    void roundingCostsLittle_data() { addTypes(); }
    void roundingCostsLittle()
    {
        QFETCH(int, type);
        const Laid weight(*m_backend, DType(type), 256, 2048);
        const Matrix x = Matrix::random(16, 2048, 9);
        Matrix exact(DType::F32, 16, 256);
        tests::reference().matmul(exact, x, weight.rows);

        const Matrix fast = product(*m_backend, x, weight.panels);

        double error = 0, size = 0;
        for (int64_t i = 0; i < exact.view().elements(); ++i) {
            const double a = fast.view().data<float>()[i], b = exact.view().data<float>()[i];
            error += (a - b) * (a - b);
            size += b * b;
        }
        QVERIFY2(std::sqrt(error / size) < 0.01, qPrintable(QString::number(error / size)));
    }

    void aTokenIsTheSameAloneAndInCompany_data() { addTypes(); }
    void aTokenIsTheSameAloneAndInCompany()
    {
        QFETCH(int, type);
        const Laid weight(*m_backend, DType(type), 832, 1024); // of several panelsAtOnce
        const Matrix x = Matrix::random(605, 1024, 4);

        const Matrix all = product(*m_backend, x, weight.panels);

        for (const int64_t count : {1, 2, 3, 5, 7, 8, 9, 20}) {
            const Matrix some = product(*m_backend, rowsOf(x, 571, count), weight.panels);
            QVERIFY2(tests::isIdentical(some, rowsOf(all, 571, count)),
                qPrintable(QString("%1 tokens").arg(count)));
        }
        const auto alone = tests::fastBackend(1);
        QVERIFY(tests::isIdentical(product(*alone, x, weight.panels), all));
    }

    void severalProductsAreThoseOfEach()
    {
        const Laid first(*m_backend, DType::Q4_K, 48, 768),
            second(*m_backend, DType::Q6_K, 512, 768), third(*m_backend, DType::Q8_0, 16, 768);
        const Matrix stored = Matrix::random(17, 768, 2, DType::F16);
        for (const int64_t tokens : {1, 9}) {
            const Matrix x = Matrix::random(tokens, 768, 8);
            const TensorView weights[] = {first.panels, stored, second.panels, third.panels};
            std::vector<Matrix> outs;
            for (const TensorView& weight : weights)
                outs.emplace_back(DType::F32, tokens, weight.rows);
            const kernels::Ops::Product products[] = {{outs[0], weights[0]}, {outs[1], weights[1]},
                {outs[2], weights[2]}, {outs[3], weights[3]}};

            m_backend->ops().matmulEach(products, x);

            for (size_t i = 0; i < outs.size(); ++i)
                QVERIFY(tests::isIdentical(outs[i], product(*m_backend, x, weights[i])));
        }
    }

    void aGateIsTwoProductsAndAnActivation()
    {
        const Laid gateWeight(*m_backend, DType::Q4_K, 608, 512, 1),
            upWeight(*m_backend, DType::Q4_K, 608, 512, 2);
        for (const int64_t tokens : {1, 10}) {
            const Matrix x = Matrix::random(tokens, 512, 8);
            Matrix expected = product(*m_backend, x, gateWeight.panels);
            m_backend->ops().gate(
                expected, product(*m_backend, x, upWeight.panels), Activation::GeluTanh);
            Matrix gate(DType::F32, tokens, 608), up(DType::F32, tokens, 608);

            m_backend->ops().matmulGate(
                gate, up, x, gateWeight.panels, upWeight.panels, Activation::GeluTanh);

            QVERIFY(tests::isIdentical(gate, expected));
        }
    }

    void rowsOfZerosAndOfOddNumbersAreNoTrouble()
    {
        const Laid weight(*m_backend, DType::Q6_K, 16, 256);
        Matrix x(DType::F32, 3, 256);
        x.at(1, 7) = NAN;
        x.at(2, 9) = INFINITY;

        const Matrix out = product(*m_backend, x, weight.panels);

        for (int64_t r = 0; r < 16; ++r) {
            QCOMPARE(out.at(0, r), 0.0f);
            QVERIFY(!std::isfinite(out.at(1, r)));
            QVERIFY(!std::isfinite(out.at(2, r)));
        }
    }

private slots:
    void initTestCase_data() { tests::addRowForEverySetWithInterleaved(); }
    void init() { m_backend = tests::fastBackend(3); }

private:
    // A weight as a file has it, and laid out.
    struct Laid {
        Laid(kernels::Backend& backend, DType type, int64_t outputs, int64_t inputs, int seed = 1)
            : rows(Matrix::random(outputs, inputs, seed, type))
            , panels(backend.productType(type, outputs, inputs), outputs, inputs)
        {
            backend.layOut(panels, rows);
        }
        Matrix rows, panels;
    };

    static void addTypes()
    {
        QTest::addColumn<int>("type");
        for (const DType type : storedTypes)
            QTest::addRow("%s", kernels::name(type)) << int(type);
    }

    std::unique_ptr<kernels::Backend> m_backend;
};

TESTS(InterleavedTest);
#include "interleaved_test.moc"

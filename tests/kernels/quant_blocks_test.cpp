#include "kernels/dequantize.h"
#include "kernels/quantize.h"
#include "tests/kernels/matrix.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

#include <cmath>

using kernels::DType;

namespace {

// The arrays of a safetensors file: 8 bytes of header length, a JSON header, the data.
class Arrays {
public:
    explicit Arrays(const std::filesystem::path& path)
        : m_bytes(tests::readBytes(path))
    {
        uint64_t length = 0;
        std::memcpy(&length, m_bytes.data(), sizeof length);
        m_header = nlohmann::json::parse(m_bytes.substr(8, length));
        m_data = 8 + size_t(length);
    }

    std::string array(const std::string& name) const
    {
        const auto& offsets = m_header.at(name).at("data_offsets");
        const size_t first = offsets.at(0), last = offsets.at(1);
        return m_bytes.substr(m_data + first, last - first);
    }

private:
    std::string m_bytes;
    nlohmann::json m_header;
    size_t m_data = 0;
};

std::vector<float> dequantized(DType type, const void* row, int64_t count)
{
    std::vector<float> values(size_t(count), NAN);
    kernels::dequantizeRow(type, row, values.data(), count);
    return values;
}

template <typename Block>
std::vector<float> quantizedAndBack(DType type, const std::vector<float>& values, Block& block)
{
    kernels::quantizeRow(type, values.data(), &block, int64_t(values.size()));
    return dequantized(type, &block, int64_t(values.size()));
}

} // namespace

class QuantBlocksTest : public QObject {
    Q_OBJECT

private slots:
    void dequantizesExactlyAsTheReference_data()
    {
        QTest::addColumn<QString>("type");
        REQUIRE_FIXTURES(root);
        const auto description = tests::readJson(root / "gguf" / "quant_blocks.json");
        for (const auto& [type, facts] : description.at("types").items())
            QTest::addRow("%s", type.c_str()) << QString::fromStdString(type);
    }
    void dequantizesExactlyAsTheReference()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, type);
        const auto description = tests::readJson(root / "gguf" / "quant_blocks.json");
        const Arrays arrays(root / description.at("arrays").get<std::string>());
        const auto facts = description.at("types").at(type.toStdString());
        const auto dtype = kernels::dtypeFromName(type.toStdString());
        QVERIFY2(dtype, qPrintable("no such type: " + type));
        QCOMPARE(kernels::info(*dtype).ggufType, facts.at("ggml_type").get<int>());
        QCOMPARE(kernels::info(*dtype).blockSize, facts.at("block").get<int>());
        QCOMPARE(kernels::info(*dtype).blockBytes, facts.at("bytes").get<int>());

        const std::string raw = arrays.array(type.toStdString() + ".raw");
        const std::string expected = arrays.array(type.toStdString() + ".f32");
        const int64_t count = int64_t(expected.size() / sizeof(float));
        QCOMPARE(int64_t(raw.size()), kernels::rowBytes(*dtype, count));
        const auto actual = dequantized(*dtype, raw.data(), count);

        QVERIFY(std::memcmp(actual.data(), expected.data(), expected.size()) == 0);
    }

    void aBlockOfQ4_0HoldsLowNibblesFirst()
    {
        kernels::BlockQ4_0 block{kernels::halfFromFloat(0.5f), {}};
        block.low[0] = 0xf0; // value 0: 0 − 8; value 16: 15 − 8

        const auto values = dequantized(DType::Q4_0, &block, 32);

        QCOMPARE(values[0], -4.0f);
        QCOMPARE(values[16], 3.5f);
        QCOMPARE(values[1], -4.0f);
    }

    void everyHalfSurvivesTheWayToFloatAndBack()
    {
        for (uint32_t half = 0; half < 0x10000; ++half) {
            const float value = kernels::floatFromHalf(uint16_t(half));
            if (std::isnan(value))
                QVERIFY(std::isnan(kernels::floatFromHalf(kernels::halfFromFloat(value))));
            else
                QCOMPARE(kernels::halfFromFloat(value), uint16_t(half));
        }
    }

    void halvesAndBfloatsRoundToNearestEven()
    {
        QCOMPARE(kernels::halfFromFloat(1 + 0x1p-11f), uint16_t(0x3c00)); // a tie: down to even
        QCOMPARE(kernels::halfFromFloat(1 + 3 * 0x1p-11f), uint16_t(0x3c02)); // a tie: up to even
        QCOMPARE(kernels::halfFromFloat(65519.0f), uint16_t(0x7bff));
        QCOMPARE(kernels::halfFromFloat(65520.0f), uint16_t(0x7c00)); // infinity
        QCOMPARE(kernels::halfFromFloat(0x1p-25f), uint16_t(0)); // half of the smallest
        QCOMPARE(kernels::halfFromFloat(-0x1.8p-25f), uint16_t(0x8001));
        QCOMPARE(kernels::bfloatFromFloat(1 + 0x1p-8f), uint16_t(0x3f80));
        QCOMPARE(kernels::bfloatFromFloat(1 + 3 * 0x1p-8f), uint16_t(0x3f82));
        QVERIFY(std::isnan(kernels::floatFromBfloat(kernels::bfloatFromFloat(NAN))));
    }

    void quantizingTo8BitsIsOffByHalfAStepAtMost()
    {
        const tests::Matrix row = tests::Matrix::random(1, 32, 7);
        const std::vector<float> values(row.view().data<float>(), row.view().data<float>() + 32);
        kernels::BlockQ8_0 block;

        const auto back = quantizedAndBack(DType::Q8_0, values, block);

        const float step = kernels::floatFromHalf(block.scale);
        for (size_t i = 0; i < values.size(); ++i)
            QVERIFY(std::fabs(back[i] - values[i]) <= 0.51f * step + 1e-3f * std::fabs(values[i]));
    }

    void quantizingTo4BitsKeepsTheLargestValue()
    {
        std::vector<float> values(32, 0.25f);
        values[5] = -2;
        kernels::BlockQ4_0 block;

        const auto back = quantizedAndBack(DType::Q4_0, values, block);

        QCOMPARE(back[5], -2.0f);
        QCOMPARE(back[0], 0.25f);
    }

    void zerosAndWhatIsNotANumberAreQuantizedWithoutHarm()
    {
        kernels::BlockQ8_0 block;
        QCOMPARE(quantizedAndBack(DType::Q8_0, std::vector<float>(32, 0.0f), block),
            std::vector<float>(32, 0.0f));
        std::vector<float> odd(32, NAN);
        odd[1] = INFINITY;
        quantizedAndBack(DType::Q8_0, odd, block);
        QCOMPARE(int(block.values[0]), 0);
    }

    void typesAreFoundByNameAndNumber()
    {
        QCOMPARE(int(*kernels::dtypeFromName("Q4_K")), int(DType::Q4_K));
        QCOMPARE(int(*kernels::dtypeFromGguf(39)), int(DType::MXFP4));
        QVERIFY(!kernels::dtypeFromName("Q4_k"));
        QVERIFY(!kernels::dtypeFromGguf(-1) && !kernels::dtypeFromGguf(1000));
        QCOMPARE(kernels::rowBytes(DType::Q6_K, 512), 420);
    }
};

TESTS(QuantBlocksTest);
#include "quant_blocks_test.moc"

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

std::vector<float> floatsOf(const std::string& bytes)
{
    std::vector<float> values(bytes.size() / sizeof(float));
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

// Σ weight · error² of the values that were quantized with `importance`.
double weightedError(DType type, const std::vector<float>& values, const float* importance,
    const std::vector<float>& weights)
{
    std::vector<std::byte> row(size_t(kernels::rowBytes(type, int64_t(values.size()))));
    kernels::quantizeRow(type, values.data(), row.data(), int64_t(values.size()), importance);
    const auto back = dequantized(type, row.data(), int64_t(values.size()));
    double error = 0;
    for (size_t i = 0; i < values.size(); ++i)
        error += weights[i] * (back[i] - values[i]) * (back[i] - values[i]);
    return error;
}

} // namespace

class QuantBlocksTest : public QObject {
    Q_OBJECT

private slots:
    void dequantizesExactlyAsTheReference_data()
    {
        QTest::addColumn<QString>("root");
        QTest::addColumn<QString>("type");
        std::vector<std::filesystem::path> roots{tests::dataFolder() / "blocks"};
        if (const auto root = tests::fixtures(); root && exists(*root / "gguf/quant_blocks.json"))
            roots.push_back(*root);
        for (const auto& root : roots) {
            const auto description = tests::readJson(root / "gguf/quant_blocks.json");
            for (const auto& [type, facts] : description.at("types").items())
                QTest::addRow("%s", type.c_str())
                    << QString::fromStdString(root.string()) << QString::fromStdString(type);
        }
    }
    void dequantizesExactlyAsTheReference()
    {
        QFETCH(QString, root);
        QFETCH(QString, type);
        const std::filesystem::path folder = root.toStdString();
        const auto description = tests::readJson(folder / "gguf/quant_blocks.json");
        const Arrays arrays(folder / description.at("arrays").get<std::string>());
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

    void quantizesToTheBytesOfTheReference_data()
    {
        QTest::addColumn<QString>("type");
        for (const char* type : {"Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q8_0", "Q4_K", "Q5_K", "Q6_K"})
            QTest::addRow("%s", type) << QString(type);
    }
    void quantizesToTheBytesOfTheReference()
    {
        REQUIRE_FIXTURES(root);
        QFETCH(QString, type);
        const Arrays arrays(root / "gguf" / "quant_blocks.safetensors");
        const std::vector<float> values = floatsOf(arrays.array("source"));
        const std::string expected = arrays.array(type.toStdString() + ".raw");
        std::string actual(expected.size(), '\0');

        kernels::quantizeRow(*kernels::dtypeFromName(type.toStdString()), values.data(),
            actual.data(), int64_t(values.size()));

        QVERIFY(actual == expected);
    }

    void importantValuesAreStoredBetter_data()
    {
        QTest::addColumn<QString>("type");
        for (const char* type : {"Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q4_K", "Q5_K", "Q6_K"})
            QTest::addRow("%s", type) << QString(type);
    }
    void importantValuesAreStoredBetter()
    {
        QFETCH(QString, type);
        const DType dtype = *kernels::dtypeFromName(type.toStdString());
        const tests::Matrix row = tests::Matrix::random(1, 2048, 7);
        const std::vector<float> values(row.view().data<float>(), row.view().data<float>() + 2048);
        std::vector<float> importance(values.size());
        for (size_t i = 0; i < importance.size(); ++i)
            importance[i] = i % 4 == 0 ? 25.f : 0.01f;

        const double plain = weightedError(dtype, values, nullptr, importance);
        const double weighed = weightedError(dtype, values, importance.data(), importance);

        QVERIFY2(weighed < 0.9 * plain, qPrintable(QString("%1 to %2").arg(weighed).arg(plain)));
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

    void aBitOfQ1_0IsASign()
    {
        kernels::BlockQ1_0 block{kernels::halfFromFloat(0.5f), {}};
        block.bits[1] = 2; // value 9

        const auto values = dequantized(DType::Q1_0, &block, 128);

        for (size_t i = 0; i < values.size(); ++i)
            QCOMPARE(values[i], i == 9 ? 0.5f : -0.5f);
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
        odd.resize(256, NAN);
        std::byte row[256];
        for (const DType type : {DType::Q4_0, DType::Q4_1, DType::Q5_0, DType::Q5_1, DType::Q4_K,
                 DType::Q5_K, DType::Q6_K}) {
            kernels::quantizeRow(type, odd.data(), row, 256); // no undefined conversion
            std::vector<float> zeros(256, 0.0f);
            kernels::quantizeRow(type, zeros.data(), row, 256);
            QCOMPARE(dequantized(type, row, 256), zeros);
        }
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

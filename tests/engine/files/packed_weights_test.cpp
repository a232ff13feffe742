#include "engine/files/open_weights.h"
#include "engine/files/packed_weights.h"
#include "engine/files/safetensors_file.h"
#include "kernels/half.h"
#include "kernels/quantize.h"
#include "tests/engine/files/file_bytes.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <cstring>

namespace fs = std::filesystem;
using engine::openWeights;
using engine::WeightTensor;
using kernels::DType;
using tests::refusal;
using tests::Scratch;

namespace {

fs::path packedFolder(const std::string& name)
{
    return tests::dataFolder() / "packed" / name;
}

std::vector<float> valuesOf(const WeightTensor& tensor)
{
    std::vector<float> values(size_t(tensor.view.elements()));
    for (int64_t row = 0; row < tensor.view.rows; ++row)
        kernels::dequantizeRow(tensor.view.dtype, tensor.view.rowRange(row, 1).bytes,
            values.data() + row * tensor.view.columns, tensor.view.columns);
    return values;
}

float roundedToHalf(float value)
{
    return kernels::floatFromHalf(kernels::halfFromFloat(value));
}

// A folder with another config.json, or other arrays, than it came with.
class Changed {
public:
    explicit Changed(const std::string& name)
    {
        for (const char* file : {"config.json", "model.safetensors"})
            m_scratch.write(file, tests::readBytes(packedFolder(name) / file));
    }

    void setConfig(const std::string& packing) const
    {
        m_scratch.write("config.json", R"({"quantization_config": )" + packing + "}");
    }

    // Replaces a text of the safetensors header by one of equal length.
    void replace(const std::string& text, const std::string& by) const
    {
        QCOMPARE(text.size(), by.size());
        std::string bytes = tests::readBytes(path() / "model.safetensors");
        const size_t position = bytes.find(text);
        QVERIFY2(position != std::string::npos, text.c_str());
        m_scratch.write("model.safetensors", bytes.replace(position, text.size(), by));
    }

    fs::path path() const { return m_scratch.path(); }
    std::string refusal() const
    {
        return tests::refusal([&] { openWeights(path()); });
    }

private:
    Scratch m_scratch;
};

} // namespace

/// Packed matrices mean what the programs that packed them say; see tests/data/make_packed_matrices.py.
class PackedWeightsTest : public QObject {
    Q_OBJECT

private slots:
    void unpacksToTheNumbersOfTheReference_data()
    {
        QTest::addColumn<DType>("dtype");
        QTest::addRow("gptq_2bit") << DType::F16;
        QTest::addRow("gptq_3bit") << DType::F16;
        QTest::addRow("gptq_4bit") << DType::F16;
        QTest::addRow("gptq_4bit_act_order") << DType::F16;
        QTest::addRow("gptq_4bit_middle") << DType::Q4_0; // means the same, in less memory
        QTest::addRow("gptq_8bit") << DType::F16;
        QTest::addRow("gptq_8bit_middle") << DType::Q8_0;
        QTest::addRow("gptq_v2") << DType::F16;
        QTest::addRow("awq") << DType::F16;
        QTest::addRow("fp8_blocks") << DType::BF16;
        QTest::addRow("fp8_whole") << DType::BF16;
        QTest::addRow("compressed_rows") << DType::BF16;
        QTest::addRow("compressed_integers") << DType::Q4_0;
        QTest::addRow("exl2") << DType::F16;
        QTest::addRow("exl3") << DType::F16;
        QTest::addRow("exl3_mcg") << DType::F16;
        QTest::addRow("exl3_mul1") << DType::F16;
        QTest::addRow("mxfp4") << DType::MXFP4;
    }
    void unpacksToTheNumbersOfTheReference()
    {
        QFETCH(DType, dtype);
        const std::string name = QTest::currentDataTag();
        const auto expectedFile = openWeights(packedFolder(name) / "expected.safetensors");
        const WeightTensor& expected = *expectedFile->find("weight");

        const auto file = openWeights(packedFolder(name));
        const WeightTensor* actual = file->find("layer.weight");

        QVERIFY(actual);
        QCOMPARE(kernels::name(actual->view.dtype), kernels::name(dtype));
        QCOMPARE(actual->shape, expected.shape);
        const auto values = valuesOf(*actual), wanted = valuesOf(expected);
        for (size_t i = 0; i < values.size(); ++i) // products in blocks are exact
            QVERIFY2(roundedToHalf(values[i]) == wanted[i] || values[i] == wanted[i],
                qPrintable(QString("%1: %2, not %3").arg(i).arg(values[i]).arg(wanted[i])));
    }

    void everyFolderIsTried()
    {
        for (const fs::path& folder : tests::entriesOf(tests::dataFolder() / "packed"))
            QVERIFY2(openWeights(folder)->find("layer.weight"), folder.c_str());
        QCOMPARE(tests::entriesOf(tests::dataFolder() / "packed").size(), size_t(18));
    }

    void listsTensorsAndNotTheirParts()
    {
        const auto file = openWeights(packedFolder("gptq_4bit"));

        QCOMPARE(file->tensors().size(), size_t(2));
        QCOMPARE(file->tensors()[0].name, std::string("norm.weight"));
        QCOMPARE(file->tensors()[1].name, std::string("layer.weight"));
        QCOMPARE(file->tensors()[1].view.sizeInBytes(), int64_t(64) * 96 * 2);
        QVERIFY(!file->tensors()[1].view.bytes); // nothing was unpacked to say so
        QCOMPARE(file->storedBytes(file->tensors()[1]).size(), size_t(64) * 96 / 2);
        QCOMPARE(file->packing(), std::string("GPTQ"));
        QVERIFY(!file->find("other.weight"));
    }

    void unpacksOnce()
    {
        const auto file = openWeights(packedFolder("awq"));

        QCOMPARE(file->find("layer.weight"), file->find("layer.weight"));
        QCOMPARE(file->find("norm.weight")->view.columns, 4);
    }

    void unknownPackingsAreNamed_data()
    {
        QTest::addColumn<QString>("packing");
        QTest::addColumn<QString>("named");
        const auto row = [](const char* packing, const char* named) {
            QTest::addRow("%s", named) << QString(packing) << QString(named);
        };
        row(R"({"quant_method": "bitsandbytes"})", "bitsandbytes");
        row(R"({"quant_method": "hqq"})", "hqq");
        row(R"({"quant_method": "awq", "version": "gemv"})", "gemv");
        row(R"({"quant_method": "awq", "bits": 8})", "AWQ with 8 bits");
        row(R"({"quant_method": "gptq", "checkpoint_format": "marlin"})", "marlin");
        row(R"({"quant_method": "gptq", "is_marlin_format": true})", "marlin");
        row(R"({"quant_method": "fp8", "fmt": "e5m2"})", "e5m2");
        row(R"({"quant_method": "compressed-tensors", "format": "nvfp4-pack-quantized"})",
            "nvfp4-pack-quantized");
        row(R"({"bits": 4})", "\"\"");
    }
    void unknownPackingsAreNamed()
    {
        QFETCH(QString, packing);
        QFETCH(QString, named);
        const Changed folder("awq");
        fs::remove(
            folder.path() / "model.safetensors"); // what cannot run is said before it is read
        folder.setConfig(packing.toStdString());

        const std::string sentence = folder.refusal();

        QVERIFY2(QString::fromStdString(sentence).contains(named), sentence.c_str());
        QVERIFY2(sentence.starts_with("The weights are packed as "), sentence.c_str());
    }

    void arraysThatDoNotFitAreRefused()
    {
        struct Case {
            const char *folder, *text, *by;
        };
        for (const Case& each : {Case{"gptq_4bit", "layer.qzeros", "layer.qother"},
                 {"gptq_4bit", "[12,64]", "[24,32]"}, {"gptq_4bit", "[2,64]", "[4,32]"},
                 {"awq", "[96,8]", "[8,96]"}, {"awq", "layer.scales", "layer.others"},
                 {"fp8_blocks", "layer.weight_scale_inv", "layer.weight_scale_old"},
                 {"fp8_blocks", "\"shape\": [2, 2]", "\"shape\": [1, 4]"},
                 {"exl2", "layer.q_invperm", "layer.q_otherpm"},
                 {"exl2", "layer.q_scale_max", "layer.q_scale_min"},
                 {"exl3", "layer.svh", "layer.s_h"}, {"exl3", "[8,8,48]", "[8,6,64]"},
                 {"exl3", "[8,8,48]", "[6,8,64]"}, {"exl3_mcg", "layer.su", "layer.ux"},
                 {"compressed_integers", "weight_shape", "weight_other"},
                 {"mxfp4", "[2,8,3,16]", "[2,8,6,8] "}}) {
            const Changed folder(each.folder);
            folder.replace(each.text, each.by);
            const std::string sentence = folder.refusal();
            QVERIFY2(sentence.starts_with("model.safetensors"), (each.by + sentence).c_str());
        }
    }

    void groupsThatAreNotThereAreRefused()
    {
        const Changed folder("gptq_4bit_act_order");
        const auto file = engine::SafetensorsFile::open(folder.path() / "model.safetensors");
        std::string bytes = tests::readBytes(folder.path() / "model.safetensors");
        const std::string whole(
            reinterpret_cast<const char*>(file->findArray("layer.g_idx")->bytes.data()), 96 * 4);
        bytes.replace(bytes.find(whole), 4, std::string("\xff\xff\xff\x7f"));
        std::ofstream(folder.path() / "model.safetensors", std::ios::binary) << bytes;

        const std::string sentence = folder.refusal();

        QVERIFY2(sentence.find("refers to a missing group") != std::string::npos, sentence.c_str());
    }

    void aFolderMayCallItsFilesOtherwise()
    {
        const Changed folder("exl2");
        fs::rename(folder.path() / "model.safetensors", folder.path() / "output.safetensors");
        QVERIFY(openWeights(folder.path())->find("layer.weight"));

        std::ofstream(folder.path() / "output-2.safetensors", std::ios::binary)
            << tests::readBytes(packedFolder("exl2") / "expected.safetensors");
        QVERIFY(openWeights(folder.path())->find("layer.weight"));
        QVERIFY(openWeights(folder.path())->find("weight"));
    }

    void whatConfigClaimsMustBeThere()
    {
        const Changed folder("awq");
        folder.setConfig(R"({"quant_method": "fp8"})");

        QCOMPARE(folder.refusal(),
            std::string("model.safetensors has no matrix that is packed as FP8, though "
                        "config.json says so"));
    }
};

TESTS(PackedWeightsTest);
#include "packed_weights_test.moc"

#include "engine/convert/convert_type.h"
#include "engine/convert/decoder_file.h"
#include "engine/files/gguf_file.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/engine/models/tiny_files.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using engine::ModelConfig;
using engine::PlannedTensor;
using nlohmann::json;

namespace fs = std::filesystem;

namespace {

// The keys by which older files say the widths of latent attention: those of the heads.
void setOldMetadata(engine::GgufWriter& writer, const ModelConfig& config)
{
    const auto count = [&](const char* key, int64_t value) {
        writer.set(std::string("deepseek2.") + key, uint32_t(value));
    };
    const auto number = [&](const char* key, double value) {
        writer.set(std::string("deepseek2.") + key, float(value));
    };
    count("block_count", config.layers);
    count("context_length", config.contextLength);
    count("embedding_length", config.hidden);
    count("feed_forward_length", config.feedForward);
    count("attention.head_count", config.heads);
    count("attention.head_count_kv", config.heads);
    count("attention.key_length", config.headDim + config.rotaryDims);
    count("attention.value_length", config.valueDim);
    count("attention.kv_lora_rank", config.latentRank);
    count("attention.q_lora_rank", config.queryRank);
    number("attention.layer_norm_rms_epsilon", config.normEpsilon);
    number("rope.freq_base", config.ropeTheta);
    count("rope.dimension_count", config.rotaryDims);
    writer.set("deepseek2.rope.scaling.type", std::string("yarn"));
    number("rope.scaling.factor", config.ropeScaling.factor);
    count("rope.scaling.original_context_length", config.ropeScaling.originalContext);
    number("rope.scaling.yarn_log_multiplier", 0.07);
    count("leading_dense_block_count", 1);
    count("expert_count", config.expertCount);
    count("expert_used_count", config.expertsUsed);
    count("expert_shared_count", 1);
    count("expert_feed_forward_length", config.expertFeedForward);
    count("expert_group_count", config.expertGroups);
    count("expert_group_used_count", config.expertGroupsUsed);
    count("expert_gating_func", 2);
    number("expert_weights_scale", config.expertWeightFactor);
    writer.set("deepseek2.expert_weights_norm", true);
}

} // namespace

// GGUF files of models with latent attention, without a vocabulary.
class LatentFilesTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    fs::path path(const std::string& name) const
    {
        return fs::path(m_folder.path().toStdString()) / name;
    }

    // The tiny model with another mscale; files have no other for it than for all dimensions.
    fs::path copyWith(double mscale)
    {
        const fs::path source = tests::dataFolder() / "models" / "tiny-deepseek_v3";
        const fs::path folder = path("copy");
        fs::create_directories(folder);
        json config = tests::readJson(source / "config.json");
        config["rope_scaling"]["mscale"] = mscale;
        std::ofstream(folder / "config.json") << config.dump();
        fs::copy_file(source / "model.safetensors", folder / "model.safetensors",
            fs::copy_options::overwrite_existing);
        return folder;
    }

private slots:
    void theFileComputesWhatTheFolderDoes_data()
    {
        QTest::addColumn<bool>("isOld");
        QTest::newRow("keys and values apart") << false;
        QTest::newRow("an old file, with both in one tensor") << true;
    }
    void theFileComputesWhatTheFolderDoes()
    {
        QFETCH(bool, isOld);
        const fs::path folder = copyWith(0.7), file = path("model.gguf");
        engine::PlannedFile planned
            = engine::planDecoderFile(folder, file, {*engine::findConvertType("F32")});
        const ModelConfig config = engine::readConfig(folder, planned.weights.get());
        planned.setMetadata = [=](engine::GgufWriter& writer) {
            isOld ? setOldMetadata(writer, config)
                  : engine::setDecoderMetadata(writer, config, engine::ggufArchitecture(config));
        };
        if (isOld) {
            std::erase_if(planned.tensors, [](const PlannedTensor& tensor) {
                return tensor.name.ends_with("attn_k_b.weight")
                    || tensor.name.ends_with("attn_v_b.weight");
            });
            const engine::TensorSource source = engine::openTensors(planned.weights, config);
            for (int64_t layer = 0; layer < config.layers; ++layer)
                for (PlannedTensor& tensor : engine::planNamed(
                         source, engine::inBlock("blk.*.attn_kv_b", layer), kernels::DType::F32))
                    planned.tensors.push_back(std::move(tensor));
        }
        engine::writeFiles({&planned, 1});

        const double difference = tests::maxDifference(
            tests::logitsOfGguf(file), tests::logitsOf(planned.weights, config));

        QVERIFY2(difference < 1e-4, qPrintable(QString::number(difference)));
        const auto gguf = engine::GgufFile::open(file);
        QCOMPARE(gguf->find("blk.0.attn_kv_b.weight") != nullptr, isOld);
        QCOMPARE(gguf->find("blk.0.attn_k_b.weight") != nullptr, !isOld);
    }

    void anMscaleThatDiffersCannotBeConverted()
    {
        const fs::path folder = copyWith(1);
        engine::PlannedFile planned = engine::planDecoderFile(
            folder, path("other.gguf"), {*engine::findConvertType("F32")});
        const ModelConfig config = engine::readConfig(folder, planned.weights.get());
        planned.setMetadata = [=](engine::GgufWriter& writer) {
            engine::setDecoderMetadata(writer, config, engine::ggufArchitecture(config));
        };

        try {
            engine::writeFiles({&planned, 1});
            QFAIL("it was converted");
        } catch (const base::Error& error) {
            QVERIFY2(QString(error.what()).contains("mscale"), error.what());
        }
    }
};

TESTS(LatentFilesTest);
#include "latent_files_test.moc"

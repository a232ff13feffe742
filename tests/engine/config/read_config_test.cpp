#include "base/error.h"
#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "engine/models/model_identity.h"
#include "engine/tokenizers/tokenizer.h"
#include "tests/support/added_tensors.h"
#include "tests/support/fixtures.h"
#include "tests/support/model_copies.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <fstream>

namespace fs = std::filesystem;
using engine::GgufFile;
using engine::ModelConfig;
using engine::readConfig;

namespace {

// A folder in Hugging Face layout that contains nothing but its configuration.
class ConfigFolder {
public:
    explicit ConfigFolder(const nlohmann::json& config) { write("config.json", config.dump()); }

    void write(const std::string& name, const std::string& text) const
    {
        std::ofstream(path() / name, std::ios::binary) << text;
    }

    fs::path path() const { return m_folder.path().toStdString(); }
    ModelConfig read() const { return readConfig(path()); }

    /// The message with which the folder is rejected; empty if it is taken.
    QString refusal() const
    {
        try {
            read();
        } catch (const base::Error& error) {
            return error.what();
        }
        return {};
    }

private:
    QTemporaryDir m_folder;
};

nlohmann::json smallLlama()
{
    return {{"model_type", "llama"}, {"hidden_size", 64}, {"intermediate_size", 128},
        {"num_hidden_layers", 2}, {"num_attention_heads", 4}, {"vocab_size", 100},
        {"max_position_embeddings", 512}};
}

template <typename Number>
QByteArray asBytes(Number number)
{
    return QByteArray(reinterpret_cast<const char*>(&number), sizeof number);
}

std::string architectureOf(const engine::GgufFile& file)
{
    return std::string(file.metadata().string("general.architecture").value_or(""));
}

// True if this version runs the model of a folder. It need not know every key of other families.
bool isKnown(const fs::path& folder)
{
    const auto config = tests::readJson(folder / "config.json");
    const auto text = config.value("text_config", config);
    const bool isEncoder = text.value("use_bidirectional_attention", nlohmann::json()) == true;
    return engine::isKnownFamily(text.value("model_type", "")) && !isEncoder;
}

} // namespace

class ReadConfigTest : public QObject {
    Q_OBJECT

private slots:
    void bothFormsOfAFixtureGiveTheSameNumbers_data()
    {
        QTest::addColumn<QString>("folder");
        const auto root = tests::fixtures();
        if (!root)
            return;
        for (const fs::path& folder : tests::entriesOf(*root / "models"))
            if (fs::exists(folder / "config.v5.json") && isKnown(folder))
                QTest::newRow(folder.filename().c_str()) << QString::fromStdString(folder.string());
    }
    void bothFormsOfAFixtureGiveTheSameNumbers()
    {
        REQUIRE_FIXTURES(root);
        QVERIFY(fs::exists(root / "models"));
        QFETCH(QString, folder);
        const fs::path path = folder.toStdString();
        const auto weights = engine::openWeights(path);

        const ModelConfig four = readConfig(path, weights.get());
        const ModelConfig five = readConfig(path, weights.get(), "config.v5.json");

        QVERIFY(four == five);
        QVERIFY(four.layers > 0 && four.vocabulary > 0);
        QCOMPARE(readConfig(path).rotaryDims, four.rotaryDims);
    }

    void aGgufFixtureAgreesWithItsFolder_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("folder");
        const auto root = tests::fixtures();
        if (!root || !fs::exists(*root / "gguf"))
            return;
        for (const fs::path& file : tests::entriesOf(*root / "gguf")) {
            const std::string name = file.filename().string();
            const fs::path folder = *root / "models" / name.substr(0, name.find('-'));
            if (file.extension() == ".gguf" && !name.starts_with("mmproj") && fs::exists(folder)
                && isKnown(folder))
                QTest::newRow(name.c_str()) << QString::fromStdString(file.string())
                                            << QString::fromStdString(folder.string());
        }
    }
    void aGgufFixtureAgreesWithItsFolder()
    {
        REQUIRE_FIXTURES(root);
        QVERIFY(fs::exists(root / "gguf"));
        QFETCH(QString, file);
        QFETCH(QString, folder);

        const ModelConfig gguf = readConfig(*engine::GgufFile::open(file.toStdString()));
        const ModelConfig json = readConfig(fs::path(folder.toStdString()));

        QCOMPARE(gguf.layers, json.layers);
        QCOMPARE(gguf.hidden, json.hidden);
        QCOMPARE(gguf.heads, json.heads);
        QCOMPARE(gguf.kvHeads, json.kvHeads);
        QCOMPARE(gguf.headDim, json.headDim);
        QCOMPARE(gguf.feedForward, json.feedForward);
        QCOMPARE(gguf.vocabulary, json.vocabulary);
        QCOMPARE(gguf.contextLength, json.contextLength);
        QCOMPARE(gguf.ropeTheta, json.ropeTheta);
        QCOMPARE(float(gguf.normEpsilon), float(json.normEpsilon));
        if (json.eos >= 0)
            QCOMPARE(gguf.eos, json.eos);
    }

    void publishedModelsHaveTheLayersThatTheyShould_data()
    {
        QTest::addColumn<size_t>("windowed");
        QTest::addColumn<size_t>("unrotated");
        QTest::addColumn<int64_t>("rotaryDims");
        QTest::addColumn<double>("attentionScale");
        const auto add = [](const char* name, size_t windowed, size_t unrotated, int64_t rotaryDims,
                             double attentionScale) {
            QTest::newRow(name) << windowed << unrotated << rotaryDims << attentionScale;
        };
        add("c4ai-command-r7b-12-2024", 24, 0, 128, 0);
        add("gemma-2-9b-it", 21, 0, 256, 1 / 16.0);
        add("gemma-3-1b-it", 22, 0, 256, 1 / 16.0);
        add("GLM-4-9B-0414", 0, 0, 64, 0);
        add("granite-3.3-2b-instruct", 0, 0, 64, 1 / 64.0);
        add("Llama-3.2-1B-Instruct", 0, 0, 64, 0);
        add("Ministral-3-8B-text", 0, 0, 128, 0);
        add("OLMo-2-1124-7B", 0, 0, 128, 0);
        add("Olmo-3-7B-Instruct", 24, 0, 128, 0);
        add("Phi-4-mini-instruct", 32, 0, 96, 0);
        add("SmolLM3-3B", 0, 9, 128, 0);
        add("starcoder2-3b", 30, 0, 128, 0);
    }
    void publishedModelsHaveTheLayersThatTheyShould()
    {
        QFETCH(size_t, windowed);
        QFETCH(size_t, unrotated);
        QFETCH(int64_t, rotaryDims);
        QFETCH(double, attentionScale);
        const auto published = tests::readJson(tests::dataFolder() / "published_configs.json");
        const ConfigFolder folder(published.at(QTest::currentDataTag()));

        const ModelConfig config = folder.read();

        QCOMPARE(config.windowedLayers.size(), windowed);
        QCOMPARE(config.unrotatedLayers.size(), unrotated);
        QCOMPARE(config.rotaryDims, rotaryDims);
        QCOMPARE(config.attentionScale, attentionScale);
        QCOMPARE(int64_t(engine::makePlan(config).blocks.size()), config.layers);
    }

    void aChoiceOfWhichOneIsKnownIsRefusedByName_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value"); // JSON
        QTest::newRow("norm") << "norm_type"
                              << "\"rms_norm\"";
        QTest::newRow("mlp") << "mlp_type"
                             << "\"gated\"";
        QTest::newRow("positions") << "position_embedding_type"
                                   << "\"alibi\"";
        QTest::newRow("parallel") << "use_parallel_block"
                                  << "false";
        QTest::newRow("share of a head") << "rotary_pct"
                                         << "0.5";
    }
    void aChoiceOfWhichOneIsKnownIsRefusedByName()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        nlohmann::json config = smallLlama();
        config[key.toStdString()] = nlohmann::json::parse(value.toStdString());

        const QString refusal = ConfigFolder(config).refusal();

        QVERIFY2(refusal.contains(key), qPrintable(refusal));
    }

    // Hunyuan: the base of the frequencies times alpha^(d / (d − 2)), whatever the length.
    void anAlphaRaisesTheBaseWhereAFamilyHasIt()
    {
        nlohmann::json config = smallLlama();
        config["rope_scaling"] = {{"type", "dynamic"}, {"factor", 1.0}, {"alpha", 1000.0}};
        QVERIFY(ConfigFolder(config).refusal().contains("alpha"));

        config["model_type"] = "hunyuan_v1_dense";
        config["norm_type"] = "rms";
        const ModelConfig read = ConfigFolder(config).read();
        QVERIFY(read.ropeScaling == engine::RopeScaling());
        QVERIFY(std::abs(read.ropeTheta / (1e4 * std::pow(1000.0, 16 / 14.0)) - 1) < 1e-9);

        config["rope_scaling"]["alpha"] = -1000.0; // not a number to this power
        QVERIFY(ConfigFolder(config).refusal().contains("base of its rotary frequencies"));
    }

    // EXAONE 4 has "LLLG" in addition to the types of its layers; layers without a window do not rotate.
    void aPatternMayBeSpelledOut()
    {
        nlohmann::json config = smallLlama();
        config["model_type"] = "exaone4";
        config["sliding_window"] = 32;
        config["sliding_window_pattern"] = "LG";
        config["layer_types"] = {"sliding_attention", "full_attention"};

        const ModelConfig read = ConfigFolder(config).read();

        QCOMPARE(read.windowedLayers, std::vector<int64_t>{0});
        const engine::ModelPlan plan = engine::makePlan(read);
        QVERIFY(plan.blocks[0].attention().rotary && !plan.blocks[1].attention().rotary);
        config.erase("layer_types");
        QVERIFY(!ConfigFolder(config).refusal().isEmpty());
    }

    void layersWithoutABaseDoNotRotate()
    {
        nlohmann::json config = smallLlama();
        config["model_type"] = "muse_glimmer_text";
        config["bos_token_id"] = 1;
        config["eos_token_id"] = 2;
        config["layer_types"] = {"sliding_attention", "full_attention"};
        config["layer_rope_theta"] = {10000.0, 0};
        config["post_norm_eps"] = 1e-7;

        const ModelConfig read = ConfigFolder(config).read();

        QCOMPARE(read.unrotatedLayers, std::vector<int64_t>{1});
        QCOMPARE(read.endNormEpsilon, 1e-7);
        QCOMPARE(read.attentionScale, 3.87 / std::sqrt(double(read.headDim)));
        config["layer_rope_theta"] = {10000.0};
        QVERIFY(ConfigFolder(config).refusal().contains("layer_rope_theta"));
        config["layer_rope_theta"] = {10000.0, 0};
        config["post_norm_eps"] = 2;
        QVERIFY(ConfigFolder(config).refusal().contains("epsilon"));
    }

    void factorsOfOtherFamiliesAreUnknown()
    {
        nlohmann::json config = smallLlama();
        config["logits_scaling"] = 4.0;

        const QString refusal = ConfigFolder(config).refusal();

        QVERIFY2(refusal.contains("logits_scaling"), qPrintable(refusal));
    }

    void aVisionPartIsNamedAsSuch()
    {
        REQUIRE_FIXTURES(root);
        int visionParts = 0;
        for (const fs::path& path : tests::entriesOf(root / "gguf")) {
            if (path.extension() != ".gguf")
                continue;
            const auto file = engine::GgufFile::open(path);
            if (architectureOf(*file) != "clip")
                continue;
            QVERIFY_EXCEPTION_THROWN(readConfig(*file), base::Error);
            ++visionParts;
        }
        QVERIFY(visionParts > 0);
    }

    void absentKeysTakeTheValuesOfTheirFamily()
    {
        // This is llava-1.5-7b as published: its text_config contains only what differs from llama.
        const ConfigFolder folder({{"model_type", "llava"}, {"image_token_index", 32000},
            {"pad_token_id", 32001}, {"vision_config", nlohmann::json::object()},
            {"text_config",
                {{"model_type", "llama"}, {"max_position_embeddings", 4096},
                    {"rms_norm_eps", 1e-05}, {"vocab_size", 32064}, {"torch_dtype", "float16"}}}});

        const ModelConfig config = folder.read();

        QCOMPARE(config.family, std::string("llama"));
        QCOMPARE(config.layers, 32);
        QCOMPARE(config.hidden, 4096);
        QCOMPARE(config.feedForward, 11008);
        QCOMPARE(config.kvHeads, 32);
        QCOMPARE(config.headDim, 128);
        QCOMPARE(config.vocabulary, 32064);
        QCOMPARE(config.imageToken, 32000);
        QCOMPARE(config.eos, 2);
        QCOMPARE(config.pad, 32001);
        QCOMPARE(config.weightType, std::string("F16"));
    }

    void aVisionModelMayLeaveOutWhatItsDecoderIs()
    {
        const ConfigFolder folder({{"model_type", "llava"},
            {"vision_config", nlohmann::json::object()}, {"text_config", {{"vocab_size", 32064}}}});
        QCOMPARE(folder.read().family, std::string("llama"));
        QCOMPARE(folder.read().imageToken, 32000);

        const ConfigFolder unknown({{"model_type", "nobody"},
            {"vision_config", nlohmann::json::object()}, {"text_config", {{"vocab_size", 32064}}}});
        QVERIFY2(unknown.refusal().contains("\"nobody\", is not supported"),
            qPrintable(unknown.refusal()));
        nlohmann::json nameless = smallLlama();
        nameless.erase("model_type");
        QCOMPARE(ConfigFolder(nameless).refusal(), QString("config.json has no model_type"));
    }

    void aFamilyWithoutARecordHasNoDefaults()
    {
        nlohmann::json config = smallLlama();
        config["model_type"] = "nobody";
        QCOMPARE(ConfigFolder(config).read().family, std::string("nobody"));

        config.erase("intermediate_size");
        const QString refusal = ConfigFolder(config).refusal();
        QVERIFY2(refusal.contains("\"nobody\", is not supported"), qPrintable(refusal));
    }

    void aWindowIsAbsentNullOrUnused()
    {
        nlohmann::json config = smallLlama();
        config["model_type"] = "mistral";
        config["num_key_value_heads"] = 2;
        QCOMPARE(ConfigFolder(config).read().slidingWindow, 4096);
        config["sliding_window"] = 32;
        QCOMPARE(ConfigFolder(config).read().slidingWindow, 32);
        config["use_sliding_window"] = false;
        QCOMPARE(ConfigFolder(config).read().slidingWindow, 0);
        config.erase("use_sliding_window");
        config["sliding_window"] = nullptr;
        QCOMPARE(ConfigFolder(config).read().slidingWindow, 0);
    }

    void theLayersWithAWindowAreThoseTransformersGivesOne()
    {
        nlohmann::json config = smallLlama(); // of two layers
        config["num_key_value_heads"] = 2;
        config["sliding_window"] = 32;
        QVERIFY(ConfigFolder(config).read().windowedLayers.empty());
        config["model_type"] = "mistral";
        QCOMPARE(ConfigFolder(config).read().windowedLayers, (std::vector<int64_t>{0, 1}));

        config["model_type"] = "qwen2";
        config["max_window_layers"] = 1;
        QCOMPARE(ConfigFolder(config).read().slidingWindow, 0);
        config["use_sliding_window"] = true;
        QCOMPARE(ConfigFolder(config).read().windowedLayers, std::vector<int64_t>{1});
        config["layer_types"] = {"sliding_attention", "full_attention"};
        QCOMPARE(ConfigFolder(config).read().windowedLayers, std::vector<int64_t>{0});
        const auto blocks = engine::makePlan(ConfigFolder(config).read()).blocks;
        QCOMPARE(blocks[0].attention().reach.window, 32);
        QCOMPARE(blocks[1].attention().reach.window, 0);

        config["layer_types"] = {"sliding_attention"};
        QVERIFY(ConfigFolder(config).refusal().contains("layer_types"));
        config["layer_types"] = {"full_attention", "linear_attention"};
        QVERIFY(ConfigFolder(config).refusal().contains("linear_attention"));
    }

    void theLayersWithExpertsAreThoseTransformersGivesSome()
    {
        nlohmann::json config = smallLlama();
        config["model_type"] = "qwen3_moe";
        config["num_hidden_layers"] = 4;
        ModelConfig read = ConfigFolder(config).read();
        QCOMPARE(read.expertCount, 128); // as the class of transformers has it
        QCOMPARE(read.expertsUsed, 8);
        QCOMPARE(read.expertFeedForward, 768);
        QVERIFY(!read.expertWeightsSumToOne && read.denseLayers.empty());

        config["num_local_experts"] = 6;
        config["num_experts_per_tok"] = 2;
        config["moe_intermediate_size"] = 24;
        config["norm_topk_prob"] = true;
        config["decoder_sparse_step"] = 2;
        config["mlp_only_layers"] = {3};
        read = ConfigFolder(config).read();
        QCOMPARE(read.expertCount, 6);
        QCOMPARE(read.denseLayers, (std::vector<int64_t>{0, 2, 3}));
        const auto blocks = engine::makePlan(read).blocks;
        QVERIFY(std::holds_alternative<engine::DensePlan>(blocks[0].mlp));
        const auto& experts = std::get<engine::ExpertsPlan>(blocks[1].mlp);
        QCOMPARE(experts.count, 6);
        QCOMPARE(experts.used, 2);
        QCOMPARE(experts.each.inner, 24);
        QVERIFY(experts.weighting.sumsToOne);

        for (const auto& [key, value] :
            {std::pair("num_experts_per_tok", 7), {"num_local_experts", 1 << 20},
                {"moe_intermediate_size", 0}, {"decoder_sparse_step", 0}}) {
            nlohmann::json wrong = config;
            wrong[key] = value;
            QVERIFY2(ConfigFolder(wrong).refusal().startsWith("config.json must have"), key);
        }
    }

    // Keys are [plain | rotated], values of another width, and the cache holds neither.
    void latentAttentionIsReadAndItsWidthsAreValidated()
    {
        nlohmann::json config = smallLlama();
        config.update({{"model_type", "deepseek_v3"}, {"num_key_value_heads", 4},
            {"kv_lora_rank", 24}, {"q_lora_rank", 40}, {"qk_nope_head_dim", 12},
            {"qk_rope_head_dim", 4}, {"v_head_dim", 20}, {"rms_norm_eps", 1e-5},
            {"rope_scaling",
                {{"type", "yarn"}, {"factor", 10}, {"mscale", 0.5}, {"mscale_all_dim", 1.5},
                    {"original_max_position_embeddings", 64}}}});

        const ModelConfig read = ConfigFolder(config).read();

        QCOMPARE(read.latentRank, 24);
        QCOMPARE(read.queryRank, 40);
        QCOMPARE(read.headDim, 12);
        QCOMPARE(read.rotaryDims, 4);
        QCOMPARE(read.valueDim, 20);
        const double ofAll = 0.15 * std::log(10.0) + 1, own = 0.05 * std::log(10.0) + 1;
        QVERIFY(std::abs(read.attentionScale - ofAll * ofAll / 4) < 1e-9);
        QVERIFY(std::abs(read.ropeScaling.attentionFactor - own / ofAll) < 1e-9);
        const auto plan = engine::makePlan(read).blocks.front().findLatentAttention()->shape();
        QCOMPARE(plan.kvHeads, 1);
        QCOMPARE(plan.headDim, 28);
        QCOMPARE(plan.valueDim, 24);
        QCOMPARE(engine::makeCacheShape(read).layers.front().bytesPerToken(engine::CacheType::F16),
            int64_t(28 * 2));
        config["q_lora_rank"] = nullptr;
        QCOMPARE(ConfigFolder(config).read().queryRank, 0);

        for (const auto& [key, value] :
            {std::pair("kv_lora_rank", 1 << 20), {"kv_lora_rank", -1}, {"q_lora_rank", -8},
                {"q_lora_rank", 1 << 28}, {"qk_nope_head_dim", 0}, {"qk_rope_head_dim", 3},
                {"qk_rope_head_dim", 1 << 20}, {"v_head_dim", 0}, {"v_head_dim", 1 << 20}}) {
            nlohmann::json wrong = config;
            wrong[key] = value;
            QVERIFY2(ConfigFolder(wrong).refusal().startsWith("config.json "), key);
        }
        nlohmann::json halves = config, alternating = config;
        halves["rope_interleave"] = false;
        alternating["moe_layer_freq"] = 2;
        QVERIFY(ConfigFolder(halves).refusal().contains("rope_interleave"));
        QVERIFY(ConfigFolder(alternating).refusal().contains("moe_layer_freq"));
    }

    void howExpertsAreChosenIsRead()
    {
        nlohmann::json config = smallLlama();
        config.update({{"model_type", "qwen3_moe"}, {"num_hidden_layers", 6}, {"num_experts", 12},
            {"num_experts_per_tok", 3}, {"moe_intermediate_size", 24}, {"scoring_func", "sigmoid"},
            {"use_expert_bias", true}, {"n_group", 4}, {"topk_group", 2},
            {"routed_scaling_factor", 2.5}, {"n_shared_experts", 2}, {"first_k_dense_replace", 1},
            {"moe_layer_end_index", 4}, {"moe_latent_size", 16}});
        ModelConfig read = ConfigFolder(config).read();
        QVERIFY(read.expertScoring == ModelConfig::Scoring::Sigmoid && read.expertChoiceBias);
        QCOMPARE(read.sharedFeedForward, 48);
        QVERIFY(!read.sharedIsGated);
        QCOMPARE(read.denseLayers, (std::vector<int64_t>{0, 5}));
        const auto plan = std::get<engine::ExpertsPlan>(engine::makePlan(read).blocks[1].mlp);
        QVERIFY(plan.weighting.scoring == kernels::ExpertWeighting::Scoring::Sigmoid);
        QCOMPARE(plan.weighting.groups, 4);
        QCOMPARE(plan.weighting.groupsUsed, 2);
        QCOMPARE(plan.weighting.factor, 2.5f);
        QCOMPARE(plan.latent, 16);
        QVERIFY(plan.hasChoiceBias && plan.shared && plan.shared->mlp.inner == 48);

        config["shared_expert_intermediate_size"] = 40;
        config["topk_method"] = "greedy";
        config["mlp_layer_types"] = {"sparse", "dense", "sparse", "sparse", "dense", "sparse"};
        read = ConfigFolder(config).read();
        QCOMPARE(read.sharedFeedForward, 40);
        QCOMPARE(read.expertGroups, 0);
        QCOMPARE(read.denseLayers, (std::vector<int64_t>{1, 4}));
    }

    void expertsThatCannotBeChosenAreRefused_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* key, const char* value, const char* message) {
            QTest::addRow("%s %s", key, value)
                << QString(key) << QString(value) << QString(message);
        };
        row("scoring_func", R"("sqrtsoftplus")", "scoring_func \"sqrtsoftplus\"");
        row("n_group", "5", "into groups of the same size, not into 5");
        row("n_group", "-1", "into groups of the same size");
        row("n_group", "6", "chooses more experts per token than its groups have");
        row("topk_group", "5", "the number of expert groups per token");
        row("topk_group", "0", "the number of expert groups per token");
        row("n_shared_experts", "-1", "from 0 to 1024 experts as n_shared_experts");
        row("n_shared_experts", "1000000000000000000", "as n_shared_experts");
        row("shared_expert_intermediate_size", "-3", "feed-forward size of shared experts");
        row("moe_latent_size", "2000000", "width of what experts read");
        row("mlp_layer_types", R"(["dense"])", "one for each layer as mlp_layer_types");
        row("mlp_layer_types", R"(["dense", "odd"])", "the MLP type \"odd\"");
        row("moe_layer_interval", "0", "a number above 0");
        row("moe_gate", R"("hash")", "moe_gate hash");
    }
    void expertsThatCannotBeChosenAreRefused()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, message);
        nlohmann::json config = smallLlama();
        config.update({{"model_type", "qwen3_moe"}, {"num_experts", 12}, {"num_experts_per_tok", 5},
            {"moe_intermediate_size", 24}, {"n_group", 4}, {"topk_group", 2}});
        QCOMPARE(ConfigFolder(config).refusal(), QString());

        config[key.toStdString()] = nlohmann::json::parse(value.toStdString());

        const QString refusal = ConfigFolder(config).refusal();
        QVERIFY2(refusal.contains(message), qPrintable(refusal));
    }

    void layersWithMambaAreReadFromEveryNotation()
    {
        const auto configOf = [](const char* name) {
            return tests::readJson(tests::dataFolder() / "models" / name / "config.json");
        };
        const std::vector<int64_t> states{0, 2}, mlps{1, 4}, mixers{0, 2, 3};
        nlohmann::json config = configOf("tiny-nemotron_h"); // M-M*-
        ModelConfig read = ConfigFolder(config).read();
        QCOMPARE(read.layers, 5);
        QVERIFY(read.stateLayers == states && read.mixerlessLayers == mlps);
        QVERIFY(read.mlplessLayers == mixers && read.expertCount == 0 && read.stateIsMamba);
        QCOMPARE(read.unrotatedLayers.size(), size_t(5));
        QCOMPARE(read.stateStepMin, 0.001);

        config.erase("hybrid_override_pattern");
        config.erase("num_hidden_layers"); // transformers 5
        config["layers_block_type"]
            = {"linear_attention", "mlp", "linear_attention", "full_attention", "mlp"};
        QVERIFY(ConfigFolder(config).read().mlplessLayers == mixers);
        config["layers_block_type"] = {"linear_attention", "mlp", "rnn"};
        QVERIFY(ConfigFolder(config).refusal().contains("rnn"));

        config = configOf("tiny-granitemoehybrid");
        read = ConfigFolder(config).read();
        QVERIFY(
            read.stateLayers == (std::vector<int64_t>{0, 1, 3}) && read.mixerlessLayers.empty());
        QCOMPARE(read.feedForward, 40);
        QCOMPARE(read.unrotatedLayers.size(), size_t(4));
        config["position_embedding_type"] = "rope";
        config["mamba_d_head"] = "auto";
        QVERIFY(ConfigFolder(config).read().unrotatedLayers.empty());
        QCOMPARE(ConfigFolder(config).read().stateValueDim, 8);
        QVERIFY(engine::makePlan(read).blocks[0].keepsState());
    }

    void anInfiniteStepIsNoLimit()
    {
        nlohmann::json config
            = tests::readJson(tests::dataFolder() / "models" / "tiny-falcon_h1" / "config.json");
        config["time_step_limit"] = {0.25, 4.5};
        const ModelConfig limited = ConfigFolder(config).read();
        QVERIFY(limited.stateStepMin == 0.25 && limited.stateStepMax == 4.5);
        config["time_step_limit"] = {0.25, {{"__float__", "Infinity"}}};
        QCOMPARE(ConfigFolder(config).read().stateStepMax, 0.0);

        const ConfigFolder folder(config);
        std::string text = config.dump();
        const std::string object = R"({"__float__":"Infinity"})";
        text.replace(text.find(object), object.size(), "Infinity"); // as Python writes it
        folder.write("config.json", text);
        QCOMPARE(folder.read().stateStepMax, 0.0);
        QCOMPARE(folder.read().stateStepMin, 0.25);
    }

    void impossibleSizesOfMambaAreRefused_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        const auto add = [](const char* key, const char* value) {
            QTest::addRow("%s %s", key, value) << QString(key) << QString(value);
        };
        add("mamba_n_heads", "0");
        add("mamba_n_heads", "1000000000000");
        add("mamba_n_groups", "4"); // of 6 heads
        add("mamba_n_groups", "-1");
        add("mamba_d_state", "257");
        add("mamba_d_head", "0");
        add("mamba_d_head", "1000000000000");
        add("mamba_d_conv", "1");
        add("mamba_d_conv", "9");
        add("mamba_d_ssm", "47");
        add("time_step_limit", "[1, 0]");
        add("time_step_limit", "[0]");
        add("ssm_multipliers", "[1, 1]");
        add("ssm_multipliers", "[1, 1, 1, 1, -1]");
        add("mlp_multipliers", "[1, 1, 1]");
        add("key_multiplier", "0");
        add("attention_in_multiplier", "\"a\"");
        add("mamba_use_mlp", "false");
    }
    void impossibleSizesOfMambaAreRefused()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        nlohmann::json config
            = tests::readJson(tests::dataFolder() / "models" / "tiny-falcon_h1" / "config.json");
        QCOMPARE(ConfigFolder(config).refusal(), QString());
        config[key.toStdString()] = nlohmann::json::parse(value.toStdString());

        QVERIFY(ConfigFolder(config).refusal().startsWith("config.json "));
    }

    void everyFieldOfAPublishedModelIsReadOrKnownToBeHarmless_data()
    {
        QTest::addColumn<QByteArray>("text");
        const auto published = tests::readJson(tests::dataFolder() / "published_configs.json");
        for (const auto& [name, config] : published.items())
            QTest::newRow(name.c_str()) << QByteArray::fromStdString(config.dump());
    }
    void everyFieldOfAPublishedModelIsReadOrKnownToBeHarmless()
    {
        QFETCH(QByteArray, text);
        nlohmann::json config = nlohmann::json::parse(text.toStdString());
        nlohmann::json& decoder = config.contains("text_config") ? config["text_config"] : config;
        QCOMPARE(ConfigFolder(config).refusal(), QString());
        QVERIFY(engine::isKnownFamily(ConfigFolder(config).read().family));

        decoder["spin"] = 2;
        QVERIFY(ConfigFolder(config).refusal().contains("has the field spin,"));
        decoder["spin"] = false;
        QCOMPARE(ConfigFolder(config).refusal(), QString());
    }

    void whatWouldChangeTheComputationIsRefusedByItsField_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::newRow("rotation of neighbours") << "rope_interleaved"
                                                << "true";
        QTest::newRow("norms of heads") << "qk_layer_norms"
                                        << "true";
        QTest::newRow("a cap") << "final_logit_softcapping"
                               << "30.0";
        QTest::newRow("quantised weights") << "quantization_config"
                                           << R"({"bits": 4})";
        QTest::newRow("bidirectional") << "is_causal"
                                       << "false";
        QTest::newRow("a field of the rotation")
            << "rope_scaling"
            << R"({"type": "yarn", "factor": 2, "spread": 0.7})";
        QTest::newRow("experts") << "num_local_experts"
                                 << "8";
    }
    void whatWouldChangeTheComputationIsRefusedByItsField()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        nlohmann::json config = smallLlama();
        config[key.toStdString()] = nlohmann::json::parse(value.toStdString());

        const QString refusal = ConfigFolder(config).refusal();
        config["model_type"] = "nobody";

        QVERIFY2(refusal.contains(value.contains("spread") ? "rope_scaling.spread" : key),
            qPrintable(refusal));
        QCOMPARE(ConfigFolder(config).refusal(), QString()); // it can be described
    }

    void howAFolderIsPackedIsNotRefusedWhereItIsUnpacked()
    {
        nlohmann::json config
            = tests::readJson(tests::dataFolder() / "models/tiny-llama/config.json");
        config["quantization_config"] = {{"quant_method", "fp8"}, {"activation_scheme", "dynamic"}};
        const ConfigFolder folder(config);
        fs::copy(tests::dataFolder() / "models/tiny-llama/model.safetensors", folder.path());
        tests::addTensors(folder.path() / "model.safetensors",
            {{"other.weight", {32, 32}, "F8_E4M3"}, {"other.weight_scale_inv", {1, 1}}});
        const auto weights = engine::openWeights(folder.path());

        QCOMPARE(weights->packing(), std::string("FP8"));
        QCOMPARE(readConfig(folder.path(), weights.get()).layers, 2);
    }

    void aFieldOfAGgufFileThatIsNotKnownIsRefusedByItsName()
    {
        tests::StarterCopy copy;
        tests::overwrite(copy.text, "llama.rope.freq_base", "llama.logit_softcap0");
        const auto file = engine::GgufFile::open(copy.write().toStdString());
        try {
            readConfig(*file);
            QFAIL("the field was passed over");
        } catch (const base::Error& error) {
            QVERIFY2(QString(error.what()).contains("llama.logit_softcap0"), error.what());
        }
    }

    // Its keys have names of their own, or are missing.
    void anUnknownArchitectureOfAGgufFileIsNamed()
    {
        tests::StarterCopy copy;
        const QByteArray length = asBytes(quint64(5));
        tests::overwrite(copy.text, length + "llama", length + "mamba");
        const auto file = engine::GgufFile::open(copy.write().toStdString());
        try {
            readConfig(*file);
            QFAIL("the file was read");
        } catch (const base::Error& error) {
            QVERIFY(error.kind() == base::ErrorKind::Unsupported);
            QVERIFY2(QString(error.what()).contains("\"mamba\", is not supported"), error.what());
        }
    }

    // A list instead of a number makes room for itself and keeps what follows aligned.
    void headCountsMayBeListed_data()
    {
        QTest::addColumn<QByteArray>("key");
        QTest::addColumn<bool>("isEqual");
        for (const char* key : {"attention.head_count", "attention.head_count_kv"})
            QTest::newRow(key) << QByteArray("llama.") + key << true;
        QTest::newRow("different") << QByteArray("llama.attention.head_count") << false;
    }
    void headCountsMayBeListed()
    {
        QFETCH(QByteArray, key);
        QFETCH(bool, isEqual);
        tests::StarterCopy copy;
        const ModelConfig expected = readConfig(*GgufFile::open(copy.write().toStdString()));
        const qsizetype type
            = copy.text.indexOf(asBytes(quint64(key.size())) + key) + 8 + key.size();
        QByteArray list = asBytes(quint32(9)) + asBytes(quint32(4)) + asBytes(quint64(6));
        for (int layer = 0; layer < 6; ++layer)
            list += asBytes(quint32(isEqual || layer == 0 ? copy.text[type + 4] : 1));
        copy.text.replace(type, 8, list);
        const auto file = GgufFile::open(copy.write().toStdString());

        if (!isEqual)
            QVERIFY_EXCEPTION_THROWN(readConfig(*file), base::Error);
        else
            QVERIFY(readConfig(*file) == expected);
    }

    void anIdOfAllOnesMeansNoToken_data()
    {
        QTest::addColumn<QByteArray>("token");
        for (const char* token : {"bos", "eos", "padding", "unknown"})
            QTest::newRow(token) << QByteArray(token);
    }
    void anIdOfAllOnesMeansNoToken()
    {
        QFETCH(QByteArray, token);
        tests::StarterCopy copy;
        const QByteArray key = "tokenizer.ggml." + token + "_token_id";
        const qsizetype place = copy.text.indexOf(key);
        QVERIFY(place > 0);
        copy.text.replace(place + key.size() + 4, 4, QByteArray(4, '\xff'));
        const auto file = GgufFile::open(copy.write().toStdString());

        const ModelConfig config = readConfig(*file);
        const auto tokenizer = engine::loadTokenizer(*file);

        QCOMPARE(config.bos < 0, token == "bos");
        QCOMPARE(config.eos < 0, token == "eos");
        QCOMPARE(tokenizer->bos() < 0, token == "bos");
        QCOMPARE(tokenizer->eos() < 0, token == "eos");
        QVERIFY(std::ranges::all_of(config.endTokens, [](int64_t id) { return id >= 0; }));
        QVERIFY(!tokenizer->encode("a red circle").empty());
    }

    void generationConfigSaysWhatEndsAnAnswer()
    {
        nlohmann::json config = smallLlama();
        config["eos_token_id"] = 7;
        const ConfigFolder folder(config);
        QCOMPARE(folder.read().endTokens, std::vector<int64_t>{7});

        folder.write("generation_config.json", "{\"eos_token_id\": [9, 7]}");
        QCOMPARE(folder.read().endTokens, (std::vector<int64_t>{9, 7}));
        QCOMPARE(folder.read().eos, 7);

        folder.write("generation_config.json", "{\"eos_token_id\": 9}");
        QCOMPARE(folder.read().eos, 9);
    }

    void nullAndMinusOneMeanNoToken()
    {
        nlohmann::json config = smallLlama();
        for (const nlohmann::json& none :
            {nlohmann::json(), nlohmann::json(-1), nlohmann::json(4294967295)}) {
            config["bos_token_id"] = none;
            config["eos_token_id"] = none;
            const ModelConfig read = ConfigFolder(config).read();

            QCOMPARE(read.bos, -1);
            QCOMPARE(read.eos, -1);
            QVERIFY(read.endTokens.empty());
        }
    }

    void everyRopeMethodIsRead()
    {
        using Kind = engine::RopeScaling::Kind;
        nlohmann::json config = smallLlama();
        config["rope_scaling"] = {{"type", "linear"}, {"factor", 2}};
        QVERIFY(ConfigFolder(config).read().ropeScaling.kind == Kind::Linear);

        config["rope_scaling"] = {{"rope_type", "yarn"}, {"factor", 4},
            {"original_max_position_embeddings", 128}, {"beta_fast", 16}};
        const auto yarn = ConfigFolder(config).read().ropeScaling;
        QVERIFY(yarn.kind == Kind::Yarn);
        QCOMPARE(yarn.originalContext, 128);
        QCOMPARE(yarn.betaFast, 16.0);
        QCOMPARE(yarn.betaSlow, 1.0);

        config["rope_scaling"] = {{"rope_type", "dynamic"}, {"factor", 2}};
        QVERIFY(ConfigFolder(config).read().ropeScaling.kind == Kind::Dynamic);

        config["rope_scaling"] = {{"rope_type", "spiral"}};
        QVERIFY(ConfigFolder(config).refusal().contains("spiral"));
    }

    void aWrongValueIsRefusedByItsKey_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("named");
        QTest::newRow("text for a number") << "hidden_size"
                                           << "\"big\""
                                           << "hidden_size";
        QTest::newRow("fraction") << "num_hidden_layers"
                                  << "1.5"
                                  << "num_hidden_layers";
        QTest::newRow("zero layers") << "num_hidden_layers"
                                     << "0"
                                     << "layers";
        QTest::newRow("too many layers") << "num_hidden_layers"
                                         << "100000"
                                         << "layers";
        QTest::newRow("negative size") << "hidden_size"
                                       << "-64"
                                       << "hidden size";
        QTest::newRow("beyond 63 bits") << "vocab_size"
                                        << "18446744073709551615"
                                        << "vocab_size";
        QTest::newRow("heads undivided") << "num_key_value_heads"
                                         << "3"
                                         << "heads";
        QTest::newRow("no kv heads") << "num_key_value_heads"
                                     << "0"
                                     << "heads";
        QTest::newRow("odd head") << "head_dim"
                                  << "3"
                                  << "rotate";
        QTest::newRow("huge head") << "head_dim"
                                   << "1000000"
                                   << "head";
        QTest::newRow("list") << "rms_norm_eps"
                              << "[1]"
                              << "rms_norm_eps";
        QTest::newRow("negative theta") << "rope_theta"
                                        << "-1"
                                        << "rotary";
        QTest::newRow("no object") << "rope_scaling"
                                   << "3"
                                   << "rope_scaling";
        QTest::newRow("eos too high") << "eos_token_id"
                                      << "100"
                                      << "token";
        QTest::newRow("eos no number") << "eos_token_id"
                                       << "[\"a\"]"
                                       << "eos_token_id";
        QTest::newRow("nested text") << "text_config"
                                     << "[]"
                                     << "text_config";
        QTest::newRow("type no text") << "model_type"
                                      << "7"
                                      << "model_type";
        QTest::newRow("rotated share") << "partial_rotary_factor"
                                       << "1e300"
                                       << "partial_rotary_factor";
        QTest::newRow("heads for other tokens") << "num_nextn_predict_layers"
                                                << "-1"
                                                << "multi-token prediction";
        QTest::newRow("kind of truth") << "tie_word_embeddings"
                                       << "1"
                                       << "tie_word_embeddings";
    }
    void aWrongValueIsRefusedByItsKey()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, named);
        nlohmann::json config = smallLlama();
        config[key.toStdString()] = nlohmann::json::parse(value.toStdString());

        const QString refusal = ConfigFolder(config).refusal();

        QVERIFY2(
            refusal.startsWith("config.json ") && refusal.contains(named), qPrintable(refusal));
    }

    void brokenJsonIsRefusedInOneSentence_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QByteArray("");
        QTest::newRow("half") << QByteArray("{\"model_type\": \"lla");
        QTest::newRow("list") << QByteArray("[1, 2]");
        QTest::newRow("infinity") << QByteArray(
            "{\"model_type\": \"llama\", \"rope_theta\": 1e999}");
        QTest::newRow("not a number") << QByteArray("{\"rope_theta\": NaN}");
        QTest::newRow("twice") << QByteArray(
            "{\"model_type\": \"llama\", \"model_type\": \"qwen2\"}");
        QTest::newRow("deep") << QByteArray("[").repeated(100000);
        QTest::newRow("bytes") << QByteArray("\xff\xfe\x00\x01", 4);
    }
    void brokenJsonIsRefusedInOneSentence()
    {
        QFETCH(QByteArray, text);
        const ConfigFolder folder(smallLlama());
        folder.write("config.json", text.toStdString());

        const QString refusal = folder.refusal();

        QVERIFY2(refusal.startsWith("config.json "), qPrintable(refusal));
        QVERIFY(!refusal.contains('\n'));
    }

    void everyFlippedBitOfAConfigIsAnAnswerOrASentence()
    {
        const ConfigFolder folder(smallLlama());
        const std::string text = smallLlama().dump();
        int taken = 0, refused = 0;
        for (size_t bit = 0; bit < text.size() * 8; ++bit) {
            std::string damaged = text;
            damaged[bit / 8] = char(damaged[bit / 8] ^ (1 << bit % 8));
            folder.write("config.json", damaged);
            folder.refusal().isEmpty() ? ++taken : ++refused;
        }
        QVERIFY(refused > 0);
        QCOMPARE(taken + refused, int(text.size() * 8));
    }
};

TESTS(ReadConfigTest, QCoreApplication);
#include "read_config_test.moc"

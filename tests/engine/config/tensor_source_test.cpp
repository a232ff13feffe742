#include "base/error.h"
#include "engine/config/tensor_names.h"
#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "engine/models/families/families.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QtTest>

#include <algorithm>

namespace fs = std::filesystem;
using engine::FileLayout;
using engine::TensorSource;

namespace {

// "smolvlm-F16.gguf" belongs to models/smolvlm.
fs::path folderOf(const fs::path& root, const std::string& name)
{
    return root / "models" / name.substr(0, name.find('-'));
}

std::vector<std::string> namesOf(std::string_view canonical)
{
    return engine::huggingFaceNames(engine::decoderTensorNames(), canonical);
}

// Experts whose gates and ups are together in the folder.
bool isJoined(const TensorSource& source, const std::string& name)
{
    const std::string prefix = name.substr(0, name.find("ffn_"));
    return name.find("_exps.") != std::string::npos
        && source.find(prefix + "ffn_gate_up_exps.weight");
}

// ".ffn_norm" of "blk.*.ffn_norm", else the name itself.
std::string_view lastPart(std::string_view name)
{
    const size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? name : name.substr(dot);
}

// A convolution may have a dimension of 1 in one file and not in the other.
std::vector<int64_t> withoutOnes(std::vector<int64_t> shape)
{
    std::erase(shape, 1);
    return shape;
}

// The name that a departing one of the family stands for.
std::string canonicalOf(const engine::Family& family, const std::string& name)
{
    for (const engine::GgufName& row : family.ggufTensors) {
        const std::string departing(lastPart(row.inFile));
        const size_t position = name.find(departing + ".");
        if (position != std::string::npos)
            return name.substr(0, position) + std::string(lastPart(row.canonical))
                + name.substr(position + departing.size());
    }
    return name;
}

bool holds(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

} // namespace

class TensorSourceTest : public QObject {
    Q_OBJECT

private slots:
    void everyTensorOfAGgufIsFoundInItsFolder()
    {
        REQUIRE_FIXTURE_FOLDER(files, "gguf");
        int tensors = 0;
        for (const auto& path : tests::entriesOf(files)) {
            const fs::path folder = folderOf(filesRoot, path.filename().string());
            if (path.extension() != ".gguf" || !fs::exists(folder))
                continue;
            const auto file = engine::GgufFile::open(path);
            const auto name = file->metadata().string("general.architecture").value_or("");
            const engine::Family* family = engine::findFamily(engine::familyTable, name);
            if (!family)
                continue;
            const TensorSource source(engine::openWeights(folder), FileLayout::HuggingFace,
                engine::decoderTensorNames(family->tensors));
            for (const auto& tensor : file->tensors()) {
                if (tensor.name == "rope_freqs.weight" || isJoined(source, tensor.name))
                    continue; // made from numbers of config.json, or arranged in another way
                const auto* found = source.find(canonicalOf(*family, tensor.name));
                QVERIFY2(found, tensor.name.c_str());
                QCOMPARE(withoutOnes(found->shape), withoutOnes(tensor.shape));
                ++tensors;
            }
        }
        QVERIFY(tensors > 0);
    }

    void everyPrefixOfRealCheckpointsIsTried()
    {
        const auto names = namesOf("blk.12.attn_q.weight");
        QCOMPARE(names.front(), std::string("model.layers.12.self_attn.q_proj.weight"));
        QVERIFY(holds(names, "language_model.model.layers.12.self_attn.q_proj.weight"));
        QVERIFY(holds(names, "model.language_model.layers.12.self_attn.q_proj.weight"));
        QVERIFY(holds(names, "model.text_model.layers.12.self_attn.q_proj.weight"));
        QVERIFY(holds(namesOf("output.weight"), "language_model.lm_head.weight"));
    }

    void namesOfAFamilyAreTriedFirst()
    {
        static constexpr engine::TensorName own[]
            = {{"blk.*.ffn_norm", "layers.*.pre_feedforward_layernorm"},
                {"blk.*.attn_q_norm", "layers.*.self_attn.q_norm"}};
        const engine::TensorNames names = engine::decoderTensorNames(own);

        const auto norms = engine::huggingFaceNames(names, "blk.7.ffn_norm.weight");
        QCOMPARE(norms.front(), std::string("model.layers.7.pre_feedforward_layernorm.weight"));
        QVERIFY(holds(norms, "model.layers.7.post_attention_layernorm.weight"));
        QCOMPARE(engine::huggingFaceNames(names, "blk.7.attn_q_norm.weight").front(),
            std::string("model.layers.7.self_attn.q_norm.weight"));
        QVERIFY(namesOf("blk.7.attn_q_norm.weight").empty());

        const auto rows = engine::canonicalNames(names);
        QCOMPARE(std::ranges::count(rows, std::string_view("blk.*.ffn_norm")), 1);
        QCOMPARE(engine::inBlock(rows.front(), 12), std::string("blk.12.ffn_norm"));
    }

    void expertsHaveNumbersOfTheirOwn()
    {
        static constexpr engine::TensorName own[]
            = {{"blk.*.ffn_up_exps", "layers.*.mlp.experts.#.up_proj"}};
        const auto names
            = engine::huggingFaceNames(engine::decoderTensorNames(own), "blk.7.ffn_up_exps.weight");
        QCOMPARE(engine::ofExpert(names.front(), 12),
            std::string("model.layers.7.mlp.experts.12.up_proj.weight"));
        QCOMPARE(engine::ofExpert("norm.weight", 12), std::string("norm.weight"));
        QCOMPARE(engine::ggufNameOfExpert("blk.7.ffn_up_exps.weight", 12),
            std::string("blk.7.ffn_up.12.weight"));
        QCOMPARE(engine::ggufNameOfExpert("blk.7.ffn_up.weight", 12), std::string());
    }

    void namesOfGgufFilesMayDepart()
    {
        static constexpr engine::GgufName departures[]
            = {{"blk.*.ffn_norm", "blk.*.post_attention_norm"},
                {"blk.*.attn_norm.bias", "blk.*.attn_shift"}};
        QCOMPARE(engine::ggufNames(departures, "blk.3.ffn_norm.weight"),
            std::vector<std::string>{"blk.3.post_attention_norm.weight"});
        QVERIFY(engine::ggufNames(departures, "blk.3.attn_norm.weight").empty());
        QCOMPARE(engine::ggufNames(departures, "blk.3.attn_norm.bias"),
            std::vector<std::string>{"blk.3.attn_shift"});
    }

    void theLayerOfATensorIsInItsName()
    {
        for (const char* name : {"blk.3.attn_q.weight", "blk.3.nextn.eh_proj.weight",
                 "layers.3.input_layernorm.weight", "model.layers.3.self_attn.q_proj.weight",
                 "language_model.model.layers.3.eh_proj.weight",
                 "model.language_model.layers.3.mlp.experts.7.up_proj.weight"})
            QCOMPARE(engine::layerIndex(name), std::optional<int64_t>(3));
        for (const char* name : {"", "blk.", "blk.3", "blk.x.attn_q.weight", "blk.-1.attn_q.weight",
                 "model.layers.weight", "token_embd.weight", "v.blk.3.ln1.weight",
                 "model.vision_tower.encoder.layers.3.norm.weight", "mtp.layers.3.norm.weight"})
            QVERIFY2(!engine::layerIndex(name), name);
        QVERIFY(*engine::layerIndex("blk.99999999999999999999.attn_q.weight") > 1'000'000);
    }

    void headsForMultiTokenPredictionAreKnownByTheirNames()
    {
        for (const char* name :
            {"blk.4.attn_q.weight", "blk.4.nextn.eh_proj.weight", "model.layers.4.eh_proj.weight",
                "model.layers.5.embed_tokens.weight", "model.language_model.layers.4.enorm.weight",
                "mtp.fc.weight", "mtp.layers.0.self_attn.q_proj.weight", "model.mtp.norm.weight",
                "model.mtp_block.0.mlp.up_proj.weight", "language_model.mtp.fc.weight"})
            QVERIFY2(engine::isMtpTensor(name, 4), name);
        for (const char* name : {"blk.3.attn_q.weight", "output.weight",
                 "model.layers.3.mlp.up_proj.weight", "model.embed_tokens.weight", "lm_head.weight",
                 "model.visual.blocks.9.norm1.weight", "v.blk.9.ln1.weight"})
            QVERIFY2(!engine::isMtpTensor(name, 4), name);
    }

    void anUnknownNameHasNoTranslation()
    {
        for (const char* name : {"", "blk.", "blk.1", "blk.1.", "blk..attn_q.weight", "nonsense",
                 ".weight", "blk.*.attn_q.weight", "blk.1x.attn_q", "v.blk.1.ln1.bias"})
            QVERIFY2(namesOf(name).empty(), name);
    }

    void aMissingTensorIsNamedAsTheFileWouldNameIt()
    {
        REQUIRE_FIXTURE_FOLDER(models, "models");
        QVERIFY(!fs::is_empty(models));
        for (const auto& folder : tests::entriesOf(models)) {
            const TensorSource source(engine::openWeights(folder), FileLayout::HuggingFace);
            QVERIFY(source.find("blk.999.attn_q.weight") == nullptr);
            try {
                source.require("blk.999.attn_q.weight");
                QFAIL("a tensor that is not there was found");
            } catch (const base::Error& error) {
                QVERIFY(QString(error.what()).contains("layers.999.self_attn.q_proj.weight"));
            }
        }
    }
};

TESTS(TensorSourceTest, QCoreApplication);
#include "tensor_source_test.moc"

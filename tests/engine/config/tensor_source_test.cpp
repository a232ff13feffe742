#include "engine/config/tensor_names.h"
#include "engine/config/tensor_source.h"
#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "kernels/error.h"
#include "tests/support/fixtures.h"

#include <QtTest>

#include <algorithm>
#include <set>

namespace fs = std::filesystem;
using engine::FileLayout;
using engine::TensorSource;

namespace {

// Decoders and projectors whose names are known in both layouts.
bool isKnown(const engine::GgufFile& file)
{
    static const std::set<std::string_view> known = {"llama", "qwen2", "qwen3", "idefics3", "mlp"};
    const auto& metadata = file.metadata();
    const auto projector = metadata.string("clip.projector_type");
    return known.contains(
        projector ? *projector : metadata.string("general.architecture").value_or(""));
}

// "mmproj-smolvlm-F16.gguf" belongs to models/smolvlm.
fs::path folderOf(const fs::path& root, std::string name)
{
    if (name.starts_with("mmproj-"))
        name = name.substr(7);
    return root / "models" / name.substr(0, name.find('-'));
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
        REQUIRE_FIXTURES(root);
        int tensors = 0;
        for (const auto& entry : fs::directory_iterator(root / "gguf")) {
            const fs::path folder = folderOf(root, entry.path().filename().string());
            if (entry.path().extension() != ".gguf" || !fs::exists(folder))
                continue;
            const auto file = engine::GgufFile::open(entry.path());
            if (!isKnown(*file))
                continue;
            const TensorSource source(engine::openWeights(folder), FileLayout::HuggingFace);
            for (const auto& tensor : file->tensors()) {
                if (tensor.name == "rope_freqs.weight")
                    continue; // made from numbers of config.json
                const auto* found = source.find(tensor.name);
                QVERIFY2(found, tensor.name.c_str());
                QCOMPARE(found->shape, tensor.shape);
                ++tensors;
            }
        }
        QVERIFY(tensors > 0);
    }

    void everyPrefixOfRealCheckpointsIsTried()
    {
        const auto names = engine::huggingFaceNames("blk.12.attn_q.weight");
        QCOMPARE(names.front(), std::string("model.layers.12.self_attn.q_proj.weight"));
        QVERIFY(holds(names, "language_model.model.layers.12.self_attn.q_proj.weight"));
        QVERIFY(holds(names, "model.language_model.layers.12.self_attn.q_proj.weight"));
        QVERIFY(holds(names, "model.text_model.layers.12.self_attn.q_proj.weight"));
        QVERIFY(holds(engine::huggingFaceNames("output.weight"), "language_model.lm_head.weight"));
        QVERIFY(holds(engine::huggingFaceNames("v.blk.0.ln1.bias"),
            "vision_tower.vision_model.encoder.layers.0.layer_norm1.bias"));
        QVERIFY(holds(engine::huggingFaceNames("mm.0.weight"),
            "model.multi_modal_projector.linear_1.weight"));
        QVERIFY(holds(engine::huggingFaceNames("v.class_embd"),
            "vision_tower.vision_model.embeddings.class_embedding"));
    }

    void anUnknownNameHasNoTranslation()
    {
        for (const char* name : {"", "blk.", "blk.1", "blk.1.", "blk..attn_q.weight", "nonsense",
                 ".weight", "v.blk.", "v.blk.1.nonsense.bias"})
            QVERIFY2(engine::huggingFaceNames(name).empty(), name);
    }

    void aMissingTensorIsNamedAsTheFileWouldNameIt()
    {
        REQUIRE_FIXTURES(root);
        QVERIFY(!fs::is_empty(root / "models"));
        for (const auto& entry : fs::directory_iterator(root / "models")) {
            const TensorSource source(engine::openWeights(entry.path()), FileLayout::HuggingFace);
            QVERIFY(source.find("blk.999.attn_q.weight") == nullptr);
            try {
                source.require("blk.999.attn_q.weight");
                QFAIL("a tensor that is not there was found");
            } catch (const kernels::Error& error) {
                QVERIFY(QString(error.what()).contains("layers.999.self_attn.q_proj.weight"));
            }
        }
    }
};

QTEST_GUILESS_MAIN(TensorSourceTest)
#include "tensor_source_test.moc"

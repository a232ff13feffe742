#include "engine/config/tensor_names.h"
#include "engine/files/gguf_file.h"
#include "engine/files/open_weights.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"
#include "vision/towers/towers.h"

#include <QTest>

#include <algorithm>

namespace fs = std::filesystem;

namespace {

bool holds(const std::vector<std::string>& names, const std::string& name)
{
    return std::ranges::find(names, name) != names.end();
}

} // namespace

// What checkpoints call the tensors of towers and projectors.
class TowerNamesTest : public QObject {
    Q_OBJECT

private slots:
    void everyTensorOfAnMmprojIsFoundInItsFolder()
    {
        REQUIRE_FIXTURES(root);
        int compared = 0;
        for (const vision::TowerFamily* family : vision::towerTable)
            for (const char* model : {"gemma3", "llava", "pixtral", "smolvlm"}) {
                const auto file = engine::GgufFile::open(
                    root / "gguf" / ("mmproj-" + std::string(model) + "-F16.gguf"));
                const auto projector = file->metadata().string("clip.projector_type");
                if (vision::towerFamilyOfProjector(projector.value_or("mlp"), *file) != family)
                    continue;
                ++compared;
                const engine::TensorSource source(engine::openWeights(root / "models" / model),
                    engine::FileLayout::HuggingFace, vision::towerTensorNames(*family));
                for (const auto& tensor : file->tensors()) {
                    if (tensor.name == "v.token_embd.img_break")
                        continue; // the decoder's
                    const auto* found = source.find(tensor.name);
                    QVERIFY2(found, tensor.name.c_str());
                    QCOMPARE(found->shape, tensor.shape);
                }
            }
        QCOMPARE(compared, 4);
    }

    void everyPrefixOfRealCheckpointsIsTried()
    {
        const auto names = [](std::string_view canonical) {
            return engine::huggingFaceNames(
                vision::towerTensorNames(vision::llavaFamily), canonical);
        };
        QVERIFY(holds(names("v.blk.0.ln1.bias"),
            "vision_tower.vision_model.encoder.layers.0.layer_norm1.bias"));
        QVERIFY(holds(names("mm.0.weight"), "model.multi_modal_projector.linear_1.weight"));
        QVERIFY(
            holds(names("v.class_embd"), "vision_tower.vision_model.embeddings.class_embedding"));
        for (const char* unknown : {"v.blk.", "v.blk.1.nonsense.bias", "mm.model.fc.weight"})
            QVERIFY2(names(unknown).empty(), unknown);
    }
};

TESTS(TowerNamesTest, QCoreApplication);
#include "tower_names_test.moc"

#include "runtime/models/model_facts.h"
#include "tests/support/memory_weights.h"
#include "tests/support/test_program.h"

#include <QTest>

using runtime::FormBytes;
using runtime::WeightBytes;

namespace {

int64_t sum(const FormBytes& bytes)
{
    int64_t sum = 0;
    for (const auto& [form, count] : bytes)
        sum += count;
    return sum;
}

// Each matrix has another number of f32 numbers.
WeightBytes counted(const std::vector<std::string>& names, bool headIsEmbedding, bool hasTower)
{
    tests::MemoryWeights file;
    for (size_t i = 0; i < names.size(); ++i)
        file.add(names[i], {int64_t(1) << i, 8});
    file.add("output_norm.weight", {8});
    return runtime::countWeights(file, headIsEmbedding, hasTower, 1);
}

constexpr int64_t row = 8 * 4; // bytes

} // namespace

// Tests which weights a token is multiplied with, by the names of tensors.
class WeightBytesTest : public QObject {
    Q_OBJECT

private slots:
    void namesTellWhatIsDone_data()
    {
        QTest::addColumn<QStringList>("names");
        QTest::newRow("GGUF") << QStringList{"token_embd.weight", "output.weight",
            "blk.0.attn_q.weight", "blk.0.ffn_gate_exps.weight", "blk.0.ffn_gate_inp.weight"};
        QTest::newRow("old GGUF") << QStringList{"token_embd.weight", "output.weight",
            "blk.0.attn_q.weight", "blk.0.ffn_gate.3.weight", "blk.0.ffn_gate_inp.weight"};
        QTest::newRow("checkpoint") << QStringList{"model.embed_tokens.weight", "lm_head.weight",
            "model.layers.0.self_attn.q_proj.weight",
            "model.layers.0.mlp.experts.7.gate_proj.weight", "model.layers.0.mlp.gate.weight"};
    }
    void namesTellWhatIsDone()
    {
        QFETCH(QStringList, names);
        std::vector<std::string> list;
        for (const QString& name : names)
            list.push_back(name.toStdString());

        const WeightBytes apart = counted(list, false, false);
        const WeightBytes tied = counted(list, true, false);

        QCOMPARE(sum(apart.dense), (4 + 16) * row);
        QCOMPARE(sum(apart.experts), 8 * row);
        QCOMPARE(sum(apart.head), 2 * row);
        QCOMPARE(sum(tied.head), 1 * row);
        QCOMPARE(sum(tied.dense), sum(apart.dense));
        QCOMPARE(apart.dense.begin()->first, (runtime::MatrixForm{kernels::DType::F32, 8}));
    }

    void theVisionPartIsByItself()
    {
        const std::vector<std::string> names{"model.embed_tokens.weight",
            "model.layers.0.self_attn.q_proj.weight", "visual.blocks.0.attn.qkv.weight",
            "model.vision_tower.patch.weight", "multi_modal_projector.linear_1.weight"};

        const WeightBytes seeing = counted(names, true, true);

        QCOMPARE(sum(seeing.tower), (4 + 8 + 16) * row);
        QCOMPARE(sum(seeing.dense), 2 * row);
        QCOMPARE(sum(seeing.head), 1 * row);
    }

    void headsOfMultiTokenPredictionAreNotCounted()
    {
        const WeightBytes plain
            = counted({"token_embd.weight", "blk.0.attn_q.weight"}, true, false);
        const WeightBytes ofGguf
            = counted({"token_embd.weight", "blk.0.attn_q.weight", "blk.1.attn_q.weight",
                          "blk.1.nextn.eh_proj.weight", "blk.1.ffn_gate_exps.weight"},
                true, false);
        const WeightBytes ofFolder = counted(
            {"model.embed_tokens.weight", "model.layers.0.self_attn.q_proj.weight", "mtp.fc.weight",
                "model.layers.1.shared_head.head.weight", "model.mtp_block.0.mlp.up_proj.weight"},
            true, false);

        for (const WeightBytes& bytes : {ofGguf, ofFolder}) {
            QCOMPARE(sum(bytes.dense), sum(plain.dense));
            QCOMPARE(sum(bytes.head), sum(plain.head));
            QCOMPARE(sum(bytes.experts), 0);
        }
    }

    void theBuiltInModelIsCountedWhole()
    {
        const runtime::ModelFacts starter = runtime::readModelFacts({});
        const WeightBytes& weights = starter.weights;

        const int64_t matrices = sum(weights.dense) + sum(weights.head);
        QVERIFY(matrices <= starter.weightBytes);
        QVERIFY(double(matrices) > 0.98 * double(starter.weightBytes));
        QVERIFY(sum(weights.tower) <= starter.towerBytes);
        QVERIFY(double(sum(weights.tower)) > 0.95 * double(starter.towerBytes));
    }
};

TESTS(WeightBytesTest);
#include "weight_bytes_test.moc"

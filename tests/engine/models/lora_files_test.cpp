#include "engine/models/lora_adapter.h"
#include "tests/engine/models/adapter_folder.h"
#include "tests/engine/models/model_under_test.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using base::ErrorKind;
using engine::LoraAdapter;
using nlohmann::json;
using tests::errorOf;

// Adapter files with false claims, or that ask for what this version lacks, are rejected with a message.
class LoraFilesTest : public QObject {
    Q_OBJECT

private slots:
    void settingsThatCannotBeMetAreRefused_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("value"); // JSON
        QTest::addColumn<QString>("sentence");
        QTest::newRow("DoRA") << "use_dora"
                              << "true"
                              << "DoRA";
        QTest::newRow("another method") << "peft_type"
                                        << "\"IA3\""
                                        << "IA3";
        QTest::newRow("PiSSA") << "init_lora_weights"
                               << "\"pissa_niter_4\""
                               << "pissa_niter_4";
        QTest::newRow("biases") << "lora_bias"
                                << "true"
                                << "lora_bias";
        QTest::newRow("more layers") << "layer_replication"
                                     << "[[0, 2]]"
                                     << "layer_replication";
        QTest::newRow("pattern") << "alpha_pattern"
                                 << "{\".*q_proj\": 3}"
                                 << ".*q_proj";
        QTest::newRow("no rank") << "r"
                                 << "null"
                                 << "rank";
        QTest::newRow("rank 0") << "r"
                                << "0"
                                << "rank";
        QTest::newRow("another rank") << "r"
                                      << "3"
                                      << "the rank 3, but its matrices have the rank 2";
        QTest::newRow("its own rank") << "rank_pattern"
                                      << "{\"q_proj\": 5}"
                                      << "the rank 5";
        QTest::newRow("rank of a pattern") << "rank_pattern"
                                           << "{\"q_proj\": -5}"
                                           << "q_proj";
        QTest::newRow("two ranks") << "rank_pattern"
                                   << "{\"q_proj\": 2, \"self_attn.q_proj\": 3}"
                                   << "two values";
        QTest::newRow("alpha") << "lora_alpha"
                               << "\"16\""
                               << "lora_alpha";
        QTest::newRow("huge alpha") << "lora_alpha"
                                    << "1e300"
                                    << "lora_alpha";
        QTest::newRow("alphas") << "alpha_pattern"
                                << "[1]"
                                << "alpha_pattern";
    }
    void settingsThatCannotBeMetAreRefused()
    {
        QFETCH(QString, key);
        QFETCH(QString, value);
        QFETCH(QString, sentence);
        tests::AdapterFolder folder;
        folder.addPair("model.layers.0.self_attn.q_proj", 32, 32);
        folder.config[key.toStdString()] = json::parse(value.toStdString());

        const auto error = errorOf([&] { LoraAdapter::load(folder.write()); });

        QVERIFY(error);
        QVERIFY2(QString(error->what()).contains(sentence), error->what());
        QVERIFY2(QString(error->what()).contains("adapter_config.json"), error->what());
    }

    void patternsOfPlainNamesCount()
    {
        tests::AdapterFolder folder;
        folder.addPair("model.layers.0.self_attn.q_proj", 32, 32, 5);
        folder.addPair("model.layers.1.self_attn.q_proj", 32, 32, 5);
        folder.config["use_rslora"] = true;
        folder.config["rank_pattern"] = {{"q_proj", 5}};
        folder.config["alpha_pattern"] = {{"layers.1.self_attn.q_proj", 10}};

        const auto adapter = LoraAdapter::load(folder.write());

        QCOMPARE(adapter->find("model.layers.0.self_attn.q_proj")->factor, 2 / std::sqrt(5.0f));
        QCOMPARE(adapter->find("model.layers.1.self_attn.q_proj")->factor, 10 / std::sqrt(5.0f));
        QVERIFY(!adapter->find("q_proj"));
    }

    void tensorsThatAreNoPairsAreRefused_data()
    {
        QTest::addColumn<QString>("tensor");
        QTest::addColumn<QList<int>>("shape");
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("sentence");
        const QString q = "base_model.model.model.layers.1.self_attn.q_proj";
        const QList<int> vector{32}, pair{2, 32};
        QTest::newRow("DoRA") << q + ".lora_magnitude_vector" << vector << "F32"
                              << "DoRA";
        QTest::newRow("whole module")
            << "base_model.model.lm_head.weight" << QList<int>{64, 32} << "F32"
            << "lm_head.weight";
        QTest::newRow("bias") << q + ".bias" << vector << "F32"
                              << "q_proj.bias";
        QTest::newRow("bias of a pair") << q + ".lora_B.bias" << vector << "F32"
                                        << "lora_B.bias";
        QTest::newRow("one side") << q + ".lora_A.weight" << pair << "F32"
                                  << "lacks lora_B";
        QTest::newRow("vector") << q + ".lora_A.weight" << vector << "F32"
                                << "1 dimensions";
        QTest::newRow("cube") << q + ".lora_A.weight" << QList<int>{2, 2, 2} << "F32"
                              << "3 dimensions";
        QTest::newRow("empty") << q + ".lora_A.weight" << QList<int>{0, 32} << "F32"
                               << "empty";
        QTest::newRow("integers") << q + ".lora_A.weight" << pair << "I32"
                                  << "integers";
        QTest::newRow("twice") << "model.layers.0.self_attn.q_proj.lora_A.weight" << pair << "F32"
                               << "second time";
        QTest::newRow("copy without a pair")
            << q + ".base_layer.weight" << QList<int>{32, 32} << "F32"
            << "lacks lora_A";
        QTest::newRow("nonsense") << "\n"
                                  << vector << "F32"
                                  << "?";
    }
    void tensorsThatAreNoPairsAreRefused()
    {
        QFETCH(QString, tensor);
        QFETCH(QList<int>, shape);
        QFETCH(QString, type);
        QFETCH(QString, sentence);
        tests::AdapterFolder folder;
        folder.addPair("model.layers.0.self_attn.q_proj", 32, 32);
        folder.add(tensor.toStdString(), {shape.begin(), shape.end()}, type.toStdString());

        const auto error = errorOf([&] { LoraAdapter::load(folder.write()); });

        QVERIFY(error);
        QVERIFY2(QString(error->what()).contains(sentence), error->what());
    }

    void ranksOfTheTwoSidesMustAgree()
    {
        tests::AdapterFolder folder;
        folder.add("base_model.model.lm_head.lora_A.weight", {2, 32});
        folder.add("base_model.model.lm_head.lora_B.weight", {64, 3});

        const auto error = errorOf([&] { LoraAdapter::load(folder.write()); });

        QVERIFY(error && error->kind() == ErrorKind::BadFile);
        QVERIFY2(QString(error->what()).contains("lm_head"), error->what());
    }

    void filesThatAreMissingAreNamed()
    {
        QTemporaryDir empty;
        const auto error = errorOf([&] { LoraAdapter::load(empty.path().toStdString()); });

        QVERIFY(error && error->kind() == ErrorKind::BadFile);
        QVERIFY2(QString(error->what()).contains("adapter_config.json"), error->what());
    }
};

TESTS(LoraFilesTest);
#include "lora_files_test.moc"

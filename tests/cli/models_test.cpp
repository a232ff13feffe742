#include "tests/support/added_tensors.h"
#include "tests/support/model_copies.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QFileInfo>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using tests::resource;
using tests::runCli;

// `vignette-cli models inspect` and `convert`.
class ModelsTest : public QObject {
    Q_OBJECT

    static const QJsonObject firstObject(const tests::ProgramResult& result)
    {
        return result.jsonLines().value(0);
    }

private slots:
    void aModelIsDescribed()
    {
        const QString file = resource("starter/vignette-starter.gguf");

        const auto result = runCli({"models", "inspect", "--json", file});

        QCOMPARE(result.exitCode, 0);
        const QJsonObject row = firstObject(result);
        QCOMPARE(row["file"].toString(), file);
        QCOMPARE(row["decoder"]["architecture"].toString(), QString("llama"));
        QVERIFY(row["decoder"]["runs_here"].toBool());
        QVERIFY(row["parameters"].toInteger() > 1'000'000);
        QVERIFY(row["tensors"].toInt() > 10);
    }

    void aVisionPartAFolderAndALoneWeightFileAreDescribed()
    {
        const tests::TinyFolder tiny;

        const auto vision = runCli(
            {"models", "inspect", "--json", resource("starter/mmproj-vignette-starter.gguf")});
        const auto folder = runCli({"models", "inspect", "--json", tiny.path()});
        const auto weights
            = runCli({"models", "inspect", "--json", tiny.path("model.safetensors")});

        QVERIFY(firstObject(vision)["vision"]["layers"].toInt() > 0);
        QCOMPARE(firstObject(folder)["decoder"]["layers"].toInt(), 2);
        QCOMPARE(firstObject(weights)["tensors"], firstObject(folder)["tensors"]);
        QCOMPARE(weights.exitCode, 0);
    }

    void aModelThatDoesNotRunSaysWhy()
    {
        tests::StarterCopy copy;
        tests::overwrite(copy.text, "llama", "lambs"); // general.architecture
        copy.text.replace("llama.", "lambs.");

        const auto result = runCli({"models", "inspect", "--json", copy.write()});

        QCOMPARE(result.exitCode, 1);
        const QJsonObject row = firstObject(result);
        QVERIFY2(row["problem"].toString().contains("lambs"), result.output + result.errors);
        QVERIFY(!row["decoder"]["runs_here"].toBool());
    }

    void aDescriptionIsReadableWithoutJson()
    {
        const auto result
            = runCli({"models", "inspect", resource("starter/vignette-starter.gguf")});

        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.output.contains("architecture: llama"));
    }

    void aConvertedModelGivesTheSameTokensAndLogits()
    {
        const tests::TinyFolder tiny;
        QTemporaryDir folder;
        const QString target = folder.filePath("tiny.gguf");

        const auto converted = runCli(
            {"models", "convert", tiny.path(), "--output", target, "--type", "F32", "--json"});

        QVERIFY2(converted.exitCode == 0, converted.errors);
        QCOMPARE(firstObject(converted)["written"][0]["file"].toString(), target);
        QCOMPARE(
            firstObject(converted)["written"][0]["bytes"].toInteger(), QFileInfo(target).size());
        const QStringList tokens{"inspect", "tokens", "--json", "Hello, you.", "--model"};
        QCOMPARE(runCli(tokens + QStringList{target}).output,
            runCli(tokens + QStringList{tiny.path()}).output);
        const QStringList logits{"inspect", "logits", "--exact", "--ids", "1,3,4,5", "--model"};
        const QJsonValue actual = firstObject(runCli(logits + QStringList{target}))["logits"][0];
        const QJsonValue expected
            = firstObject(runCli(logits + QStringList{tiny.path()}))["logits"][0];
        QCOMPARE(actual.toArray().size(), 64);
        for (int token = 0; token < 64; ++token)
            QVERIFY(std::abs(actual[token].toDouble() - expected[token].toDouble()) < 1e-4);
    }

    void aHeadForMultiTokenPredictionIsLeftOut()
    {
        const tests::TinyFolder plain, folder;
        auto config
            = nlohmann::json::parse(tests::readFile(folder.path("config.json")).toStdString());
        config["num_nextn_predict_layers"] = 1;
        tests::writeFile(folder.path("config.json"), QByteArray::fromStdString(config.dump()));
        tests::addTensors(folder.path("model.safetensors").toStdString(),
            tests::mtpHead("model.layers.2.", "model.layers.2.", 32));
        QTemporaryDir out;

        const auto inspected = runCli({"models", "inspect", "--json", folder.path()});
        const auto converted = runCli({"models", "convert", folder.path(), "--output",
            out.filePath("tiny.gguf"), "--type", "F32"});

        QVERIFY2(inspected.exitCode == 0, inspected.errors + inspected.output);
        const QJsonObject row = firstObject(inspected);
        const QJsonObject without
            = firstObject(runCli({"models", "inspect", "--json", plain.path()}));
        QCOMPARE(row["decoder"]["layers"].toInt(), 2);
        QCOMPARE(row["decoder"]["mtp_layers"].toInt(), 1);
        QCOMPARE(row["mtp_tensors"].toInt(), 12);
        for (const char* same : {"tensors", "parameters", "weight_bytes", "memory_bytes"})
            QCOMPARE(row[same], without[same]);
        QVERIFY2(converted.exitCode == 0, converted.errors);
        QVERIFY2(converted.errors.contains("multi-token prediction head"), converted.errors);
        const QJsonObject written
            = firstObject(runCli({"models", "inspect", "--json", out.filePath("tiny.gguf")}));
        QCOMPARE(written["decoder"]["mtp_layers"].toInt(), 0);
        QCOMPARE(written["decoder"]["layers"].toInt(), 2);
        QVERIFY(!written.contains("mtp_tensors"));
    }

    void whatCannotBeDoneIsSaidInOneSentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("no action") << QStringList{} << 2;
        QTest::newRow("unknown action") << QStringList{"praise"} << 2;
        QTest::newRow("nothing to inspect") << QStringList{"inspect"} << 2;
        QTest::newRow("no such model") << QStringList{"inspect", "/no/such.gguf"} << 1;
        QTest::newRow("a picture") << QStringList{"inspect", resource("samples/one-1.png")} << 1;
        QTest::newRow("no output") << QStringList{"convert", "/tmp"} << 2;
        QTest::newRow("no such type")
            << QStringList{"convert", "/tmp", "--output", "/tmp/x.gguf", "--type", "Q9"} << 2;
        QTest::newRow("no model in the folder")
            << QStringList{"convert", resource("samples"), "--output", "/no/such/x.gguf"} << 1;
    }
    void whatCannotBeDoneIsSaidInOneSentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);

        const auto result = runCli(QStringList{"models"} + arguments);

        QVERIFY2(result.exitCode == exitCode, result.errors);
        QVERIFY(!result.errors.trimmed().isEmpty());
        QCOMPARE(result.errors.trimmed().count('\n'), 0);
        QVERIFY(result.output.isEmpty());
    }

    void aFailedConversionLeavesNoFile()
    {
        const tests::TinyFolder tiny;
        tests::writeFile(tiny.path("tokenizer.json"), "{]");
        QTemporaryDir folder;

        const auto result
            = runCli({"models", "convert", tiny.path(), "--output", folder.filePath("x.gguf")});

        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("tokenizer.json"), result.errors);
        QVERIFY(QDir(folder.path()).isEmpty());
    }
};

TESTS(ModelsTest, QCoreApplication);
#include "models_test.moc"

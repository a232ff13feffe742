#include "tests/engine/encoders/synthetic_encoder.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using tests::ProgramResult;
using tests::runCli;
using tests::SyntheticEncoder;

// `vignette-cli inspect embed`, `inspect score` and `models convert` of encoders with random weights.
class EncodersTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    static nlohmann::json config(const char* family, const char* architecture)
    {
        return {{"model_type", family}, {"architectures", {architecture}},
            {"id2label", {{"0", "entailment"}, {"1", "contradiction"}}}};
    }

    static QString pathOf(const SyntheticEncoder& model)
    {
        return QString::fromStdString(model.folder().string());
    }

    static QJsonObject score(const QString& model)
    {
        const auto lines
            = runCli({"inspect", "score", "--model", model, "--json", "a b", "c d e"}).jsonLines();
        return lines.size() == 1 ? lines.first() : QJsonObject();
    }

private slots:
    void pairsOfTextsHaveScores()
    {
        const SyntheticEncoder model(config("roberta", "RobertaForSequenceClassification"), 2);

        const QJsonObject row = score(pathOf(model));

        QCOMPARE(row.keys(), QStringList({"first", "ids", "labels", "logits", "scores", "second"}));
        QCOMPARE(row["labels"].toArray(), QJsonArray({"entailment", "contradiction"}));
        QCOMPARE(row["ids"].toArray().size(), 5 + 3);
        const QJsonArray scores = row["scores"].toArray();
        QVERIFY(std::abs(scores[0].toDouble() + scores[1].toDouble() - 1) < 1e-5);
        const ProgramResult shown
            = runCli({"inspect", "score", "--model", pathOf(model), "a b", "c d e"});
        QVERIFY(shown.output.contains("contradiction "));
        QCOMPARE(runCli({"inspect", "score", "--model", pathOf(model), "a"}).exitCode, 2);
        QCOMPARE(runCli({"inspect", "embed", "--model", pathOf(model), "a"}).exitCode, 1);
    }

    void tokensHaveLogits()
    {
        const SyntheticEncoder model(config("bert", "BertForQuestionAnswering"), 2);

        const QJsonObject row = score(pathOf(model));

        QCOMPARE(row["labels"].toArray(), QJsonArray({"start", "end"}));
        QCOMPARE(row["logits"].toArray().size(), 8);
        QCOMPARE(row["types"].toArray().last().toInt(), 1);
    }

    void textsCanHaveThePromptOfAKind()
    {
        const SyntheticEncoder model(nlohmann::json{{"model_type", "nomic_bert"}});
        std::ofstream(model.folder() / "config_sentence_transformers.json")
            << R"({"prompts": {"query": "q "}})";
        const auto embed = [&](const QStringList& more) {
            return runCli(QStringList{"inspect", "embed", "--model", pathOf(model)} + more);
        };

        QCOMPARE(embed({"--prompt", "query", "a"}).output, embed({"q a"}).output);
        QCOMPARE(embed({"--prompt", "other", "a"}).exitCode, 2);
    }

    void convertedEncodersGiveTheSame()
    {
        const SyntheticEncoder model(config("roberta", "RobertaForSequenceClassification"), 2);
        const QString file = m_folder.filePath("model.gguf");

        const ProgramResult converted
            = runCli({"models", "convert", pathOf(model), "--output", file, "--type", "F32"});

        QCOMPARE(converted.exitCode, 0);
        const QJsonObject before = score(pathOf(model)), after = score(file);
        QCOMPARE(after["labels"], before["labels"]);
        QCOMPARE(after["ids"], before["ids"]);
        for (int label = 0; label < 2; ++label)
            QVERIFY(std::abs(after["logits"].toArray()[label].toDouble()
                        - before["logits"].toArray()[label].toDouble())
                < 1e-4);
    }

    void statementsAreCheckedByFactsOrByAModel()
    {
        nlohmann::json labels = config("roberta", "RobertaForSequenceClassification");
        labels["id2label"] = {{"0", "neutral"}, {"1", "entailment"}, {"2", "contradiction"}};
        const SyntheticEncoder model(labels, 3);
        const QString pairs = m_folder.filePath("pairs.jsonl"), text = m_folder.filePath("text");
        std::ofstream(pairs.toStdString())
            << R"({"id": "a", "passage": "It costs 12.90 euros.", "statement": "It costs €12.90."})"
               "\n\n"
               R"({"id": 2, "passage": "It costs 12.90 euros.", "statement": "It costs €12.80."})";
        std::ofstream(text.toStdString()) << "It costs 12.90 euros.";

        const auto facts = runCli({"inspect", "support", "--pairs", pairs}).jsonLines();
        const auto read
            = runCli({"inspect", "support", "--pairs", pairs, "--checker", pathOf(model)})
                  .jsonLines();

        const QJsonObject right{
            {"id", "a"}, {"supported", true}, {"reason", QJsonValue::Null}, {"score", 1}};
        const QJsonObject wrong{{"id", 2}, {"supported", false},
            {"reason", "12.80 isn't in the passage"}, {"score", 0}};
        QCOMPARE(facts, QList({right, wrong}));
        QCOMPARE(read.size(), 2);
        QVERIFY(read[0]["score"].toDouble() > 0 && read[0]["score"].toDouble() < 1);
        QCOMPARE(read[1]["reason"], wrong["reason"]);
        const QStringList one{"inspect", "support", "--passage", text, "--statement"};
        QCOMPARE(runCli(one + QStringList{"It costs €12.90."}).output, QByteArray("supported\n"));
        QCOMPARE(runCli(QStringList{"inspect", "support", "--passage", text}).exitCode, 2);
        std::ofstream(pairs.toStdString()) << R"({"id": 1, "passage": "a"})";
        const ProgramResult broken = runCli({"inspect", "support", "--pairs", pairs});
        QCOMPARE(broken.exitCode, 1);
        QVERIFY2(broken.errors.contains("line 1"), broken.errors);
    }

    void whatNoFileCanHoldIsNamed()
    {
        const SyntheticEncoder bert(config("bert", "BertForSequenceClassification"), 2);
        const QString file = m_folder.filePath("none.gguf");

        const ProgramResult result = runCli({"models", "convert", pathOf(bert), "--output", file});

        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("bert") && result.errors.contains("pooler"), result.errors);
        QVERIFY(!QFile::exists(file));
    }
};

TESTS(EncodersTest, QCoreApplication);
#include "encoders_test.moc"

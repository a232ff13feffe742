#include "tests/support/model_copies.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include <cmath>

using tests::ProgramResult;
using tests::runCli;

// `--lora FOLDER[:SCALE]`, with every command that loads a model.
class LoraTest : public QObject {
    Q_OBJECT

    tests::TinyFolder m_model;
    QString m_adapters = tests::resource("../tests/data/lora/");

    ProgramResult logits(const QStringList& options) const
    {
        return runCli(
            QStringList({"inspect", "logits", "--model", m_model.path(), "--ids",
                "1,20,33,7,61,12,45,3", "--last", "2", "--cache-type", "fp32", "--exact", "--json"})
            + options);
    }

    // How far the last two rows are from those of tests/data/lora/expected.json.
    double difference(const QStringList& options, int expectedCase) const
    {
        const auto expected = QJsonDocument::fromJson(tests::readFile(m_adapters + "expected.json"))
                                  .object()["cases"][expectedCase]["logits"]
                                  .toArray();
        const auto lines = logits(options).jsonLines();
        if (lines.size() != 1)
            return INFINITY;
        const QJsonArray rows = lines.first()["logits"].toArray();
        double most = rows.size() == 2 ? 0 : INFINITY;
        for (int row = 0; row < int(rows.size()); ++row)
            for (int column = 0; column < 64; ++column)
                most = std::max(most,
                    std::abs(rows[row].toArray()[column].toDouble()
                        - expected[row].toArray()[column].toDouble()));
        return most;
    }

private slots:
    void adaptersActAsStronglyAsTheyAreTold()
    {
        QVERIFY(difference({"--lora", m_adapters + "llama-all"}, 0) < 1e-3);
        QVERIFY(difference({"--lora", m_adapters + "llama-all:-0.5"}, 1) < 1e-3);
        QVERIFY(difference({"--lora", m_adapters + "llama-all:0.75", "--lora",
                               m_adapters + "llama-parts:1.5"},
                    3)
            < 1e-3);
        QVERIFY(difference({}, 0) > 1);
    }

    void whatIsNoAdapterIsRefusedInASentence()
    {
        for (const QString& wrong :
            {m_adapters + "nowhere", m_adapters, m_adapters + "qwen2-tied:x", m_model.path()}) {
            const ProgramResult result = logits({"--lora", wrong});

            QCOMPARE(result.exitCode, 1);
            QVERIFY2(result.errors.contains("adapter_config.json"), result.errors);
        }
    }
};

TESTS(LoraTest);
#include "lora_test.moc"

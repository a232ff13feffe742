#include "tests/support/model_copies.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using tests::runCli;

// `vignette-cli eval`, with a random model whose tokens are letters.
class EvalTest : public QObject {
    Q_OBJECT

    const tests::TinyFolder m_model;
    QTemporaryDir m_folder;

    QString write(const QByteArray& text)
    {
        tests::writeFile(m_folder.filePath("text.txt"), text);
        return m_folder.filePath("text.txt");
    }

    QStringList arguments(const char* measure, const QByteArray& text)
    {
        return {"eval", measure, "--model", m_model.path(), "--chunk", "8", "--json", write(text)};
    }

    // −ln of the probability of each token after the first of the last `last`, from its logits.
    double surpriseOf(const QList<int>& ids, int last) const
    {
        QStringList texts;
        for (const int id : ids)
            texts << QString::number(id);
        const auto rows = runCli({"inspect", "logits", "--model", m_model.path(), "--ids",
                                     texts.join(','), "--last", QString::number(last + 1)})
                              .jsonLines()
                              .first()["logits"]
                              .toArray();
        double sum = 0;
        for (int token = 0; token < last; ++token) {
            const QJsonArray logits = rows[token].toArray();
            double total = 0;
            for (const QJsonValue& logit : logits)
                total += std::exp(logit.toDouble());
            sum += std::log(total) - logits[ids[ids.size() - last + token]].toDouble();
        }
        return sum;
    }

private slots:
    void perplexityIsThatOfTheModelsLogits()
    {
        // "a" is the token 3; <s> (1) is put before the text and in place of each chunk's first
        const double surprise = surpriseOf({1, 3, 4, 5, 6, 7, 8, 9}, 3)
            + surpriseOf({1, 11, 12, 13, 14, 15, 16, 17}, 3);

        const auto result = runCli(arguments("perplexity", "abcdefghijklmnop\n"));

        QCOMPARE(result.exitCode, 0);
        const QJsonObject figures = result.jsonLines().first();
        QCOMPARE(figures["tokens"].toInt(), 17);
        QCOMPARE(figures["chunks"].toInt(), 2);
        QCOMPARE(figures["scored"].toInt(), 6);
        QVERIFY(std::abs(figures["mean_surprise"].toDouble() - surprise / 6) < 1e-4);
        QVERIFY(std::abs(figures["perplexity"].toDouble() - std::exp(surprise / 6)) < 1e-2);
    }

    void aModelDoesNotDifferFromItself()
    {
        QStringList given = arguments("kl", "abcdefghijklmnopqrstuvwxyz");
        given << "--exact"
              << "--base" << m_model.path();

        const QJsonObject figures = runCli(given).jsonLines().first();

        QCOMPARE(figures["scored"].toInt(), 9);
        QCOMPARE(figures["greatest_kl"].toDouble(), 0.0);
        QCOMPARE(figures["same_top"].toDouble(), 1.0);
        QCOMPARE(figures["perplexity"].toDouble(), figures["base_perplexity"].toDouble());
    }

    void whatAPackedCacheCostsIsTold()
    {
        QStringList given = arguments("kl", "abcdefghijklmnopqrstuvwxyz");
        given << "--exact"
              << "--base" << m_model.path() << "--base-cache-type"
              << "fp32";
        const auto divergence = [&](const char* type) {
            return runCli(given + QStringList{"--cache-type", type})
                .jsonLines()
                .first()["mean_kl"]
                .toDouble();
        };

        QCOMPARE(divergence("fp32"), 0.0);
        QVERIFY(divergence("q4") > divergence("q8"));
        QVERIFY(divergence("q8") > 0);
    }

    void theBaseIsMultipliedInFullPrecision()
    {
        const QString quantized = m_folder.filePath("tiny-Q8_0.gguf");
        QCOMPARE(
            runCli({"models", "convert", m_model.path(), "--output", quantized, "--type", "Q8_0"})
                .exitCode,
            0);
        const QByteArray text = "abcdefghijklmnopqrstuvwxyz";
        const QStringList same{"--model", quantized, "--base", quantized};
        const QStringList kl{"eval", "kl", "--chunk", "8", "--json", write(text)};

        const QJsonObject fast = runCli(kl + same).jsonLines().first(),
                          exact = runCli(kl + same + QStringList{"--exact"}).jsonLines().first();

        QCOMPARE(exact["greatest_kl"].toDouble(), 0.0);
        QCOMPARE(fast["base_perplexity"].toDouble(), exact["perplexity"].toDouble());
    }

    void whatCannotBeComparedIsRefused()
    {
        const QByteArray text = "abcdefghijklmnopqrstuvwxyz";
        QStringList other = arguments("kl", text);
        other << "--base" << tests::resource("starter/vignette-starter.gguf");

        QCOMPARE(runCli(other).exitCode, 1);
        QVERIFY(runCli(other).errors.contains("different tokens"));
        QCOMPARE(runCli(arguments("kl", text)).exitCode, 2); // no --base
        QCOMPARE(runCli(arguments("perplexity", "short")).exitCode, 1);
        QCOMPARE(runCli({"eval", "entropy"}).exitCode, 2);
        QCOMPARE(runCli({"eval", "perplexity", "--chunk", "3", write(text)}).exitCode, 2);
    }

    void theHelpSaysHowTheTextIsCut()
    {
        QVERIFY(runCli({"eval", "perplexity", "--help"}).output.contains("llama.cpp"));
    }
};

TESTS(EvalTest, QCoreApplication);
#include "eval_test.moc"

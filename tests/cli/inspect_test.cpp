#include "tests/support/fixtures.h"
#include "tests/support/model_copies.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QDateTime>
#include <QJsonArray>
#include <QLocale>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using tests::ProgramResult;
using tests::resource;
using tests::runCli;

namespace {

QStringList keysOf(const QJsonObject& object)
{
    return object.keys(); // in the order of the alphabet
}

QString joined(const QJsonArray& numbers)
{
    QStringList texts;
    for (const QJsonValue& number : numbers)
        texts << QString::number(number.toInteger());
    return texts.join(',');
}

} // namespace

// `vignette-cli inspect`: what the engine computes, as other programs read it.
class InspectTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString write(const QString& name, const QByteArray& content)
    {
        tests::writeFile(m_folder.filePath(name), content);
        return m_folder.filePath(name);
    }

    static QJsonObject onlyObject(const QStringList& arguments)
    {
        const ProgramResult result = runCli(arguments);
        const auto lines = result.jsonLines();
        return result.exitCode == 0 && lines.size() == 1 ? lines.first() : QJsonObject();
    }

private slots:
    void tokensHaveIdsAndPieces()
    {
        const QJsonObject row = onlyObject({"inspect", "tokens", "--json", "<|im_start|>hi"});

        QCOMPARE(keysOf(row), QStringList({"ids", "pieces"}));
        QCOMPARE(row["ids"].toArray().size(), row["pieces"].toArray().size());
        QCOMPARE(row["pieces"].toArray().first().toString(), QString("<|im_start|>"));
    }

    void noSpecialTakesNothingForASpecialToken()
    {
        const QString text = "<|im_start|>hi";

        const auto parsed = onlyObject({"inspect", "tokens", "--json", text});
        const auto plain = onlyObject({"inspect", "tokens", "--no-special", "--json", text});

        QVERIFY(plain["ids"].toArray().size() > parsed["ids"].toArray().size());
        QVERIFY(!plain["pieces"].toArray().contains("<|im_start|>"));
    }

    void theBeginningOfTheSequenceIsAddedOnce()
    {
        const tests::TinyFolder tiny;
        const QStringList command{"inspect", "tokens", "--json", "--model", tiny.path()};

        QCOMPARE(joined(onlyObject(command + QStringList{"ab"})["ids"].toArray()), "1,3,4");
        QCOMPARE(joined(onlyObject(command + QStringList{"<s>ab"})["ids"].toArray()), "1,3,4");
        const auto plain = onlyObject(command + QStringList{"--no-special", "ab"});
        QCOMPARE(joined(plain["ids"].toArray()), "3,4");
    }

    void logitsHaveARowForEachPositionAskedFor()
    {
        const QJsonObject row
            = onlyObject({"inspect", "logits", "--json", "--ids", "3,829,25,594", "--last", "2"});

        QCOMPARE(keysOf(row), QStringList({"ids", "logits"}));
        QCOMPARE(joined(row["ids"].toArray()), "3,829,25,594");
        const QJsonArray rows = row["logits"].toArray();
        QCOMPARE(rows.size(), 2);
        QVERIFY(rows[0].toArray().size() > 1000);
        for (const QJsonValue& logit : rows[0].toArray())
            QVERIFY(logit.isDouble() && std::isfinite(logit.toDouble()));
    }

    void theLogitsOfAPictureChooseTheWordsOfItsCaption()
    {
        const auto reference = tests::readJson(tests::dataFolder() / "starter" / "captions.json");
        for (const auto& picture : reference.at("pictures")) {
            QStringList ids;
            for (const auto& id : picture.at("ids"))
                ids << QString::number(id.get<int>());
            const QString file = resource("samples/" + QString::fromStdString(picture.at("file")));

            const QJsonObject row = onlyObject(
                {"inspect", "logits", "--json", "--ids", ids.join(','), "--image", file});

            const QJsonArray logits = row["logits"].toArray().first().toArray();
            int best = 0;
            for (int id = 1; id < logits.size(); ++id) {
                if (logits[id].toDouble() > logits[best].toDouble())
                    best = id;
            }
            QCOMPARE(best, picture.at("greedy").front().get<int>());
        }
    }

    void textsHaveVectors()
    {
        REQUIRE_FIXTURE_FOLDER(models, "models");
        const QString model = QString::fromStdString((models / "bert").string());

        const auto rows
            = runCli({"inspect", "embed", "--model", model, "--json", "one", "two"}).jsonLines();

        QCOMPARE(rows.size(), 2);
        QCOMPARE(keysOf(rows[0]), QStringList({"columns", "ids", "text", "values"}));
        QCOMPARE(rows[1]["text"].toString(), QString("two"));
        double squares = 0;
        for (const QJsonValue& value : rows[0]["values"].toArray())
            squares += value.toDouble() * value.toDouble();
        QVERIFY(std::abs(squares - 1) < 1e-5);
        QCOMPARE(runCli({"inspect", "embed", "--model", model}).exitCode, 2);
        QCOMPARE(runCli({"inspect", "embed", "text"}).exitCode, 2);
    }

    void theRowsOfAPictureArePrintedWhole()
    {
        const QJsonObject row
            = onlyObject({"inspect", "embed-image", "--json", resource("samples/one-1.png")});

        QCOMPARE(keysOf(row), QStringList({"columns", "rows", "values"}));
        QCOMPARE(row["values"].toArray().size(), row["rows"].toInt());
        for (const QJsonValue& values : row["values"].toArray())
            QCOMPARE(values.toArray().size(), row["columns"].toInt());
    }

    void aPictureOfTheModelsWorldIsToldFromAnother()
    {
        const QString page
            = QString::fromStdString((tests::dataFolder() / "foreign/like_a_page.png").string());

        const auto rows
            = runCli({"inspect", "world", "--features", resource("samples/one-1.png"), page})
                  .jsonLines();

        QCOMPARE(rows.size(), 2);
        QVERIFY(rows[0]["log_odds"].toDouble() > 0);
        QVERIFY(rows[1]["log_odds"].toDouble() < 0);
        QCOMPARE(rows[0]["features"].toArray().size(), rows[1]["features"].toArray().size());
    }

    void aPictureIsWrittenAsPortablePixmap()
    {
        const QString target = m_folder.filePath("picture.ppm");

        const auto result
            = runCli({"inspect", "image", resource("samples/one-1.png"), "--output", target});

        QCOMPARE(result.exitCode, 0);
        const QByteArray header = "P6\n384 384\n255\n";
        const QByteArray file = tests::readFile(target);
        QVERIFY(file.startsWith(header));
        QCOMPARE(file.size(), header.size() + 3 * 384 * 384);
    }

    void aTemplateIsRenderedAsTheModelReadsIt()
    {
        const QString file = write("messages.json",
            R"([{"role": "user", "content": [{"type": "image"}, {"type": "text", "text": "Hi"}]}])");
        const QByteArray expected
            = "<|im_start|>user\n<image>Hi<|im_end|>\n<|im_start|>assistant\n";

        QCOMPARE(runCli({"inspect", "template", file}).output, expected);
        QCOMPARE(onlyObject({"inspect", "template", "--json", file})["text"].toString(),
            QString(expected));
    }

    void theGenerationPromptCanBeLeftOut()
    {
        const QString file = write("done.json",
            R"({"messages": [{"role": "user", "content": "Hi"}], "add_generation_prompt": false})");

        QCOMPARE(runCli({"inspect", "template", file}).output,
            QByteArray("<|im_start|>user\nHi<|im_end|>\n"));
    }

    void aTemplateIsToldTheTime()
    {
        tests::StarterCopy model;
        model.setTemplate("{{ strftime_now('%A, %d %B %Y %H:%M') }}");
        const QString path = model.write(), file = write("said.json", "[]");
        const QStringList arguments{"inspect", "template", "--model", path, file};
        const QDateTime before = QDateTime::currentDateTime();

        const QByteArray present = runCli(arguments).output;

        QLocale english(QLocale::English);
        const auto told = [&english](const QDateTime& time) {
            return english.toString(time, "dddd, dd MMMM yyyy HH:mm").toUtf8();
        };
        QVERIFY2(present == told(before) || present == told(QDateTime::currentDateTime()), present);
        QCOMPARE(runCli(arguments + QStringList{"--now", "2025-03-04T05:06:07"}).output,
            QByteArray("Tuesday, 04 March 2025 05:06"));
        QCOMPARE(runCli(arguments + QStringList{"--now", "tomorrow"}).exitCode, 2);
    }

    void penaltiesLookBackAtThePast()
    {
        const QString logits = write("past.json", R"({"logits": [2, 1, 0], "past": [0, -7, 99]})");
        const QString settings = write("penalty.json", R"({"temperature": 1, "pres": 5})");

        const QJsonObject shown = onlyObject(
            {"inspect", "sample", "--json", "--logits", logits, "--settings", settings});

        const QJsonObject last = shown["steps"].toArray().last().toObject();
        QCOMPARE(last["ids"].toArray(), (QJsonArray{1, 2, 0})); // token 0 has fallen behind
    }

    void aSamplersStagesAreShownInTurn()
    {
        const QString logits = write("logits.json", "[0, 1, 2, 3]");
        const QString settings = write("settings.json", R"({"temperature": 1, "top_k": 2})");

        const QJsonObject row = onlyObject(
            {"inspect", "sample", "--json", "--logits", logits, "--settings", settings});

        const QJsonArray steps = row["steps"].toArray();
        QCOMPARE(steps.size(), 2);
        QCOMPARE(steps[0]["stage"].toString(), QString("softmax"));
        QCOMPARE(steps[1]["stage"].toString(), QString("top_k"));
        QCOMPARE(joined(steps[1]["ids"].toArray()), "3,2");
        const double likeliest = steps[1]["probabilities"].toArray().first().toDouble();
        QVERIFY(std::abs(likeliest - 1 / (1 + std::exp(-1))) < 1e-6);
    }

    void whatCannotBeDoneIsSaidInOneSentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        const QString picture = resource("samples/one-1.png");
        const QString words = write("words.json", R"(["one", "two"])");
        const QString rejected = write("refused.json", R"({"temperature": -3})");
        const QString unknown = write("unknown.json", R"({"warmth": 3})");
        const QString numbers = write("numbers.json", "[1, 2]");
        QTest::newRow("no step") << QStringList{} << 2;
        QTest::newRow("unknown step") << QStringList{"weights"} << 2;
        QTest::newRow("two texts") << QStringList{"tokens", "a", "b"} << 2;
        QTest::newRow("no ids") << QStringList{"logits"} << 2;
        QTest::newRow("ids are words") << QStringList{"logits", "--ids", "a,b"} << 2;
        QTest::newRow("id too high") << QStringList{"logits", "--ids", "3,999999"} << 2;
        QTest::newRow("too many rows") << QStringList{"logits", "--ids", "3", "--last", "2"} << 2;
        QTest::newRow("picture without place")
            << QStringList{"logits", "--ids", "3,4", "--image", picture} << 1;
        QTest::newRow("no picture") << QStringList{"embed-image", "/no/such.png"} << 1;
        QTest::newRow("no such model")
            << QStringList{"tokens", "--model", "/no/such/folder", "a"} << 1;
        QTest::newRow("output not writable")
            << QStringList{"image", picture, "--output", "/no/such/folder/x.ppm"} << 1;
        QTest::newRow("messages are words") << QStringList{"template", words} << 1;
        QTest::newRow("no settings") << QStringList{"sample", "--logits", numbers} << 2;
        QTest::newRow("logits are words")
            << QStringList{"sample", "--logits", words, "--settings", unknown} << 1;
        QTest::newRow("unknown setting")
            << QStringList{"sample", "--logits", numbers, "--settings", unknown} << 1;
        QTest::newRow("setting out of range")
            << QStringList{"sample", "--logits", numbers, "--settings", rejected} << 1;
    }
    void whatCannotBeDoneIsSaidInOneSentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);

        const auto result = runCli(QStringList{"inspect"} + arguments);

        QVERIFY2(result.exitCode == exitCode, result.errors);
        QVERIFY(!result.errors.trimmed().isEmpty());
        QCOMPARE(result.errors.trimmed().count('\n'), 0);
        QVERIFY(result.output.isEmpty());
    }
};

TESTS(InspectTest, QCoreApplication);
#include "inspect_test.moc"

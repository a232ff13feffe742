#include "tests/support/fixtures.h"
#include "tests/support/model_copies.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"
#include "tests/support/vision_models.h"

#include <QDate>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using tests::resource;
using tests::runCli;

// `vignette-cli chat`: one turn, from the command line or from stdin.
class ChatTest : public QObject {
    Q_OBJECT

    tests::StarterCopy m_copy;

    static tests::ProgramResult chatFromInput(const QByteArray& input, const QStringList& arguments)
    {
        QProcess process;
        process.start(qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-cli",
            QStringList{"chat"} + arguments);
        process.write(input);
        process.closeWriteChannel();
        tests::ProgramResult result;
        if (!process.waitForFinished(120'000))
            qFatal("vignette-cli chat did not end");
        result.exitCode = process.exitCode();
        result.output = process.readAllStandardOutput();
        result.errors = process.readAllStandardError();
        return result;
    }

    static void write(const QString& path, const QByteArray& bytes)
    {
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("a file could not be written");
    }

private slots:
    void anAnswerGoesToTheOutputAndNothingElse()
    {
        const auto result = runCli({"chat", "--max-tokens", "8", "Hello"});

        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.output.trimmed().size() > 3);
        QVERIFY(result.output.endsWith('\n'));
        QVERIFY(result.errors.isEmpty());
    }

    void aTemplateIsToldWhenTheProgramWasStarted()
    {
        tests::StarterCopy model;
        model.setTemplate("{{ raise_exception(strftime_now('Begun on %F')) }}");
        const QString path = model.write();
        const QDate before = QDate::currentDate();

        const QByteArray chat = runCli({"chat", "--model", path, "Hello"}).errors;
        const QByteArray caption
            = runCli({"caption", "--model", path, resource("samples/one-1.png")}).errors;

        for (const QByteArray& errors : {chat, caption}) {
            QVERIFY2(errors.contains("Begun on " + before.toString(Qt::ISODate).toUtf8())
                    || before != QDate::currentDate(),
                errors);
        }
    }

    void theTextInAPictureIsRead()
    {
        const QString page = QString::fromStdString(
            (tests::dataFolder() / "foreign" / "like_a_page.png").string());

        const auto read = runCli({"chat", "--image", page, "What is it?"});
        const auto skipped = runCli({"chat", "--skip-text", "--image", page, "What is it?"});

        QVERIFY2(skipped.output.contains("I am not sure"), skipped.output);
        if (read.errors.contains("language data"))
            QSKIP("There are no language data of Tesseract (Debian: tesseract-ocr-eng).");
        QVERIFY2(read.output.startsWith("I can only describe drawings. Text found in the picture:"),
            read.output);
        QVERIFY2(read.output.contains("jumps"), read.output);
        QVERIFY(read.errors.isEmpty());
    }

    void aVisionModelIsAskedAboutAPage_data() { tests::addVisionModelRows(m_copy.write()); }
    void aVisionModelIsAskedAboutAPage()
    {
        FETCH_VISION_MODEL(model);
        const QString page = QString::fromStdString(
            (tests::dataFolder() / "foreign" / "like_a_page.png").string());

        const auto result = runCli({"chat", "--json", "--max-tokens", "4", "--model", model,
            "--image", page, "What is it?"});

        QVERIFY2(result.exitCode == 0, result.errors);
        QCOMPARE(result.jsonLines().size(), 1);
        const QJsonObject row = result.jsonLines().first();
        QVERIFY2(!row["text"].toString().contains("I can only describe drawings"), result.output);
        QVERIFY(row["prompt_tokens"].toInt() > 1);
        QVERIFY(row["tokens"].toInt() > 0);
        QCOMPARE(row["sure"].toBool(), true);
    }

    void jsonTellsTheTextAndItsTokens()
    {
        const auto plain = runCli({"chat", "--max-tokens", "8", "Hello"});

        const auto result = runCli({"chat", "--max-tokens", "8", "--json", "Hello"});

        QCOMPARE(result.jsonLines().size(), 1);
        const QJsonObject row = result.jsonLines().first();
        QCOMPARE(row["text"].toString().trimmed(), QString(plain.output).trimmed());
        QVERIFY(row["tokens"].toInt() >= 1 && row["tokens"].toInt() <= 8);
        QVERIFY(row["prompt_tokens"].toInt() > 1);
    }

    void aPresetSaysHowToAnswer()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.preset.json");
        write(file, R"({"name": "A", "systemPrompt": "You are a clock.",
            "generation": {"maxTokens": 6, "temperature": 1.5, "seed": "7"}})");
        const QString form = folder.filePath("b.preset.json");
        write(form, "{\"name\": \"B\", \"generation\": {\"schema\": \"{\\\"const\\\": true}\"}}");
        const auto flags = runCli({"chat", "--system", "You are a clock.", "--max-tokens", "6",
            "--temperature", "1.5", "--seed", "7", "Hello"});
        QCOMPARE(flags.exitCode, 0);

        const auto preset = runCli({"chat", "--preset", file, "Hello"});
        QCOMPARE(preset.exitCode, 0);
        QCOMPARE(preset.output, flags.output);
        QCOMPARE(runCli({"chat", "--preset", form, "Hello"}).output.trimmed(), QByteArray("true"));

        const auto shorter
            = runCli({"chat", "--preset", file, "--max-tokens", "2", "--json", "Hello"});
        QVERIFY(shorter.jsonLines().first()["tokens"].toInt() <= 2); // options come first
    }

    void aDamagedPresetIsRefused()
    {
        const QTemporaryDir folder;
        const QString file = folder.filePath("a.preset.json");
        write(file, R"({"name": "A", "future": true})");

        const auto result = runCli({"chat", "--preset", file, "Hello"});

        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("future"), result.errors.constData());
        QCOMPARE(result.errors.count('\n'), 1);
    }

    void aPromptMayComeFromTheInput()
    {
        const auto argument = runCli({"chat", "--max-tokens", "8", "Hello"});

        const auto input = chatFromInput("Hello", {"--max-tokens", "8"});

        QCOMPARE(input.exitCode, 0);
        QCOMPARE(input.output, argument.output);
    }

    void aPictureShownInAChatIsDescribed()
    {
        const auto reference = tests::readJson(tests::dataFolder() / "starter" / "captions.json");
        const auto& picture = reference.at("pictures").front();
        const QString file = resource("samples/" + QString::fromStdString(picture.at("file")));

        const auto result = runCli({"chat", "--image", file, "Describe the image."});

        QCOMPARE(result.output.trimmed(),
            QByteArray::fromStdString(picture.at("caption").get<std::string>()));
    }

    void anAnswerCanBeBegun()
    {
        const auto begun = runCli({"chat", "--max-tokens", "12", "--begin", "I hav", "Hello"});
        const auto healed
            = runCli({"chat", "--max-tokens", "12", "--begin", "I hav", "--heal", "Hello"});

        QVERIFY2(
            begun.output.startsWith("I hav") && !begun.output.startsWith("I have"), begun.output);
        QVERIFY2(healed.output.startsWith("I have"), healed.output);
    }

    void aBeginningThatIsWholeIsSaidAsWell()
    {
        const QByteArray whole = runCli({"chat", "--max-tokens", "48", "Hello"}).output.trimmed();

        const auto begun = runCli({"chat", "--max-tokens", "48", "--begin", whole, "Hello"});

        QVERIFY2(!whole.isEmpty() && begun.output.startsWith(whole), begun.output);
    }

    void aBannedTextIsNeverSaid()
    {
        const QByteArray whole = runCli({"chat", "--max-tokens", "12", "Hello"}).output.trimmed();
        const QByteArray word = whole.split(' ').last();

        const auto result = runCli({"chat", "--max-tokens", "12", "--ban", word, "--dry", "0.8",
            "--negative-prompt", "Be brief.", "--guidance", "1", "Hello"});

        QCOMPARE(result.exitCode, 0);
        QVERIFY2(!result.output.contains(word), result.output);
    }

    void theSameSeedGivesTheSameAnswer()
    {
        const QStringList command{
            "chat", "--temperature", "1.5", "--max-tokens", "12", "--seed", "7", "Hello"};

        const auto first = runCli(command), second = runCli(command);

        QCOMPARE(first.exitCode, 0);
        QCOMPARE(first.output, second.output);
    }

    void whatCannotBeDoneIsSaidInOneSentence_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("no such picture") << QStringList{"--image", "/no/such.png", "Hi"} << 1;
        QTest::newRow("no such model") << QStringList{"--model", "/no/such.gguf", "Hi"} << 1;
        QTest::newRow("unknown device") << QStringList{"--device", "abacus", "Hi"} << 1;
        QTest::newRow("prompt too long") << QStringList{QString(50'000, 'x')} << 1;
        QTest::newRow("too many threads") << QStringList{"--threads", "100000", "Hi"} << 2;
        QTest::newRow("top-p above 1") << QStringList{"--top-p", "3", "Hi"} << 2;
        QTest::newRow("guidance below 0") << QStringList{"--guidance", "-1", "Hi"} << 2;
        QTest::newRow("xtc above 1") << QStringList{"--xtc", "1.5", "Hi"} << 2;
        QTest::newRow("nothing to heal") << QStringList{"--heal", "Hi"} << 2;
        QTest::newRow("unknown option") << QStringList{"--loudly", "Hi"} << 2;
    }
    void whatCannotBeDoneIsSaidInOneSentence()
    {
        QFETCH(QStringList, arguments);
        QFETCH(int, exitCode);

        const auto result = runCli(QStringList{"chat"} + arguments);

        QVERIFY2(result.exitCode == exitCode, result.errors);
        QVERIFY(!result.errors.trimmed().isEmpty());
        QCOMPARE(result.errors.trimmed().count('\n'), 0);
        QVERIFY(result.output.isEmpty());
    }

    void aPictureForATextModelIsRefused()
    {
        const tests::TinyFolder tiny;

        const auto result = runCli(
            {"chat", "--model", tiny.path(), "--image", resource("samples/one-1.png"), "Hi"});

        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains("pictures"), result.errors);
    }
};

TESTS(ChatTest, QCoreApplication);
#include "chat_test.moc"

#include "tests/support/fixtures.h"
#include "tests/support/model_copies.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using tests::resource;
using tests::runCli;

// `vignette-cli caption` with the built-in model, as a user runs it.
class CaptionTest : public QObject {
    Q_OBJECT

private:
    // Captions that transformers gives for the sample images, by file name.
    static QHash<QString, QString> referenceCaptions()
    {
        QHash<QString, QString> captions;
        const auto reference = tests::readJson(tests::dataFolder() / "starter" / "captions.json");
        for (const auto& picture : reference.at("pictures")) {
            captions.insert(QString::fromStdString(picture.at("file")),
                QString::fromStdString(picture.at("caption")));
        }
        return captions;
    }

private slots:
    void describesEverySamplePictureAsTransformersDoes()
    {
        const QHash<QString, QString> expected = referenceCaptions();
        QStringList arguments{"caption", "--json"};
        for (const QString& file : expected.keys())
            arguments << resource("samples/" + file);

        const auto result = runCli(arguments);

        QCOMPARE(result.exitCode, 0);
        const auto rows = result.jsonLines();
        QCOMPARE(rows.size(), expected.size());
        for (const QJsonObject& row : rows) {
            const QString file = row["file"].toString();
            QCOMPARE(row["caption"].toString(), expected[QFileInfo(file).fileName()]);
            QVERIFY(row["sure"].toBool());
            QVERIFY(row["tokens"].toInt() > 3);
            for (const char* key : {"image_s", "first_token_s", "total_s"})
                QVERIFY2(row[key].isDouble() && row[key].toDouble() >= 0, key);
            QVERIFY(row["first_token_s"].toDouble() <= row["total_s"].toDouble());
        }
    }

    void tellsTheTextInAPictureIfItIsAskedTo()
    {
        const QString page = QString::fromStdString(
            (tests::dataFolder() / "foreign" / "like_a_page.png").string());

        QVERIFY(!runCli({"caption", "--json", page}).jsonLines().first().contains("text"));
        QCOMPARE(runCli({"caption", "--text", page}).exitCode, 2);
        const auto result = runCli({"caption", "--json", "--text", page});
        if (result.errors.contains("language data"))
            QSKIP("There are no language data of Tesseract (Debian: tesseract-ocr-eng).");
        const QJsonObject row = result.jsonLines().first();
        QVERIFY2(row["text"].toString().contains("jumps"), result.output);
        QVERIFY2(row["caption"].toString().contains("I am not sure"), result.output);
    }

    void comparesFactsWithTheTextInThePicture()
    {
        const QString page = QString::fromStdString(
            (tests::dataFolder() / "foreign" / "like_a_page.png").string());
        const QString model = QString::fromStdString(
            (tests::dataFolder() / "towers" / "models" / "llava_next").string());

        const auto result = runCli({"caption", "--json", "--text", "--model", model, "--regex",
            QString::fromUtf8(R"(It says “night falls a on” and “a slow green cat”\.)"), page});

        if (result.errors.contains("language data"))
            QSKIP("There are no language data of Tesseract (Debian: tesseract-ocr-eng).");
        const QJsonArray facts = result.jsonLines().first()["facts"].toArray();
        QVERIFY2(facts.size() == 2, result.output);
        QVERIFY2(facts[0]["supported"].toBool(), result.output);
        const QJsonArray box = facts[0]["box"].toArray();
        QCOMPARE(box.size(), 4);
        for (const QJsonValue& edge : box)
            QVERIFY2(edge.toDouble() > 0 && edge.toDouble() < 1, result.output);
        QVERIFY2(!facts[1]["supported"].toBool(true), result.output);
        QVERIFY(facts[1]["box"].isNull());
    }

    void saysWhereItIsNotSure()
    {
        QStringList arguments{"caption", "--json"};
        for (const char* file : {"foreign/like_a_photograph.jpg", "foreign/like_a_page.png"})
            arguments << QString::fromStdString((tests::dataFolder() / file).string());

        const auto result = runCli(arguments);

        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.jsonLines().size(), 2);
        for (const QJsonObject& row : result.jsonLines()) {
            QVERIFY2(!row["sure"].toBool(true), result.output);
            QVERIFY2(
                row["caption"].toString().contains("I can only describe drawings"), result.output);
        }
    }

    // A download that starts again in place does this, or a mount that disappears.
    void aModelFileThatIsShortenedMeanwhileIsSaid()
    {
        tests::StarterCopy copy;
        const QString model = copy.write();
        QStringList arguments{"caption", "--jobs", "1", "--model", model};
        for (int times = 0; times < 100; ++times)
            arguments << resource("samples/one-1.png");
        QProcess process;
        process.start(qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-cli", arguments);
        QVERIFY(process.waitForReadyRead(120'000)); // the first caption

        QVERIFY(QFile::resize(model, 4096));

        QVERIFY(process.waitForFinished(120'000));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 1);
        const QByteArray errors = process.readAllStandardError();
        QVERIFY2(errors.contains("copy.gguf was truncated"), errors);
    }

    void keepsTheOrderOfTheFilesWhateverTheNumberOfJobs()
    {
        const QStringList files{resource("samples/two-1.png"), resource("samples/one-1.png"),
            resource("samples/sign-1.png")};

        const auto alone = runCli(QStringList{"caption", "--json", "--jobs", "1"} + files);
        const auto together = runCli(QStringList{"caption", "--json", "--jobs", "3"} + files);

        QCOMPARE(together.exitCode, 0);
        QCOMPARE(together.jsonLines().size(), files.size());
        for (int i = 0; i < files.size(); ++i) {
            QCOMPARE(together.jsonLines()[i]["file"].toString(), files[i]);
            QCOMPARE(together.jsonLines()[i]["caption"], alone.jsonLines()[i]["caption"]);
        }
    }

    void describesAFolder()
    {
        const auto result = runCli({"caption", "--json", resource("samples")});

        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.jsonLines().size(),
            QDir(resource("samples")).entryList({"*.png"}, QDir::Files).size());
    }

    void writesSidecarsAndGoesOnWhereItStopped()
    {
        QTemporaryDir folder;
        const QString picture = folder.filePath("octopus.png");
        QVERIFY(QFile::copy(resource("samples/one-1.png"), picture));
        const QString output = folder.filePath("captions.jsonl");

        QCOMPARE(runCli({"caption", "--output", output, picture}).exitCode, 0);
        QFile file(output);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray first = file.readAll();
        QVERIFY(first.contains("octopus"));
        file.close();

        const auto again = runCli({"caption", "--output", output, picture});
        QCOMPARE(again.exitCode, 0);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), first); // already described: not described again
        QCOMPARE(runCli({"caption", "--sidecar", picture}).exitCode, 0);
        QFile sidecar(folder.filePath("octopus.txt"));
        QVERIFY(sidecar.open(QIODevice::ReadOnly));
        QVERIFY(sidecar.readAll().contains("octopus"));
    }

    void picturesOfOneNameDoNotShareASidecar()
    {
        QTemporaryDir folder;
        QVERIFY(QFile::copy(resource("samples/one-1.png"), folder.filePath("a.png")));
        QVERIFY(QFile::copy(resource("samples/one-2.png"), folder.filePath("a.jpg")));

        QCOMPARE(runCli({"caption", "--sidecar", folder.path()}).exitCode, 0);

        for (const char* name : {"a.png.txt", "a.jpg.txt"})
            QVERIFY2(QFile::exists(folder.filePath(name)), name);
        QVERIFY(!QFile::exists(folder.filePath("a.txt")));
    }

    void saysWhichPictureIsBrokenAndDescribesTheOthers()
    {
        QTemporaryDir folder;
        const QString broken = folder.filePath("broken.png");
        QFile file(broken);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("this is no picture");
        file.close();

        const auto result = runCli({"caption", "--json", broken, resource("samples/one-1.png")});

        QCOMPARE(result.exitCode, 1);
        const QList<QJsonObject> rows = result.jsonLines();
        QCOMPARE(rows.size(), 2);
        QCOMPARE(rows[0]["file"].toString(), broken);
        QVERIFY(rows[0]["error"].toString().contains("isn't a supported image"));
        QVERIFY(!rows[0]["error"].toString().contains("broken.png"));
        QVERIFY(rows[1].contains("caption"));

        const auto text = runCli({"caption", broken, resource("samples/one-1.png")});
        QCOMPARE(text.errors.count("broken.png"), 1);
        QCOMPARE(text.errors.trimmed().count('\n'), 0);
        QCOMPARE(text.output.trimmed().count('\n'), 0);
    }

    void theHelpNamesCommandAndDefaults()
    {
        const auto result = runCli({"caption", "--help"});

        QVERIFY2(result.output.startsWith("Usage: vignette-cli caption [options]"), result.output);
        QVERIFY2(result.output.simplified().contains("Pictures to process in parallel. Default: 4"),
            result.output);
    }

    void refusesAWrongCommandLineWithExitCodeTwo_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("unknown command") << QStringList{};
        QTest::newRow("unknown command") << QStringList{"fly"};
        QTest::newRow("unknown option") << QStringList{"caption", "--fast", "x.png"};
        QTest::newRow("no picture") << QStringList{"caption"};
        QTest::newRow("negative count") << QStringList{"caption", "--max-tokens", "-3", "x.png"};
        QTest::newRow("not a number") << QStringList{"caption", "--temperature", "warm", "x.png"};
        QTest::newRow("no such cache type")
            << QStringList{"caption", "--cache-type", "q3", "x.png"};
    }
    void refusesAWrongCommandLineWithExitCodeTwo()
    {
        QFETCH(QStringList, arguments);

        const auto result = runCli(arguments);

        QCOMPARE(result.exitCode, 2);
        QVERIFY(!result.errors.trimmed().isEmpty());
        QVERIFY(result.output.isEmpty());
    }

    void saysWhatIsMissing_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("named");
        QTest::newRow("picture") << QStringList{"caption", "/no/such/picture.png"}
                                 << QByteArray("picture.png");
        QTest::newRow("model") << QStringList{"chat", "--model", "/no/such/model.gguf", "Hi"}
                               << QByteArray("model.gguf");
    }
    void saysWhatIsMissing()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, named);

        const auto result = runCli(arguments);

        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.errors.contains(named), result.errors);
        QCOMPARE(result.errors.trimmed().count('\n'), 0);
    }
};

TESTS(CaptionTest, QCoreApplication);
#include "caption_test.moc"

#include "base/error.h"
#include "services/models/installed_models.h"
#include "services/presets/presets.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "services/system/paths.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <sys/stat.h>

using services::Preset;
using services::Presets;

namespace {

// A preset with everything that one can contain.
Preset translator()
{
    services::AnswerSettings answers = services::defaultSettings();
    answers.temperature = 0.7F;
    answers.topK = 40;
    answers.repetitionPenalty = 1.1F;
    answers.maxTokens = 2048;
    answers.seed = 18'446'744'073'709'551'615U;
    answers.stopStrings = {"End", "„Schluss“"};
    answers.bannedPhrases = {"never this"};
    answers.negativePrompt = "You are wordy.";
    answers.guidance = 2.0F;
    answers.continuesWords = true;
    answers.schema = R"({"type": "object"})";
    return {"Übersetzer / 翻译",
        {"Translate.\nOnly that.", services::ModelId::fromText("/models/a b.gguf"), answers}};
}

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("a file could not be written");
}

QByteArray bytesIn(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// The message with which this fails; empty if it does not.
template <typename Act>
QString failureOf(Act act)
{
    try {
        act();
    } catch (const base::Error& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

} // namespace

/// Settings of conversations under names, in files.
class PresetsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { services::keepNewFilesPrivate(); }
    void init() { m_home = std::make_unique<QTemporaryDir>(); }

    void everythingOutlivesTheProgram()
    {
        Presets(folder()).save(translator());

        const Presets again(folder());

        QCOMPARE(again.all().size(), 1);
        QCOMPARE(again.all().first().name, translator().name);
        QVERIFY(again.all().first() == translator());
        QVERIFY(again.problems().isEmpty());
    }

    void whatIsNotSetStaysOpen()
    {
        Presets(folder()).save({"Nothing", {}});

        const Presets again(folder());

        QVERIFY(again.find("Nothing"));
        QVERIFY(again.find("Nothing")->settings == services::ChatSettings());
    }

    void filesAreOnlyForTheUser()
    {
        Presets(folder()).save(translator());

        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup
            | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
        QCOMPARE(files().size(), 1);
        QVERIFY(!(QFile::permissions(path(files().first())) & others));
    }

    void aPresetIsReplacedRenamedAndRemoved()
    {
        Presets presets(folder());
        QSignalSpy changes(&presets, &Presets::changed);
        presets.save({"One", {.systemPrompt = "first"}});
        presets.save({"One", {.systemPrompt = "second"}});
        QCOMPARE(files().size(), 1);
        QCOMPARE(presets.find("One")->settings.systemPrompt, QString("second"));

        presets.rename("One", "Two");
        QVERIFY(!presets.find("One"));
        QCOMPARE(files(), QStringList{"Two.preset.json"});
        QCOMPARE(Presets(folder()).find("Two")->settings.systemPrompt, QString("second"));

        presets.remove("Two");
        QVERIFY(presets.all().isEmpty());
        QVERIFY(files().isEmpty());
        QCOMPARE(changes.count(), 4);
    }

    void aNameIsNotTakenFromAnother()
    {
        Presets presets(folder());
        presets.save({"One", {.systemPrompt = "first"}});
        presets.save({"Two", {.systemPrompt = "second"}});

        const QString message = failureOf([&] { presets.rename("One", "Two"); });

        QVERIFY2(message.contains("“Two”"), qPrintable(message));
        QCOMPARE(presets.find("One")->settings.systemPrompt, QString("first"));
        QCOMPARE(presets.find("Two")->settings.systemPrompt, QString("second"));
    }

    void namesStayInTheFolder_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("above") << "../../escape";
        QTest::newRow("absolute") << "/etc/passwd";
        QTest::newRow("hidden") << ".bashrc";
        QTest::newRow("dots") << "..";
        QTest::newRow("lines") << "one\ntwo\ttabs";
        QTest::newRow("null") << QString("a") + QChar(0) + "b";
        QTest::newRow("reversed") << QString("gpj.") + QChar(0x202e) + "exe";
        QTest::newRow("markup") << "<b>bold</b> & <img src=x>";
        QTest::newRow("long") << QString("长").repeated(5000);
        QTest::newRow("emoji") << QString::fromUtf8("😀").repeated(100);
    }

    void namesStayInTheFolder()
    {
        QFETCH(QString, name);
        Presets(folder()).save({name, {.systemPrompt = "x"}});

        QCOMPARE(files().size(), 1);
        QVERIFY(!files().first().startsWith('.'));
        const QStringList beside
            = QDir(m_home->path())
                  .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
        QCOMPARE(beside, QStringList{"presets"});
        const Presets again(folder());
        QCOMPARE(again.all().size(), 1);
        const QString shown = again.all().first().name;
        QVERIFY(shown.size() <= 80);
        QCOMPARE(shown, services::presetName(name));
        for (const QChar letter : shown)
            QVERIFY(letter.isPrint() || letter.isSurrogate());
    }

    void aDeepPresetIsRefused()
    {
        const QString file = m_home->filePath("deep.preset.json");
        write(file,
            R"({"name": "Deep", "generation": )" + QByteArray(1'000, '[') + QByteArray(1'000, ']')
                + "}");

        const QString message = failureOf([&] { services::readPreset(file); });

        QVERIFY2(
            message.startsWith("“deep.preset.json” isn't a valid preset: "), qPrintable(message));
    }

    void aNameMustSaySomething()
    {
        Presets presets(folder());
        for (const QString& name : {QString(), QString(" \n "), QString(QChar(0x200b))})
            QVERIFY(!failureOf([&] { presets.save({name, {}}); }).isEmpty());
        QVERIFY(presets.all().isEmpty());
    }

    void namesThatNeedTheSameFileHaveOneEach()
    {
        Presets presets(folder());
        presets.save({"a/b", {.systemPrompt = "1"}});
        presets.save({"a:b", {.systemPrompt = "2"}});
        presets.save({"a b", {.systemPrompt = "3"}});

        QCOMPARE(files().size(), 3);
        QCOMPARE(Presets(folder()).find("a:b")->settings.systemPrompt, QString("2"));
    }

    void whatCannotBeReadIsToldAndStays_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name, const QByteArray& bytes, const char* words) {
            QTest::newRow(name) << bytes << QString(words);
        };
        row("empty", "", "isn't a valid preset");
        row("cut off", "{\"name\": \"A\", \"systemPro", "isn't a valid preset");
        row("no JSON", "\xff\xfe\x00\x01", "isn't a valid preset");
        row("a list", R"(["A"])", "the name is missing");
        row("no name", R"({"systemPrompt": "x"})", "the name is missing");
        row("a name that is no text", R"({"name": 7})", "the name is missing");
        row("deep", QByteArray("[").repeated(100'000), "isn't a valid preset");
        row("too large",
            "{\"name\": \"A\", \"systemPrompt\": \"" + QByteArray(5 << 20, 'x') + "\"}",
            "larger than 4 MiB");
        row("unknown", R"({"name": "A", "tools": []})", "“tools”");
        row("another kind", R"({"name": "A", "systemPrompt": 5})", "“systemPrompt”");
        row("unknown within", R"({"name": "A", "generation": {"mirostat": 2}})", "“mirostat”");
        row("out of range", R"({"name": "A", "generation": {"temperature": -1}})", "“temperature”");
        row("beyond", R"({"name": "A", "generation": {"topP": 1e300}})", "“topP”");
        row("no whole number", R"({"name": "A", "generation": {"topK": 1.5}})", "“topK”");
        row("too many", R"({"name": "A", "generation": {"maxTokens": 1e18}})", "“maxTokens”");
        row("a seed of words", R"({"name": "A", "generation": {"seed": "x"}})", "“seed”");
        row("an empty text", R"({"name": "A", "generation": {"stopStrings": [""]}})",
            "“stopStrings”");
    }

    void whatCannotBeReadIsToldAndStays()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, words);
        QDir().mkpath(folder());
        write(path("A.preset.json"), bytes);
        Presets presets(folder());

        QVERIFY(presets.all().isEmpty());
        QCOMPARE(presets.problems().size(), 1);
        const QString message = presets.problems().first();
        QVERIFY2(message.contains("A.preset.json") && message.contains(words), qPrintable(message));
        QVERIFY(message.endsWith('.') && message.size() < 300);
        QVERIFY(!failureOf([&] { services::readPreset(path("A.preset.json")); }).isEmpty());

        presets.save({"A", {.systemPrompt = "mine"}}); // wants the same file
        QCOMPARE(bytesIn(path("A.preset.json")), bytes);
        QCOMPARE(Presets(folder()).find("A")->settings.systemPrompt, QString("mine"));
    }

    void whatIsNoFileIsNotWaitedFor()
    {
        const QString pipe = m_home->filePath("pipe.preset.json");
        QCOMPARE(mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);

        for (const QString& path : {pipe, m_home->path(), m_home->filePath("none")}) {
            const QString message = failureOf([&] { services::readPreset(path); });
            QVERIFY2(message.contains("can't be read"), qPrintable(message));
        }
    }

    void whatCannotBeWrittenLeavesAllAsItWas()
    {
        write(folder(), "a file where the folder should be");
        Presets presets(folder());

        QVERIFY(!failureOf([&] { presets.save(translator()); }).isEmpty());

        QVERIFY(presets.all().isEmpty());
        QCOMPARE(bytesIn(folder()), QByteArray("a file where the folder should be"));
    }

    void whatWouldNotBeReadIsNotWritten()
    {
        Presets presets(folder());
        const QString message = failureOf([&] {
            presets.save({"A", {.systemPrompt = QString(5 << 20, 'x')}});
        });

        QVERIFY2(message.contains("larger than"), qPrintable(message));
        QVERIFY(files().isEmpty());
        QVERIFY(presets.all().isEmpty());
    }

    void aTwinByHandHasAnotherName()
    {
        Presets(folder()).save({"One", {.systemPrompt = "first"}});
        write(path("copy.preset.json"), R"({"name": "One", "systemPrompt": "other"})");

        const Presets presets(folder());

        QCOMPARE(presets.all().size(), 2);
        QVERIFY(presets.find("One") && presets.find("One 2"));
    }

    void whatIsAddedReplacesNothing_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("no room for a number") << QString(80, 'n');
        QTest::newRow("a number would halve a character")
            << QString(71, 'n') + QString::fromUtf8("😀").repeated(4);
        QTest::newRow("places of arguments") << QString("100%1 %2 %3");
    }

    void whatIsAddedReplacesNothing()
    {
        QFETCH(QString, name);
        Presets presets(folder());
        presets.save({name, {.systemPrompt = "mine"}});

        const QString added = presets.add({name, {.systemPrompt = "other"}});
        const QString third = presets.add({name, {.systemPrompt = "third"}});

        QCOMPARE(presets.all().size(), 3);
        QCOMPARE(presets.find(name)->settings.systemPrompt, QString("mine"));
        QCOMPARE(presets.find(added)->settings.systemPrompt, QString("other"));
        QCOMPARE(presets.find(third)->settings.systemPrompt, QString("third"));
        QVERIFY2(added.endsWith(" 2") && added.startsWith(name.left(10)), qPrintable(added));
        QCOMPARE(presets.add({name, {.systemPrompt = "other"}}), added); // the same once more
        QCOMPARE(presets.all().size(), 3);
    }

    void anExportDoesNotTellWhereModelsLie()
    {
        const QString to = m_home->filePath("out.preset.json");
        services::writePreset(services::portable(translator()), to);
        QVERIFY(!bytesIn(to).contains("/models"));
        QCOMPARE(services::readPreset(to).settings.model, services::ModelId::fromText("a b.gguf"));

        Preset served{
            "A", {.model = services::ModelId::fromText("http://192.168.0.7:8080/v1#secret")}};
        QVERIFY(!services::portable(served).settings.model);
        Preset builtIn{"A", {.model = services::ModelId()}};
        QCOMPARE(services::portable(builtIn).settings.model, services::ModelId());
    }

    // A file of somebody else must not make this computer talk to a server.
    void onlyInstalledModelsAreAsked()
    {
        services::Settings settings(m_home->filePath("settings.ini"));
        services::InstalledModels installed(settings);
        QTRY_VERIFY_WITH_TIMEOUT(installed.find({}), 60'000);
        const services::ChatSettings before{.systemPrompt = "old", .model = services::ModelId()};
        for (const char* model : {"http://example.org#gpt", "/dev/zero", "none.gguf"}) {
            const Preset preset{
                "A", {.systemPrompt = "new", .model = services::ModelId::fromText(model)}};
            QVERIFY(!services::findModel(preset, installed));
            const services::ChatSettings after = services::chosenFor(before, preset, installed);
            QCOMPARE(after.model, services::ModelId());
            QCOMPARE(after.systemPrompt, QString("new"));
        }
        QCOMPARE(services::findModel({"A", {.model = services::ModelId()}}, installed),
            services::ModelId());
    }

    // It is installed, so the preset alone would send what is written next to that server.
    void aPresetOfSomebodyElseNamesNoServer()
    {
        const QString served = "http://example.org/v1#llama";
        services::Settings settings(m_home->filePath("settings.ini"));
        settings.set(services::settings::addedModels, QStringList{served});
        services::InstalledModels installed(settings);
        QTRY_VERIFY_WITH_TIMEOUT(installed.find(services::parseModelId(served)), 60'000);
        Presets presets(folder());

        presets.add({"A", {.systemPrompt = "x", .model = services::parseModelId(served)}});

        QVERIFY(!presets.find("A")->settings.model);
        QCOMPARE(presets.find("A")->settings.systemPrompt, QString("x"));
        QVERIFY(!Presets(folder()).find("A")->settings.model);
        const auto chosen
            = services::chosenFor({.model = services::ModelId()}, *presets.find("A"), installed);
        QCOMPARE(chosen.model, services::ModelId());
        presets.save({"Own", {.model = services::parseModelId(served)}});
        QCOMPARE(
            services::findModel(*presets.find("Own"), installed), services::parseModelId(served));
        presets.add({"B", {.model = services::ModelId::fromText("llama.gguf")}});
        QCOMPARE(presets.find("B")->settings.model, services::ModelId::fromText("llama.gguf"));
    }

    void aServersModelIsNotTakenForAFile()
    {
        const QString served = "http://example.org/v1#models/llama.gguf";
        services::Settings settings(m_home->filePath("settings.ini"));
        settings.set(services::settings::addedModels, QStringList{served});
        services::InstalledModels installed(settings);
        QTRY_VERIFY_WITH_TIMEOUT(installed.find(services::parseModelId(served)), 60'000);

        for (const char* model : {"llama.gguf", "/home/me/llama.gguf", "http://other#llama.gguf"})
            QVERIFY(!services::findModel(
                {"A", {.model = services::ModelId::fromText(model)}}, installed));
        QCOMPARE(services::findModel({"A", {.model = services::parseModelId(served)}}, installed),
            services::parseModelId(served));
    }

    // What the window writes, a file may hold.
    void everyFieldIsKnown()
    {
        QCOMPARE(services::fieldPassedOver(services::toJson(translator().settings)), QString());
        const services::AnswerSettings all{.maxTokens = 1,
            .temperature = 1.0F,
            .topK = 1,
            .topP = 0.5F,
            .minP = 0.5F,
            .typical = 0.5F,
            .repetitionPenalty = 2.0F,
            .presencePenalty = 1.0F,
            .frequencyPenalty = 1.0F,
            .dryMultiplier = 1.0F,
            .xtcProbability = 0.5F,
            .xtcThreshold = 0.5F,
            .thinks = false};
        QCOMPARE(services::toJson(all).size(), 13);
        QCOMPARE(services::answerFieldPassedOver(services::toJson(all)), QString());
    }

private:
    QString folder() const { return m_home->filePath("presets"); }
    QString path(const QString& file) const { return folder() + '/' + file; }
    QStringList files() const
    {
        return QDir(folder()).entryList(QDir::Files | QDir::Hidden, QDir::Name);
    }

    std::unique_ptr<QTemporaryDir> m_home;
};

TESTS(PresetsTest, QCoreApplication);
#include "presets_test.moc"

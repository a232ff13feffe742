#include "services/captions/caption_store.h"
#include "services/captions/export_captions.h"
#include "services/conversations/conversation_database.h"
#include "services/conversations/transfer/archive_export.h"
#include "services/conversations/transfer/conversation_import.h"
#include "services/conversations/transfer/conversation_json.h"
#include "services/documents/index/document_search.h"
#include "services/documents/index/own_documents.h"
#include "services/downloads/model_downloads.h"
#include "services/network/network.h"
#include "services/presets/presets.h"
#include "services/remote/providers.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "services/system/session.h"
#include "services/tools/box/tool_box.h"
#include "services/tools/builtin_tools.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QJsonDocument>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace services;

namespace {

// The folders of tests/data/compatibility, one for each version that wrote files.
const QString source = "data/compatibility/2026-11-27";

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QJsonArray jsonIn(const QString& path)
{
    return QJsonDocument::fromJson(bytesOf(path)).array();
}

AnswerSettings everySetting()
{
    AnswerSettings all;
    all.maxTokens = 321;
    all.temperature = 0.75f;
    all.topK = 17;
    all.topP = 0.875f;
    all.minP = 0.0625f;
    all.typical = 0.5f;
    all.repetitionPenalty = 1.125f;
    all.presencePenalty = 0.25f;
    all.frequencyPenalty = 0.375f;
    all.dryMultiplier = 0.625f;
    all.xtcProbability = 0.125f;
    all.xtcThreshold = 0.1875f;
    all.seed = 18'000'000'000'000'000'000u;
    all.stopStrings = {"END", "\n\n"};
    all.bannedPhrases = {"as an AI"};
    all.negativePrompt = "Be rude.";
    all.guidance = 1.75f;
    all.thinks = true;
    all.schema = R"({"type":"object"})";
    return completed(all);
}

void checkEverySetting(const ChatSettings& settings)
{
    QCOMPARE(settings.systemPrompt, QString("Be brief.\nAnswer in English."));
    QCOMPARE(settings.model, ModelId::fromText("/models/SmolVLM-500M-Instruct-Q8_0.gguf"));
    QVERIFY(settings.generation == everySetting());
}

} // namespace

/// Files that an earlier version of the program wrote mean the same to this one.
class OpenedFilesTest : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder; // a copy, because opening a database changes it

    QString path(const QString& name) const { return m_folder->filePath(name); }

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QDirIterator files(source, QDir::Files, QDirIterator::Subdirectories);
        QVERIFY(files.hasNext());
        while (files.hasNext()) {
            const QString file = QFileInfo(files.next()).absoluteFilePath();
            const QString copy = path(QDir(source).relativeFilePath(file));
            QVERIFY(QDir().mkpath(QFileInfo(copy).path()));
            QVERIFY(QFile::copy(file, copy));
            QVERIFY(QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner));
        }
        const ZipArchive databases(path("databases.zip"));
        QCOMPARE(databases.names().size(), 4);
        for (const QString& name : databases.names()) {
            QFile database(path(name));
            QVERIFY(database.open(QIODevice::WriteOnly));
            database.write(databases.read(name, 1 << 20));
        }
    }

    // The folder `read` says in the form of JSON exports what the earlier version read of its files.
    void conversationsOfTheDatabaseAreTheSame()
    {
        ConversationDatabase database(path("conversations.sqlite"));
        QJsonArray opened;
        for (const ConversationRecord& record : database.conversations()) {
            const QList<Message> messages = database.contents(record.id).messages;
            if (!messages.isEmpty())
                opened << toJson(exportedConversation(record, messages), PicturePlace::Inside);
        }

        QCOMPARE(opened.size(), 3);
        QCOMPARE(opened, jsonIn(path("read/conversations.sqlite.json")));
    }

    void whatTheDatabaseHasBesidesIsTheSame()
    {
        ConversationDatabase database(path("conversations.sqlite"));
        QCOMPARE(database.folders(), (QList<Folder>{{"Empty", true}, {"Work", false}}));
        const QList<ConversationRecord> records = database.conversations();
        QCOMPARE(records.size(), 4);
        const ConversationRecord& lamps = records[0];
        QCOMPARE(lamps.title, "Lamps & birds");
        QCOMPARE(lamps.titleOrigin, TitleOrigin::User);
        QVERIFY(lamps.isPinned && lamps.folder == "Work" && lamps.leaf == 7);
        checkEverySetting(lamps.settings);
        QCOMPARE(lamps.settings.documents, QStringList{"/home/user/Manuals"});
        QCOMPARE(records[1].draft, "never sent");
        QCOMPARE(records[2].title, "Only a question");
        QCOMPARE(records[3].titleOrigin, TitleOrigin::Model);
        QVERIFY(records[3].settings.documents && records[3].settings.documents->isEmpty());

        const ConversationContents contents = database.contents(lamps.id);
        const QList<Message>& messages = contents.messages;
        QCOMPARE(messages.size(), 9);
        QCOMPARE(messages[0].pictures[0].name, "lamp.png");
        QCOMPARE(messages[0].pictures[0].text->text().trimmed(), "EXIT 12");
        QVERIFY(messages[0].pictures[1].text && messages[0].pictures[1].text->isEmpty());
        QCOMPARE(messages[0].attachments[1].document->pages.size(), size_t(2));
        QCOMPARE(messages[0].attachments[1].path, "/home/user/Manuals/lamp.pdf");
        QCOMPARE(messages[1].statistics.tokensPerSecond, 12.5);
        QCOMPARE(messages[1].sources[1].notes, "It is 12 cm large.");
        QCOMPARE(messages[2].toolUses[1].state, ToolUse::State::Failed);
        QCOMPARE(messages[2].toolUses[1].place, 3);
        QCOMPARE(messages[3].awaited.size(), 2);
        QCOMPARE(messages[3].awaited[0].path, "/home/user/report.docx");
        QCOMPARE(messages[4].state, Message::State::Failed);
        QCOMPARE(messages[5].state, Message::State::Complete); // it was being written
        QCOMPARE(messages[5].statistics.end, AnswerStatistics::End::Stopped);
        QVERIFY(messages[8].isRemoved() && messages[8].text.isEmpty());

        QCOMPARE(lamps.draft, "Half a thought");
        QCOMPARE(contents.draft.pictures.size(), 1);
        QCOMPARE(contents.draft.pictures[0].name, "draft.png");
        QCOMPARE(contents.draft.attachments.size(), 2);
        QCOMPARE(contents.draft.attachments[0].text, "giraffe");
        QVERIFY(contents.draft.attachments[1].document);

        QCOMPARE(database.search("lighthouse", {}, 9).size(), 1); // in an attached text
        QCOMPARE(database.search("leuchtturm", {}, 9)[0].message, 7);
        QVERIFY(database.search("zebra", {}, 9).isEmpty());
    }

    void exportsAreImportedAsBefore_data()
    {
        QTest::addColumn<int>("conversations");
        QTest::newRow("lamps.json") << 1;
        QTest::newRow("lamps.zip") << 1;
        QTest::newRow("lamps.md") << 1;
        QTest::newRow("sources.md") << 1;
        QTest::newRow("failed.md") << 1;
        QTest::newRow("all.zip") << 3;
    }
    void exportsAreImportedAsBefore()
    {
        const QString name = QTest::currentDataTag();
        QFETCH(int, conversations);
        QJsonArray imported;
        ConversationReader reader(path("exports/" + name));
        while (const auto conversation = reader.next())
            imported << toJson(*conversation, PicturePlace::Inside);

        QCOMPARE(imported.size(), conversations);
        QCOMPARE(imported, jsonIn(path("read/" + name + ".json")));
    }

    void settingsAreTheSame()
    {
        Settings all(path("vignette.ini"));
        using namespace settings;
        QCOMPARE(all.get(currentModel), "/models/SmolVLM-500M-Instruct-Q8_0.gguf");
        QCOMPARE(
            all.get(addedModels), (QStringList{"/models/a.gguf", "/models/Größe, 2 \"B\"; C"}));
        QCOMPARE(all.get(modelFolders), QStringList{"/models"});
        QCOMPARE(all.get(device), "cuda:1");
        QCOMPARE(all.get(deviceMemory), 4096);
        QCOMPARE(all.get(threads), 3);
        QCOMPARE(all.get(cacheType), "q8/q4");
        QCOMPARE(all.get(contextTokens), 32768);
        QCOMPARE(all.get(draftModel), "/models/draft.gguf");
        QVERIFY(all.get(exactProducts) && all.get(keepsLayouts));
        QCOMPARE(all.get(unloadAfterMinutes), 15);
        QCOMPARE(all.get(keptContextGigabytes), 2);
        QCOMPARE(all.get(hubAddress), "https://hub.example.com");
        QCOMPARE(all.get(systemPrompt), "Be kind; say \"please\",\nalways.\\ 100 %");
        QVERIFY(answerSettingsFrom(QJsonDocument::fromJson(all.get(sampler).toUtf8()).object())
            == everySetting());
        QVERIFY(!all.get(makeTitles) && !all.get(readPictures));
        QCOMPARE(all.get(embeddingModel), "/models/minilm");
        QVERIFY(!all.get(passagesJudged) && !all.get(documentsWatched));
        QCOMPARE(all.get(documentStore), "postgresql://user@db.example.com/documents");
        QVERIFY(all.get(serverIsOn) && all.get(sendByControlEnter));
        QCOMPARE(all.get(serverHost), "0.0.0.0");
        QCOMPARE(all.get(serverPort), 9090);
        QCOMPARE(all.get(longPasteCharacters), 5000);
        QCOMPARE(all.get(scheme), "dark");
        QCOMPARE(all.get(accent), "teal");
        QVERIFY(all.get(highContrast) && all.get(reducedMotion));
        QCOMPARE(all.get(fontSize), 14);
        QCOMPARE(all.get(codeFontSize), 12);
        QCOMPARE(all.get(density), "compact");
        QCOMPARE(all.get(language), "de");
        QVERIFY(!all.get(restoreSession) && !all.get(notify));
        QVERIFY(all.get(useTray));
        QCOMPARE(all.get(logLevel), "debug");

        QCOMPARE(all.get(removedModels), QStringList{"/models/old.gguf"});
        QCOMPARE(all.get(projectors), (QStringList{"/models/a.gguf", "/models/mmproj-a.gguf"}));
        QCOMPARE(all.get(modelNames), (QStringList{"/models/model.gguf", "Qwen 2 VL"}));
        QVERIFY(all.get(hubTokenIsKept) && all.get(serverKeyIsKept));
        QVERIFY(all.get(documentsPaused) && all.get(documentsAsked));
        QCOMPARE(all.get(askedRoots), QStringList{"/home/user/Manuals"});
        QCOMPARE(all.get(languagesToldMissing), (QStringList{"deu", ""}));
        QCOMPARE(all.get(presetOfNewChats), "Poet");
    }

    void remoteServersAreTheSame()
    {
        Settings settings(path("vignette.ini"));
        Providers servers(settings, nullptr);
        const QString first = "http://gpu-box:8000/v1";
        QCOMPARE(servers.all(), (QList<Provider>{{first, 4}, {"https://api.example.com/v1", 8}}));
        QCOMPARE(servers.known(first, "vision-7b").sees, true);
        QCOMPARE(servers.known(first, "vision-7b").callsTools, false);
        QVERIFY(!servers.known(first, "vision-7b").embeds);
    }

    void toolsAreAllowedAsBefore()
    {
        Settings settings(path("vignette.ini"));
        ToolBox tools(settings);
        tools.add(std::make_unique<CalculatorTool>());
        QCOMPARE(tools.permission(tools.tools().first()), ToolPermission::Always);
        QCOMPARE(tools.serverSettings(),
            (QList<McpSettings>{{"weather", "weather-server", {"--days", "2"}, {"KEY=value"}, true},
                {"files", "/usr/bin/files", {}, {}, false}}));
    }

    void presetsAreTheSame()
    {
        const Presets presets(path("presets"));
        QVERIFY(presets.problems().isEmpty());
        QCOMPARE(presets.all().size(), 3);
        QVERIFY(presets.find("Poet") && presets.find("Remote"));
        checkEverySetting(presets.find("Poet")->settings);
        QCOMPARE(presets.find("Remote")->settings.systemPrompt, QString(""));
        QCOMPARE(presets.find("Remote")->settings.model,
            ModelId::fromText("http://gpu-box:8000/v1#vision-7b"));
        QVERIFY(presets.find("Größe: 100 % / plain?"));
        QCOMPARE(presets.find("Größe: 100 % / plain?")->settings, ChatSettings());
    }

    void captionsAreTheSame()
    {
        CaptionDatabase database(path("captions.sqlite"));
        const QList<CaptionRecord> runs = database.runs();
        QCOMPARE(runs.size(), 2);
        QCOMPARE(runs[0].id, "built-in");
        QCOMPARE(runs[1].created, 1'700'000'000'000);
        QCOMPARE(runs[1].sources, (QStringList{"/home/user/Pictures", "/home/user/one.png"}));
        QCOMPARE(runs[1].task.prompt, "Describe {name}.");
        QCOMPARE(runs[1].task.schema, R"({"type":"string"})");
        QCOMPARE(runs[1].task.model, ModelId::fromText("/models/a.gguf"));
        QCOMPARE(runs[1].task.maxTokens, 77);
        const QList<CaptionRow> rows = database.rows("run");
        QCOMPARE(rows.size(), 5);
        QVERIFY(rows[2].state == CaptionRow::State::Edited);
        QVERIFY(rows[3].state == CaptionRow::State::Waiting); // it was being described

        exportCaptions(rows, CaptionFormat::Csv, path("captions.csv"));
        exportCaptions(rows, CaptionFormat::JsonLines, path("captions.jsonl"));
        QCOMPARE(bytesOf(path("captions.csv")), bytesOf(path("exports/captions.csv")));
        QCOMPARE(bytesOf(path("captions.jsonl")), bytesOf(path("exports/captions.jsonl")));
    }

    void documentsAreTheSame()
    {
        const auto index = openDocumentIndex(path("documents.sqlite"), MissingStore::Fail);
        const QString folder = "/home/user/Manuals";
        QCOMPARE(index->roots(), QStringList{folder});
        const QList<IndexedFile> files = index->files();
        QCOMPARE(files.size(), 4);
        QCOMPARE(files[0].document.error, "It is encrypted.");
        QCOMPARE(files[1].stamp.path, folder + "/copy of lamp.pdf");
        QCOMPARE(files[1].document.content, files[2].document.content);
        QCOMPARE(files[2].stamp, (FileStamp{folder + "/lamp.pdf", 1234, 1'700'000'000'000, "/"}));
        QCOMPARE(files[2].document.measure, "tokens of minilm");
        QCOMPARE(files[2].document.title, "Lamp manual");
        QCOMPARE(files[2].document.pages, 2);
        QCOMPARE(files[3].document.reading, 3);

        const auto numbers = index->passagesIn(files[2].document.content);
        const std::vector<DocumentHit> passages = index->passages(numbers);
        QCOMPARE(passages.size(), size_t(2));
        QCOMPARE(passages[0].passage.page, 1);
        QCOMPARE(passages[0].passage.text, "It blinks twice when the battery is empty.");
        QCOMPARE(passages[0].passage.bytes, (ByteRange{6, 48}));
        QCOMPARE(passages[0].passage.rectangles,
            (std::vector<Rectangle>{{72, 100, 52, 12}, {72, 114, 20, 12}}));
        QCOMPARE(passages[1].passage.heading, "Lamp › Size");

        QCOMPARE(index->embedding(), (std::vector<float>{0.6f, 0.8f, 0}));
        QCOMPARE(index->countWithoutVector(), 1);
        QCOMPARE(index->findVectors({0, 1, 0}, 1)[0].passage, numbers[1]);
        const auto hits = DocumentSearch(*index).find("How long is tea brewed?", 1);
        QCOMPARE(hits.size(), size_t(1));
        QCOMPARE(hits[0].file, folder + "/tea.md");
    }

    void theListOfOwnDocumentsIsTheSame()
    {
        const QString file = path("documents-own.sqlite");
        Database(file, {":/sql/documents-own-1.sql"}, Database::Access::Shared)
            .run("UPDATE store SET computer = ?",
                {QString::fromLatin1(QSysInfo::machineUniqueId())});
        OwnDocuments own(file, "postgresql://user@db.example.com/documents");
        QCOMPARE(own.roots(), QStringList{"/home/user/Manuals"});
        QCOMPARE(own.files(),
            (QSet<QString>{"/home/user/Manuals/lamp.pdf", "/home/user/Manuals/tea.md"}));
    }

    void theStateOfTheProgramIsTheSame()
    {
        const Session session = readSession(m_folder->path());
        QCOMPARE(session.geometry, "geometry");
        QCOMPARE(session.state, QByteArray("state\0bytes", 11));
        QCOMPARE(session.page, "captions");
        QCOMPARE(session.conversation, "second");

        const QList<ContactedHost> hosts = ContactedHosts(path("contacts.json")).hosts();
        QCOMPARE(hosts.size(), 1);
        QCOMPARE(hosts[0].name, "huggingface.co");

        const ModelDownloads downloads(path("models"), path("downloads.json"));
        QCOMPARE(downloads.downloads().size(), 1);
        const ModelDownload& model = downloads.downloads()[0];
        QCOMPARE(model.name, "model-Q8_0");
        QCOMPARE(model.repository.owner, "some");
        QCOMPARE(model.phase, ModelDownload::Phase::Paused);
        QCOMPARE(model.bytes, 8'000'000);
    }
};

TESTS(OpenedFilesTest, QCoreApplication);
#include "opened_files_test.moc"

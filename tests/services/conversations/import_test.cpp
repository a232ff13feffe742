#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_store.h"
#include "services/conversations/message.h"
#include "services/conversations/transfer/archive_export.h"
#include "services/conversations/transfer/conversation_import.h"
#include "services/conversations/transfer/conversation_json.h"
#include "services/conversations/transfer/transfer.h"
#include "tests/support/largest_file.h"
#include "tests/support/test_program.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/resource.h>
#include <sys/stat.h>
#include <zip.h>

using services::Author;
using services::Conversation;
using services::ConversationImport;
using services::ConversationList;
using services::ConversationReader;
using services::ConversationStore;
using services::ExportedConversation;
using services::Message;
using tests::LargestFile;

namespace {

QByteArray pictureFile(QRgb color)
{
    QImage image(6, 4, QImage::Format_RGB888);
    image.fill(color);
    QByteArray file;
    QBuffer buffer(&file);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return file;
}

// Two versions of an answer, a failed one, images, an attachment and settings.
ExportedConversation sample()
{
    ExportedConversation conversation;
    services::ConversationRecord& record = conversation.record;
    record.title = "Red & blue";
    record.titleOrigin = services::TitleOrigin::User;
    record.isPinned = true;
    record.created = 1000;
    record.changed = 5000;
    record.leaf = 3;
    record.folder = "Colours";
    record.settings.systemPrompt = "Be brief.";
    for (services::MessageId id = 0; id < 4; ++id) {
        Message message;
        message.id = id;
        message.parent = id == 2 ? 0 : id - 1;
        message.author = id == 0 ? Author::User : Author::Assistant;
        message.text = QString("text %1 — ü").arg(id);
        message.created = 1000 + id;
        conversation.messages << message;
    }
    conversation.messages[0].pictures = {
        services::withTokens(services::decodePicture(pictureFile(0xff0000), "red.png"), 700),
        services::decodePicture(pictureFile(0x0000ff), "../../blue.png")};
    conversation.messages[0].attachments = {{"notes.txt", "a\nb"}};
    conversation.messages[1].note = "Two passages were left out.";
    conversation.messages[1].model = services::ModelId::fromText("/models/a.gguf");
    conversation.messages[1].sources
        = {{"Birds", "/books/birds.pdf", 12, "The gull is loud.", 100, 117, "Coast › Gulls",
               {{72, 90.5, 300, 12}}, services::Source::Reading::Never},
            {.title = "Notes", .passage = "ü"}};
    conversation.messages[1].sources.last().notes = "It says ü.";
    conversation.messages[1].statistics
        = {.end = services::AnswerStatistics::End::TokenLimit, .tokens = 7, .tokensPerSecond = 2.5};
    conversation.messages[2].state = Message::State::Failed;
    conversation.messages[2].error = "The device is gone.";
    return conversation;
}

void compare(const ExportedConversation& actual, const ExportedConversation& expected)
{
    QCOMPARE(actual.record.title, expected.record.title);
    QCOMPARE(actual.record.titleOrigin, expected.record.titleOrigin);
    QCOMPARE(actual.record.isPinned, expected.record.isPinned);
    QCOMPARE(actual.record.created, expected.record.created);
    QCOMPARE(actual.record.changed, expected.record.changed);
    QCOMPARE(actual.record.leaf, expected.record.leaf);
    QCOMPARE(actual.record.folder, expected.record.folder);
    QVERIFY(actual.record.settings == expected.record.settings);
    QCOMPARE(actual.messages.size(), expected.messages.size());
    for (qsizetype id = 0; id < actual.messages.size(); ++id) {
        const Message& message = actual.messages[id];
        const Message& other = expected.messages[id];
        QCOMPARE(message.parent, other.parent);
        QCOMPARE(message.author, other.author);
        QCOMPARE(message.state, other.state);
        QCOMPARE(message.text, other.text);
        QCOMPARE(message.created, other.created);
        QCOMPARE(message.model, other.model);
        QCOMPARE(message.error, other.error);
        QCOMPARE(message.statistics.end, other.statistics.end);
        QCOMPARE(message.statistics.tokens, other.statistics.tokens);
        QVERIFY(message.attachments == other.attachments);
        QCOMPARE(message.sources, other.sources);
        QCOMPARE(message.note, other.note);
        QCOMPARE(message.pictures.size(), other.pictures.size());
        for (qsizetype place = 0; place < message.pictures.size(); ++place) {
            QCOMPARE(message.pictures[place].name, other.pictures[place].name);
            QCOMPARE(message.pictures[place].file, other.pictures[place].file);
            QCOMPARE(services::tokensOf(message.pictures[place]),
                services::tokensOf(other.pictures[place]));
        }
    }
}

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

// The most memory that the process ever had.
qint64 peakBytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return qint64(usage.ru_maxrss) * 1024;
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString failureOf(const QString& path)
{
    try {
        ConversationReader reader(path);
        while (reader.next()) { }
    } catch (const std::exception& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

void writeArchive(const QString& path, const QHash<QString, QByteArray>& files)
{
    int error = 0;
    zip_t* archive
        = zip_open(QFile::encodeName(path).constData(), ZIP_CREATE | ZIP_TRUNCATE, &error);
    QVERIFY(archive);
    for (auto file = files.begin(); file != files.end(); ++file)
        zip_file_add(archive, file.key().toUtf8().constData(),
            zip_source_buffer(archive, file->constData(), zip_uint64_t(file->size()), 0),
            ZIP_FL_ENC_UTF_8);
    QCOMPARE(zip_close(archive), 0);
}

} // namespace

/// Conversations come back out of files as they went in, and nothing that a file can hold does more
/// than a message.
class ImportTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatIsExportedComesBack_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("JSON") << "chat.json";
        QTest::newRow("archive") << "chat.zip";
    }
    void whatIsExportedComesBack()
    {
        QFETCH(QString, name);
        exportConversation(sample(), path(name));

        ConversationReader reader(path(name));
        const auto read = reader.next();

        QVERIFY(read);
        compare(*read, sample());
        QVERIFY(!reader.next());
    }

    void anArchiveHoldsEachPictureOnce()
    {
        {
            services::ArchiveWriter archive(path("all.zip"));
            archive.add(sample());
            archive.add(sample());
            archive.finish();
        }

        services::ZipArchive zip(path("all.zip"));

        QCOMPARE(zip.names().size(), 4);
        QVERIFY(zip.contains("conversations/00002.json"));
        QCOMPARE(zip.names().filter("pictures/").size(), 2);
        QCOMPARE(QDir(m_folder->path())
                     .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
            (QStringList{"all.zip"}));
    }

    void allConversationsGoThroughAnArchiveIntoAnotherStore()
    {
        {
            ConversationStore store(path("a.sqlite"));
            ConversationList list(&store);
            list.import(sample().record, sample().messages);
            list.newConversation()->appendUserMessage({"Second"});
            list.newTemporary()->appendUserMessage({"Secret"});
            services::ArchiveExport job(list, &store, path("all.zip"));
            QSignalSpy finished(&job, &services::ArchiveExport::finished);
            QTRY_COMPARE(finished.count(), 1);
            QCOMPARE(finished[0][0].toInt(), 2);
        }
        ConversationStore store(path("b.sqlite"));
        ConversationList list(&store);
        ConversationImport job(list, {path("all.zip"), path("missing.zip")});
        QSignalSpy finished(&job, &ConversationImport::finished);
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(finished[0][0].toInt(), 2);
        QVERIFY(finished[0][1].toString().contains("missing.zip"));
        QCOMPARE(list.rowCount(), 2);
        QCOMPARE(list.folders().names(), (QStringList{"Colours"}));
        Conversation* conversation = list.conversation(0); // it is pinned
        QCOMPARE(conversation->title(), "Red & blue");
        QVERIFY(!conversation->isLoaded());
        list.load(conversation);
        QTRY_VERIFY(conversation->isLoaded());
        compare(
            services::exportedConversation(conversation->record(), conversation->tree().messages()),
            sample());
        QCOMPARE(conversation->messageById(0).pictures[0].image.size(), QSize(6, 4));
    }

    void chatGptConversationsAreRead()
    {
        write(path("conversations.json"), R"([
            {"title": "Empty", "mapping": {"a": {"id": "a", "parent": null, "children": []}}},
            {"title": "Bread", "create_time": 1700000000.5, "update_time": 1700000100,
             "current_node": "n4", "mapping": {
              "root": {"id": "root", "message": null, "parent": null, "children": ["sys"]},
              "sys": {"message": {"author": {"role": "system"}, "content": {"content_type": "text", "parts": [""]}},
                      "parent": "root", "children": ["n1"]},
              "n1": {"message": {"author": {"role": "user"}, "create_time": 1700000001,
                     "content": {"content_type": "multimodal_text", "parts": [{"asset_pointer": "x"}, "How?"]}},
                     "parent": "sys", "children": ["n2", "n3"]},
              "n2": {"message": {"author": {"role": "assistant"}, "content": {"parts": ["So."]}},
                     "parent": "n1", "children": []},
              "n3": {"message": {"author": {"role": "assistant"}, "content": {"parts": ["Or so."]}},
                     "parent": "n1", "children": ["n4"]},
              "n4": {"message": {"author": {"role": "user"}, "content": {"parts": ["Thanks"]}},
                     "parent": "n3", "children": ["n1"]}}}])");

        ConversationReader reader(path("conversations.json"));
        const auto read = reader.next();

        QVERIFY(read);
        QCOMPARE(read->record.title, "Bread");
        QCOMPARE(read->record.created, 1700000000500);
        QCOMPARE(read->messages.size(), 4);
        QCOMPARE(read->messages[0].text, "How?");
        QCOMPARE(read->messages[1].text, "So.");
        QCOMPARE(read->messages[0].model.text(), "");
        QCOMPARE(read->messages[1].model.text(), "ChatGPT"); // none would be the built-in one
        QCOMPARE(read->messages[2].parent, 0);
        QCOMPARE(read->messages[3].parent, 2);
        QCOMPARE(read->record.leaf, 3);
        QVERIFY(!reader.next());
    }

    void whatIsNoExportIsRefusedWithASentence_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("text") << QByteArray("hello");
        QTest::newRow("other JSON") << QByteArray("{\"a\": 1}");
        QTest::newRow("no object") << QByteArray("[1, 2]");
        QTest::newRow("no archive") << QByteArray("PK\3\4 and no more");
        QTest::newRow("newer") << QByteArray(
            "{\"format\": \"vignette-conversation\", \"version\": 2}");
        QTest::newRow("no messages")
            << QByteArray("{\"format\": \"vignette-conversation\", \"version\": 1}");
        QTest::newRow("own parent") << QByteArray(
            R"({"format": "vignette-conversation", "version": 1, "messages": [
                {"id": 0, "parent": 0, "author": "user", "text": "a"}]})");
        QTest::newRow("no author") << QByteArray(
            R"({"format": "vignette-conversation", "version": 1, "messages": [
                {"id": 0, "text": "a"}]})");
        QTest::newRow("deep") << QByteArray(100'000, '[');
        QTest::newRow("deep, in a conversation")
            << R"({"format": "vignette-conversation", "version": 1, "messages": )"
                + QByteArray(1'000, '[') + QByteArray(1'000, ']') + "}";
    }
    void whatIsNoExportIsRefusedWithASentence()
    {
        QFETCH(QByteArray, bytes);
        write(path("file.json"), bytes);

        const QString failure = failureOf(path("file.json"));

        QVERIFY2(failure.contains("file.json"), qPrintable(failure));
        QVERIFY2(failure.endsWith('.'), qPrintable(failure));
    }

    void anArchiveThatUnpacksForEverIsRefused()
    {
        writeArchive(path("bomb.zip"), {{"conversations/1.json", QByteArray(65 << 20, ' ')}});
        QVERIFY(QFileInfo(path("bomb.zip")).size() < 1 << 20);

        QVERIFY(failureOf(path("bomb.zip")).contains("too long"));
        QCOMPARE(mkfifo(qPrintable(path("pipe.json")), 0600), 0); // nobody will ever write to it
        QVERIFY(failureOf(path("pipe.json")).contains("regular file"));
    }

    void anArchiveOfMoreThanAnyExportIsRefused()
    {
        const QByteArray one = R"({"format": "vignette-conversation", "version": 1, "messages": [
            {"id": 0, "author": "user", "text": "a"}]})";
        writeArchive(
            path("large.zip"), {{"conversations/1.json", one}, {"conversations/2.json", one}});

        QVERIFY(ConversationReader(path("large.zip"), one.size() * 2).next());
        QVERIFY_EXCEPTION_THROWN(
            ConversationReader(path("large.zip"), one.size() * 3 / 2), std::exception);
    }

    // A parsed value takes sixty times the room of its text; the file is small when it is packed.
    void valuesAreCountedBeforeTheyTakeRoom_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        const qsizetype many = 40'000'000;
        QTest::newRow("empty arrays in an array")
            << "[" + QByteArray("[[[[[]]]]],").repeated(many / 11) + "[]]";
        QTest::newRow("empty objects in an object")
            << "{\"a\":[" + QByteArray("{},").repeated(many / 3) + "{}]}";
        QTest::newRow("numbers") << "[{\"a\":[" + QByteArray("1,").repeated(many / 2) + "1]}]";
    }
    void valuesAreCountedBeforeTheyTakeRoom()
    {
        QFETCH(QByteArray, bytes);
        write(path("values.json"), bytes);
        const qint64 before = peakBytes();

        const QString failure = failureOf(path("values.json"));

        QVERIFY2(failure.contains("isn't a chat in JSON") || failure.contains("contains more than"),
            qPrintable(failure));
        QVERIFY(peakBytes() - before < 5 * bytes.size());
    }

    void oneDamagedConversationDoesNotSpoilTheOthers()
    {
        // The text contains what would end a search for brackets.
        const QString text = QStringLiteral("a \\\" \x7d \x5d , \x5b \x7b");
        const QJsonObject message{{"id", 0}, {"author", "user"}, {"text", text}};
        const QByteArray one = QJsonDocument(QJsonObject{{"format", "vignette-conversation"},
                                                 {"version", 1}, {"messages", QJsonArray{message}}})
                                   .toJson();
        write(path("several.json"), "[" + one + ", {\"format\": nonsense}, " + one + "]");
        ConversationReader reader(path("several.json"));

        QCOMPARE(reader.next()->messages[0].text, text);
        QVERIFY_EXCEPTION_THROWN(reader.next(), std::exception);
        QVERIFY(reader.next());
        QVERIFY(!reader.next());
    }

    void aPictureNamedOftenIsDecodedOnce()
    {
        const QByteArray file
            = services::encodedPicture({"x", QImage(4000, 2500, QImage::Format_RGB32), {}, {}});
        const QString name = services::picturePath(file);
        const auto conversationWith = [&](int times) {
            QJsonArray pictures;
            for (int i = 0; i < times; ++i)
                pictures << QJsonObject{{"name", "x"}, {"file", name}};
            return QJsonObject{{"format", "vignette-conversation"}, {"version", 1},
                {"messages",
                    QJsonArray{QJsonObject{
                        {"id", 0}, {"author", "user"}, {"text", "a"}, {"pictures", pictures}}}}};
        };
        int reads = 0;
        const auto read = [&](int times) {
            return services::conversationFrom(conversationWith(times), [&](const QString&) {
                ++reads;
                return file;
            });
        };

        QCOMPARE(read(60).messages[0].pictures.size(), 60);
        QCOMPARE(reads, 1);
        QVERIFY_EXCEPTION_THROWN(read(101), std::exception); // their pixels count every time
    }

    void aFileThatCannotBeUsedEndsAnImportAndAnExport()
    {
        exportConversation(sample(), path("chat.json"));
        QVERIFY(QDir().mkpath(path("a.sqlite"))); // a folder
        ConversationStore store(path("a.sqlite"));
        ConversationList list(&store);
        ConversationImport job(list, {path("chat.json")});
        QSignalSpy finished(&job, &ConversationImport::finished);
        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(finished[0][0].toInt(), 0);
        QVERIFY(finished[0][1].toString().endsWith('.'));
        QCOMPARE(list.rowCount(), 0);

        list.import(sample().record, sample().messages);
        services::ArchiveExport all(list, &store, path("all.zip"));
        QSignalSpy failed(&all, &services::ArchiveExport::failed);
        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(failed[0][0].toString().contains(sample().record.title));
        QVERIFY(!QFile::exists(path("all.zip")));
    }

    void anImportThatIsStoppedKeepsWhatWasRead()
    {
        exportConversation(sample(), path("chat.json"));
        ConversationStore store(path("a.sqlite"));
        ConversationList list(&store);
        ConversationImport job(list, QStringList(3, path("chat.json")));
        connect(&job, &services::Transfer::progressed, &job, &services::Transfer::stop);
        QSignalSpy finished(&job, &ConversationImport::finished);

        QTRY_COMPARE(finished.count(), 1);
        QCOMPARE(finished[0][0].toInt(), 1);
        QCOMPARE(finished[0][1].toString(), QString());
        QCOMPARE(list.rowCount(), 1);
    }

    void anExportThatIsStoppedLeavesNothing()
    {
        ConversationStore store(path("a.sqlite"));
        ConversationList list(&store);
        for (int i = 0; i < 3; ++i)
            list.import(sample().record, sample().messages);
        services::ArchiveExport job(list, &store, path("all.zip"));
        QCOMPARE(job.total(), 3);
        connect(&job, &services::Transfer::progressed, &job, &services::Transfer::stop);
        QSignalSpy progressed(&job, &services::Transfer::progressed);
        QSignalSpy failed(&job, &services::ArchiveExport::failed);

        QTRY_COMPARE(failed.count(), 1);
        QVERIFY(failed[0][0].toString().contains("stopped"));
        QCOMPARE(progressed.count(), 1);
        QVERIFY(!QFile::exists(path("all.zip")));
    }

    void aFullDiskEndsAnImportAndWhatIsNotKeptIsNotCounted()
    {
        ExportedConversation large = sample();
        large.messages[0].text = QString(4 << 20, u'x');
        exportConversation(sample(), path("small.json"));
        exportConversation(large, path("large.json"));
        ConversationStore store(path("a.sqlite"));
        ConversationList list(&store);
        QSignalSpy restored(&list, &ConversationList::restored);
        QTRY_COMPARE(restored.count(), 1);
        const LargestFile limit(2 << 20);

        ConversationImport job(list, {path("small.json"), path("large.json"), path("small.json")});
        QSignalSpy finished(&job, &ConversationImport::finished);

        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 20'000);
        QCOMPARE(finished[0][0].toInt(), 1);
        QVERIFY2(finished[0][1].toString().contains("is incomplete"),
            qPrintable(finished[0][1].toString()));
        QCOMPARE(list.rowCount(), 1);
    }

    void picturesThatTakeTooMuchTogetherAreRefused()
    {
        const QString name = "pictures/" + QString(64, 'a') + ".png";
        QJsonArray pictures;
        for (int i = 0; i < 18; ++i)
            pictures << QJsonObject{{"name", "x"}, {"file", name}};
        const QJsonObject message{
            {"id", 0}, {"author", "user"}, {"text", "a"}, {"pictures", pictures}};
        const QJsonObject object{
            {"format", "vignette-conversation"}, {"version", 1}, {"messages", QJsonArray{message}}};
        writeArchive(path("pictures.zip"),
            {{"conversations/1.json", QJsonDocument(object).toJson()},
                {name, QByteArray(60 << 20, ' ')}});

        QVERIFY(failureOf(path("pictures.zip")).contains("1024 MiB"));
    }

    void noFileChoosesAModelOrAnEndlessSchema()
    {
        ExportedConversation conversation = sample();
        conversation.record.settings.model = services::ModelId::fromText("/models/a.gguf");
        conversation.record.settings.generation = services::AnswerSettings{};
        conversation.record.settings.generation->topK = 7;
        conversation.record.settings.generation->schema = std::string(1'000'001, ' ');
        exportConversation(conversation, path("chat.json"));

        const auto read = ConversationReader(path("chat.json")).next();

        QVERIFY(read);
        QVERIFY(!read->record.settings.model);
        QCOMPARE(read->record.settings.generation->topK, std::optional(7));
        QVERIFY(read->record.settings.generation->schema->empty());
    }

    // Otherwise a file from elsewhere would have a conversation continued on another machine.
    void noFileChoosesAServer_data()
    {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("kept");
        QTest::newRow("a model on a server") << "http://10.0.0.7:8000/v1#org/big"
                                             << "org/big";
        QTest::newRow("one without a name") << "https://example.org/v1#"
                                            << "?";
        QTest::newRow("a server in the name") << "http://a.example#http://b.example#big"
                                              << "?";
        QTest::newRow("a file") << "/models/a.gguf"
                                << "/models/a.gguf";
        QTest::newRow("another program") << "ChatGPT"
                                         << "ChatGPT";
    }
    void noFileChoosesAServer()
    {
        QFETCH(QString, model);
        QFETCH(QString, kept);
        ExportedConversation conversation = sample();
        conversation.messages[1].model = services::parseModelId(model);
        exportConversation(conversation, path("chat.json"));

        const auto read = ConversationReader(path("chat.json")).next();

        QVERIFY(read);
        QCOMPARE(read->messages[1].model, services::parseModelId(kept));
    }

    void noMarkdownFileChoosesAServer()
    {
        write(path("chat.md"),
            "---\nmodel: http://10.0.0.7:8000/v1#big\n---\n## You\na\n## Model\nb");

        const auto read = ConversationReader(path("chat.md")).next();

        QVERIFY(read);
        QCOMPARE(read->messages.size(), 2);
        QCOMPARE(read->messages[1].model.text(), "big");
    }

    void sourcesThatMakeNoSenseCountAsNotKnown()
    {
        const QJsonArray array{"no object", QJsonObject{{"title", 7}, {"page", -3}, {"begin", "x"}},
            QJsonObject{{"title", "Birds"}, {"page", 1e300}, {"end", -9}, {"reading", "aloud"},
                {"rectangles",
                    QJsonArray{7, QJsonArray{1, 2, 3}, QJsonArray{1, 2, 3, "4"},
                        QJsonArray{1, 2, -3, 4}, QJsonArray{1e300, 2, 3, 4}}}}};

        const QList<services::Source> sources = services::sourcesFrom(array);

        QCOMPARE(sources, (QList<services::Source>{{}, {.title = "Birds"}}));
    }

    void noSourceHasMorePlacesThanAPageHasLines()
    {
        QJsonArray rectangles;
        for (int line = 0; line < 5000; ++line)
            rectangles << QJsonArray{72, line, 300, 1};

        QCOMPARE(services::rectanglesFrom(rectangles).size(), 1000);
    }

    void aPictureIsTakenFromItsPlaceOnly()
    {
        const QByteArray json = R"({"format": "vignette-conversation", "version": 1, "messages": [
            {"id": 0, "author": "user", "text": "a", "pictures": [
             {"name": "x", "file": "../../etc/passwd"}, {"name": "y", "file": "picture.png"},
             {"name": "z", "bytes": "bm90IGEgcGljdHVyZQ=="}]}]})";
        writeArchive(path("paths.zip"),
            {{"conversations/1.json", json}, {"picture.png", pictureFile(0xff00ff)},
                {"../conversations/2.json", json}, {"__MACOSX/conversations/1.json", json}});

        ConversationReader reader(path("paths.zip"));
        const auto read = reader.next();

        QVERIFY(read);
        QVERIFY(read->messages[0].pictures.isEmpty());
        QVERIFY(!reader.next()); // the others are elsewhere
    }

    // Whatever a byte is changed to, there is a conversation or a message.
    void changedFilesAreReadOrRefused_data() { whatIsExportedComesBack_data(); }
    void changedFilesAreReadOrRefused()
    {
        QFETCH(QString, name);
        exportConversation(sample(), path(name));
        const QByteArray original = contents(path(name));
        QRandomGenerator random(25);
        int rejected = 0;
        for (int round = 0; round < 1000; ++round) {
            QByteArray bytes = original;
            for (int change = random.bounded(1, 6); change > 0; --change)
                bytes[random.bounded(bytes.size())] = char(random.bounded(256));
            if (round % 5 == 0)
                bytes.truncate(random.bounded(bytes.size()));
            write(path("changed"), bytes);
            rejected += failureOf(path("changed")).isEmpty() ? 0 : 1;
        }
        QVERIFY(rejected > 100);
        QVERIFY(rejected < 1000); // some bytes are of a text
    }

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

TESTS(ImportTest, QCoreApplication);
#include "import_test.moc"

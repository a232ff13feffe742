#include "services/attachments/attachment_loader.h"
#include "services/conversations/answer_writer.h"
#include "services/conversations/conversation.h"
#include "services/conversations/documents/document_gatherer.h"
#include "services/conversations/documents/passage_store.h"
#include "services/conversations/file_gatherer.h"
#include "services/documents/library/document_library.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "tests/services/conversations/documents/made_up_manual.h"
#include "tests/services/documents/answers/scripted_engine.h"
#include "tests/support/documents.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace services;
using tests::manual;

namespace {

constexpr int patience = 60'000; // milliseconds

// A fake engine that says when it has ended, as a registry expects it.
class ShelvedEngine : public tests::ScriptedEngine {
public:
    using ScriptedEngine::ScriptedEngine;

    void setHost(std::shared_ptr<runtime::EngineHost> host) { m_host = std::move(host); }

    void unload(runtime::Unloading) override
    {
        m_end = std::jthread([host = std::exchange(m_host, nullptr)] {
            if (host)
                host->ended();
        });
    }

private:
    std::shared_ptr<runtime::EngineHost> m_host;
    std::jthread m_end;
};

// A fake model with a context of so many words, which says what it is told to.
class Parrot {
public:
    explicit Parrot(int64_t words)
        : m_engine(std::make_shared<ShelvedEngine>(words, [this](const std::string& text) {
            return text.find("Note down briefly") != std::string::npos ? "It keeps its place."
                                                                       : said;
        }))
    {
    }

    void answerFor(ModelPool& models) const
    {
        models.setRemoteFactory([engine = m_engine](const runtime::ModelId&,
                                    std::shared_ptr<runtime::EngineHost> host) {
            engine->setHost(std::move(host));
            return engine;
        });
    }

    const std::vector<runtime::AnswerRequest>& asked() const { return m_engine->asked(); }

    std::string said = "It is violet [1].";

private:
    std::shared_ptr<ShelvedEngine> m_engine;
};

std::string textOfMessage(const runtime::RequestMessage& message)
{
    return tests::writtenText({.messages = {message}});
}

bool write(const QString& path, const QByteArray& words)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(words) == words.size();
}

} // namespace

/// Conversations about documents, by a fake model.
class DocumentGathererTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { m_reader = qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader"; }

    void aSecondQuestionReadsOnlyWhatIsNew()
    {
        Chat chat(4000, m_reader);
        const TextAttachment document = manual("boiler.pdf", 4);
        chat.ask("Which colour is it?", {document});
        QCOMPARE(chat.last().text, QString("It is violet [1]."));
        QCOMPARE(chat.last().sources, passageSources(document));

        chat.ask("And the lever?");

        QCOMPARE(chat.parrot.asked().size(), size_t(2));
        const auto& first = chat.parrot.asked()[0].messages;
        const auto& second = chat.parrot.asked()[1].messages;
        QCOMPARE(second.size(), size_t(3));
        QCOMPARE(textOfMessage(second[0]), textOfMessage(first[0])); // what is cached stays true
        const std::string question = textOfMessage(second[2]);
        QVERIFY(question.find("keeps its place") == std::string::npos);
        QVERIFY(question.find("And the lever?") != std::string::npos);
        for (const Source& source : chat.last().sources)
            QCOMPARE(source.reading, Source::Reading::Earlier);
        QCOMPARE(chat.last().sources.size(), passageSources(document).size());
    }

    void aFileThatIsStillBeingReadIsWaitedFor()
    {
        tests::MadeUpDocuments documents;
        Chat chat(4000, m_reader);
        const QString path = documents.path("two_columns.pdf");

        chat.send(
            {.text = "What goes across both columns?", .awaited = {{"two_columns.pdf", path}}});
        QVERIFY2(
            chat.last().waitReason.contains("two_columns.pdf"), qPrintable(chat.last().waitReason));
        chat.awaitAnswer();

        QCOMPARE(chat.last().text, QString("It is violet [1]."));
        QCOMPARE(chat.conversation.message(0).attachments.size(), 1);
        QVERIFY(chat.conversation.message(0).attachments[0].document);
        QCOMPARE(chat.last().sources.first().address, path);
        QVERIFY(!chat.last().sources.first().rectangles.isEmpty());
        QCOMPARE(chat.last().sources.last().page, 3);
    }

    void anAnswerThatIsStoppedWhileItIsGatheredForAsksNobody()
    {
        Chat chat(400, m_reader);

        chat.send({.text = "Summarise this", .attachments = {manual("boiler.pdf", 80)}});
        QVERIFY(chat.conversation.isWriting());
        chat.answers.stop(chat.conversation);

        QVERIFY(!chat.conversation.isWriting());
        QCOMPARE(chat.last().statistics.end, AnswerStatistics::End::Stopped);
        QVERIFY(chat.last().sources.isEmpty());
    }

    void aSummaryOfALongDocumentIsMadeOfNotes()
    {
        Chat chat(700, m_reader);
        chat.parrot.said = "Everything keeps its place [1].";

        chat.ask("Summarise this", {manual("boiler.pdf", 60)});

        QCOMPARE(chat.last().text, QString("Everything keeps its place [1]."));
        QVERIFY(chat.parrot.asked().size() > 5);
        QVERIFY(chat.last().note.contains("part by part"));
        const std::string read = tests::writtenText(chat.parrot.asked().back());
        QVERIFY(read.find("It keeps its place.") != std::string::npos);
        QVERIFY(!chat.last().sources.first().notes.isEmpty());
    }

    void nothingInADocumentIsSaidWithoutAModel()
    {
        Chat chat(4000, m_reader);

        chat.ask("Who was the first emperor of Rome?", {manual("boiler.pdf", 80)});

        QVERIFY(chat.last().text.startsWith(
            "Your documents don't contain an answer to this question."));
        QCOMPARE(chat.last().state, Message::State::Complete);
        QVERIFY(chat.parrot.asked().empty());
    }

    void theLibraryIsAskedOnlyWhereItIsWanted()
    {
        Chat chat(4000, m_reader);
        QVERIFY(write(chat.folder.filePath("lamp.md"),
            "# Lamp\n\nThe warning lamp of the boiler is violet.\n"));
        QVERIFY(write(
            chat.folder.filePath("door.md"), "# Door\n\nThe front door of the house is green.\n"));
        for (const char* name : {"lamp.md", "door.md"})
            chat.library.add({chat.folder.filePath(name)});
        QTRY_COMPARE_WITH_TIMEOUT(chat.library.counts().read, 2, patience);
        chat.ask("Which colour has the warning lamp of the boiler?");
        QVERIFY(chat.last().sources.isEmpty());

        chat.askLibrary({});
        chat.ask("Which colour has the warning lamp of the boiler?");
        QVERIFY(!chat.last().sources.isEmpty());
        QCOMPARE(chat.last().sources.first().title, "lamp.md");
        QVERIFY(chat.last().sources.first().passage.contains("violet"));

        chat.askLibrary({chat.folder.filePath("door.md")});
        const size_t before = chat.parrot.asked().size();
        chat.ask("Which colour has the warning lamp of the boiler?");
        QVERIFY2(chat.last().text.startsWith("Your documents don't contain"),
            qPrintable(chat.last().text));
        for (const Source& source : chat.last().sources)
            QCOMPARE(source.title, "door.md");
        QCOMPARE(chat.parrot.asked().size(), before);
    }

    // The user can choose it by "@".
    void aDocumentOfACollectionIsAskedAlone()
    {
        Chat chat(4000, m_reader);
        QVERIFY(QDir(chat.folder.path()).mkdir("house"));
        for (const char* name : {"lamp", "door"})
            QVERIFY(write(chat.folder.filePath(QString("house/%1.md").arg(name)),
                QString("# Warning\n\nThe warning sign of the %1 is violet.\n")
                    .arg(name)
                    .toUtf8()));
        chat.library.add({chat.folder.filePath("house")});
        QTRY_COMPARE_WITH_TIMEOUT(chat.library.counts().read, 2, patience);

        chat.askLibrary({chat.folder.filePath("house/door.md")});
        chat.ask("Which colour has the warning sign?");
        QVERIFY(!chat.last().sources.isEmpty());
        for (const Source& source : chat.last().sources)
            QCOMPARE(source.title, "door.md");

        chat.askLibrary({chat.folder.filePath("elsewhere.md")}); // of no collection
        chat.ask("Which colour has the warning sign?");
        QVERIFY(chat.last().error.startsWith("Your library is empty."));
    }

    void anEmptyLibrarySaysSo()
    {
        Chat chat(4000, m_reader);
        chat.askLibrary({});

        chat.ask("Which colour is it?");

        QCOMPARE(chat.last().state, Message::State::Failed);
        QVERIFY(chat.last().error.startsWith("Your library is empty."));
    }

private:
    // A conversation with a fake model, and all that it needs.
    struct Chat {
        Chat(int64_t words, const QString& reader)
            : parrot(words)
            , settings(folder.filePath("settings.ini"))
            , models(LoadOptions{})
            , installed(settings, folder.filePath("models"))
            , library(settings,
                  {folder.filePath("own.sqlite"), folder.filePath("documents.sqlite")}, reader)
            , files(loader)
            , documents(models, installed, library, settings)
            , answers(models, settings)
        {
            loader.setReader(reader);
            parrot.answerFor(models);
            settings.set(settings::makeTitles, false);
            models.setCurrent(services::ModelId::remote("http://127.0.0.1:9/v1", "parrot"));
            answers.addGatherer(files);
            answers.addGatherer(documents);
            library.start();
        }

        void send(const Draft& message)
        {
            conversation.appendUserMessage(message);
            answers.answer(conversation);
        }

        void awaitAnswer() { QTRY_VERIFY_WITH_TIMEOUT(!conversation.isWriting(), patience); }

        void ask(const QString& text, const QList<TextAttachment>& attachments = {})
        {
            send({.text = text, .attachments = attachments});
            awaitAnswer();
        }

        void askLibrary(const QStringList& roots)
        {
            ChatSettings own = conversation.settings();
            own.documents = roots;
            conversation.setSettings(own);
        }

        const Message& last() const { return conversation.message(conversation.rowCount() - 1); }

        QTemporaryDir folder;
        Parrot parrot;
        Settings settings;
        ModelPool models;
        InstalledModels installed;
        DocumentLibrary library;
        AttachmentLoader loader;
        FileGatherer files;
        DocumentGatherer documents;
        Conversation conversation;
        AnswerWriter answers; // before the conversation
    };

    QString m_reader;
};

TESTS(DocumentGathererTest, QCoreApplication);
#include "document_gatherer_test.moc"

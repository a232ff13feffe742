#include "services/conversations/build_answer_request.h"
#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_store.h"
#include "services/conversations/file_gatherer.h"
#include "services/conversations/turn.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "tests/support/program.h"
#include "tests/support/receipt.h"
#include "tests/support/test_program.h"

#include <QGuiApplication>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using services::Conversation;
using services::ConversationDatabase;
using services::MessageId;
using services::OpenReply;
using services::PictureTextGatherer;
using services::PictureTexts;
using services::Turns;

namespace {

constexpr int patience = 60'000; // milliseconds

services::ReaderProcess reader()
{
    services::ReaderProcess process = services::pictureTextReader();
    process.program = qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-reader";
    return process;
}

services::ReaderProcess noReader()
{
    services::ReaderProcess process = reader();
    process.program = "/nowhere";
    return process;
}

services::Picture receipt(const QString& name = "receipt.png")
{
    return services::makePicture(tests::receipt(), name);
}

} // namespace

/// The text in images is read before a model is asked about them.
class PictureTextGathererTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (services::standardTextLanguages().names.isEmpty())
            QSKIP("There are no language data of Tesseract (Debian: tesseract-ocr-eng).");
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<services::Settings>(m_folder->filePath("settings.ini"));
        m_submitted = 0;
        use(reader());
    }

    void theModelReadsItWithThePicture()
    {
        Conversation conversation;
        conversation.appendUserMessage({"What is the total?", {receipt()}});
        const MessageId answer = ask(conversation);
        QCOMPARE(
            conversation.messageById(answer).waitReason, QString("Reading text in “receipt.png”"));
        QTRY_COMPARE_WITH_TIMEOUT(m_submitted, 1, patience);

        QVERIFY(conversation.messageById(answer).waitReason.isEmpty());
        const auto request = services::buildAnswerRequest(
            conversation, conversation.tree().messagesUntil(0), *m_settings, {});
        const auto texts = runtime::pictureTexts(request.messages.back());
        QCOMPARE(int(texts.size()), 1);
        QCOMPARE(texts[0].source.name, std::string("Text in receipt.png"));
        QVERIFY2(texts[0].text.find("Total 14.60 EUR") != std::string::npos, texts[0].text.c_str());
    }

    void itIsReadOnceAndNeverAfterAStart()
    {
        const QString path = m_folder->filePath("conversations.sqlite");
        QString id, text;
        {
            services::ConversationStore store(path);
            services::ConversationList list(&store);
            Conversation* conversation = list.newConversation();
            id = conversation->id();
            conversation->appendUserMessage({"What is the total?", {receipt()}});
            ask(*conversation);
            QTRY_COMPARE_WITH_TIMEOUT(m_submitted, 1, patience);
            text = conversation->message(0).pictures[0].text->text();
            QVERIFY(text.contains("14.60"));
            m_open.back().finish();
        }
        use(noReader());

        ConversationDatabase database(path);
        Conversation again;
        again.appendUserMessage({"Once more"});
        again.unload();
        again.restore(services::decodedContents(database.contents(id)));
        ask(again);

        QCOMPARE(m_submitted, 2); // at once
        QCOMPARE(again.message(0).pictures[0].text->text(), text);
        QCOMPARE(again.message(0).pictures[0].image.size(), tests::receipt().size());
    }

    void theSamePictureInAnotherConversationIsKnown()
    {
        Conversation one, other;
        one.appendUserMessage({{}, {receipt()}});
        other.appendUserMessage({{}, {receipt("another name.png")}});
        ask(one);
        QTRY_COMPARE_WITH_TIMEOUT(m_submitted, 1, patience);
        ask(other);
        QTRY_COMPARE_WITH_TIMEOUT(m_submitted, 2, patience);

        QCOMPARE(*other.message(0).pictures[0].text, *one.message(0).pictures[0].text);
    }

    void aPictureWithoutTextAddsNothing()
    {
        Conversation conversation;
        conversation.appendUserMessage(
            {"What is it?", {services::decodePictureFile(tests::resource("samples/one-1.png"))}});
        ask(conversation);
        QTRY_COMPARE_WITH_TIMEOUT(m_submitted, 1, patience);

        QVERIFY(conversation.message(0).pictures[0].text->isEmpty());
        const auto request = services::buildAnswerRequest(
            conversation, conversation.tree().messagesUntil(0), *m_settings, {});
        QCOMPARE(int(request.messages.back().parts.size()), 2); // the image and the question
        ask(conversation);
        QCOMPARE(m_submitted, 2); // at once
    }

    void onlyThePicturesThatAreMeantAreRead()
    {
        Conversation conversation;
        conversation.appendUserMessage({"First", {receipt("first.png")}});
        conversation.appendUserMessage({"Second", {receipt("a.png"), receipt("b.png")}});
        conversation.appendUserMessage({"And the total?"});
        const MessageId answer = ask(conversation);
        QVERIFY(conversation.messageById(answer).waitReason.contains("0 of 2"));
        QTRY_COMPARE_WITH_TIMEOUT(m_submitted, 1, patience);

        QVERIFY(!conversation.message(0).pictures[0].text);
        QVERIFY(
            conversation.message(1).pictures[0].text && conversation.message(1).pictures[1].text);
    }

    void theSettingSwitchesItOff()
    {
        Conversation conversation;
        conversation.appendUserMessage({"What is the total?", {receipt()}});
        m_settings->set(services::settings::readPictures, false);
        ask(conversation);
        QCOMPARE(m_submitted, 1); // at once
        m_settings->set(services::settings::readPictures, true);
        ask(conversation);
        QTRY_COMPARE_WITH_TIMEOUT(m_submitted, 2, patience);

        m_settings->set(services::settings::readPictures, false);

        const auto request = services::buildAnswerRequest(
            conversation, conversation.tree().messagesUntil(0), *m_settings, {});
        QVERIFY(runtime::pictureTexts(request.messages.back()).empty());
    }

    void stoppingLeavesTheAnswerAndWhatIsReadIsKnown()
    {
        Conversation conversation;
        conversation.appendUserMessage({{}, {receipt()}});
        const MessageId answer = ask(conversation);

        m_turns->stopWhere([](const Conversation&, MessageId) { return true; });

        QVERIFY(!conversation.messageById(answer).isOpen());
        QVERIFY(!conversation.message(0).pictures[0].text);
        ask(conversation);
        QTRY_COMPARE_WITH_TIMEOUT(m_submitted, 1, patience);
        QVERIFY(!conversation.message(0).pictures[0].text->isEmpty());
    }

    void aReaderThatFailsDoesNotFailTheAnswer()
    {
        use(noReader());
        QTest::ignoreMessage(QtWarningMsg, QRegularExpression("is missing"));
        Conversation conversation;
        conversation.appendUserMessage({{}, {receipt()}});
        ask(conversation);

        QTRY_COMPARE(m_submitted, 1);
        QVERIFY(conversation.message(0).pictures[0].text->isEmpty());
    }

    void missingLanguageDataAreToldOnce()
    {
        services::ReaderProcess process = reader();
        for (const bool hasSome : {false, true}) {
            process.languages.names = hasSome ? QStringList{"eng"} : QStringList();
            process.languages.missing = {"deu", "chi_sim"};
            use(process);
            QSignalSpy told(m_gatherer.get(), &PictureTextGatherer::languageMissed);
            for (int time = 0; time < 2; ++time) {
                Conversation conversation;
                conversation.appendUserMessage({{}, {receipt()}});
                ask(conversation);
                QTRY_COMPARE_WITH_TIMEOUT(m_submitted, 1 + time + 2 * int(hasSome), patience);
            }
            QCOMPARE(told.count(), 1);
            const QString message = told[0][0].toString();
            QVERIFY2(hasSome ? message.contains("tesseract-ocr-deu, tesseract-ocr-chi-sim")
                             : message.contains("tesseract-ocr-eng"),
                qPrintable(message));
        }
    }

private:
    void use(const services::ReaderProcess& process)
    {
        m_turns.reset();
        m_gatherer.reset();
        m_texts = std::make_unique<PictureTexts>(process);
        m_gatherer = std::make_unique<PictureTextGatherer>(*m_texts, *m_settings);
        m_turns = std::make_unique<Turns>();
        m_turns->add(*m_gatherer);
    }

    MessageId ask(Conversation& conversation)
    {
        OpenReply reply = conversation.appendReply();
        const MessageId id = reply.id();
        m_turns->begin(std::move(reply), [this](OpenReply gathered) {
            ++m_submitted;
            m_open.push_back(std::move(gathered));
        });
        return id;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<services::Settings> m_settings;
    std::unique_ptr<PictureTexts> m_texts;
    std::unique_ptr<PictureTextGatherer> m_gatherer;
    std::unique_ptr<Turns> m_turns;
    int m_submitted = 0;
    std::vector<OpenReply> m_open; // those that were submitted
};

TESTS(PictureTextGathererTest, QGuiApplication);
#include "picture_text_gatherer_test.moc"

#include "services/conversations/conversation.h"
#include "services/conversations/documents/document_question.h"
#include "services/conversations/documents/question_of_conversation.h"
#include "services/settings/settings.h"
#include "tests/services/conversations/documents/made_up_manual.h"
#include "tests/services/documents/answers/scripted_engine.h"
#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace services;
using After = PictureWord::After;

namespace {

const QString receipt = QStringLiteral(
    "Corner Bakery\n12 Harbour Street\n\nThe oven of the bakery is heated with beech wood.\n\n"
    "Total of the receipt 14.60 EUR\nThank you for your visit");

// The text in the form that OCR gives it, word by word.
PictureText textOf(const QString& text)
{
    PictureText read;
    for (const QString& paragraph : text.split("\n\n")) {
        for (const QString& line : paragraph.split('\n')) {
            for (const QString& word : line.split(' '))
                read.words << PictureWord{word, {}, After::Space};
            read.words.last().after = After::Line;
        }
        read.words.last().after = After::Paragraph;
    }
    return read;
}

Picture pictureWith(const QString& text, const QString& name = "receipt.png")
{
    QImage image(8, 8, QImage::Format_RGB888);
    image.fill(Qt::white);
    Picture picture = makePicture(image, name);
    picture.text = textOf(text);
    return picture;
}

} // namespace

/// What is asked of documents for an answer, as the conversation before it has it.
class QuestionOfConversationTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_conversation = std::make_unique<Conversation>(); }

    void theTextInAPictureIsAskedAboutLikeADocument()
    {
        showPictures({pictureWith(receipt)});
        say("What is the oven of the bakery heated with?");

        const auto question = this->question();

        QVERIFY(question);
        QVERIFY(question->isByBuiltIn && question->mayDoWithout); // for it sees the image, too
        QCOMPARE(question->documents.size(), 1);
        QCOMPARE(question->documents.first().name, "receipt.png");
        QCOMPARE(QString::fromStdString(question->documents.first().document->text), receipt);
        const DocumentAnswer answer = answerTo(*question);
        QVERIFY2(answer.text.contains("heated with beech wood"), qPrintable(answer.text));
        QVERIFY(answer.text.contains("[1]"));
        QCOMPARE(answer.sources.first().title, "receipt.png");
    }

    void whatDoesNotStandInItIsLeftToTheModel()
    {
        showPictures({pictureWith(receipt)});
        say("Who was the first emperor of Rome?");

        const DocumentAnswer answer = answerTo(*question());

        QVERIFY2(answer.text.isEmpty(),
            qPrintable(answer.text)); // the model says that it knows drawings only
    }

    void toSumItUpShowsHowItBegins()
    {
        showPictures({pictureWith(receipt)});
        say("Summarise this");

        const DocumentAnswer answer = answerTo(*question());

        QVERIFY2(answer.text.contains("Corner Bakery"), qPrintable(answer.text));
    }

    void picturesWithoutANameAreToldApart()
    {
        showPictures({pictureWith(receipt, {}), pictureWith(receipt + " again", {})});
        say("What is the total of the receipt?");

        const auto question = this->question();

        QCOMPARE(question->documents.size(), 2);
        QVERIFY(question->documents[0].name != question->documents[1].name);
    }

    void theQuestionThatComesWithThePictureGetsAllOfItsText()
    {
        conversation().appendUserMessage({"What is this?", {pictureWith(receipt)}});

        QVERIFY(!question());
    }

    // It does not know what a sign in a drawing says, but what the drawing shows.
    void aDrawingWithASignIsNoDocument()
    {
        showPictures({pictureWith("Corner Bakery")});
        say("How many dogs are there?");

        QVERIFY(!question());
    }

    void whatIsShownLaterIsMeant()
    {
        showPictures({pictureWith(receipt)});
        showPictures({pictureWith("Exit", "drawing.png")});
        say("How many dogs are there?");

        QVERIFY(!question());
    }

    void aDocumentThatIsAttachedLaterStandsBesideIt()
    {
        showPictures({pictureWith(receipt)});
        conversation().appendUserMessage(
            {.text = "And this?", .attachments = {tests::manual("boiler.pdf", 2)}});
        answerWith("It is about a boiler.");
        say("What is the total of the receipt?");

        QCOMPARE(question()->documents.size(), 2);
    }

    void otherModelsSeeThePictureThemselves()
    {
        showPictures({pictureWith(receipt)});
        say("What is the total of the receipt?");

        QVERIFY(!question(services::ModelId::fromText("/models/large.gguf")));
    }

private:
    Conversation& conversation() { return *m_conversation; }

    void say(const QString& words) { conversation().appendUserMessage({words}); }

    void answerWith(const QString& words)
    {
        services::OpenReply answer = conversation().appendReply();
        answer.append(words);
        answer.finish();
    }

    void showPictures(const QList<Picture>& pictures)
    {
        conversation().appendUserMessage({"What is this?", pictures});
        answerWith("I know drawings only.");
    }

    std::optional<DocumentQuestion> question(const services::ModelId& model = {})
    {
        const services::OpenReply reply = conversation().appendReply(model);
        return makeDocumentQuestion(conversation(), reply.id(), m_settings);
    }

    static DocumentAnswer answerTo(const DocumentQuestion& question)
    {
        tests::ScriptedEngine engine(2048, [](const std::string&) { return "Hm."; });
        PassageStore store;
        return documentAnswer(question, engine, store, {[](const QString&) {}});
    }

    QTemporaryDir m_folder;
    Settings m_settings{m_folder.filePath("settings.ini")};
    std::unique_ptr<Conversation> m_conversation;
};

TESTS(QuestionOfConversationTest, QCoreApplication);
#include "question_of_conversation_test.moc"

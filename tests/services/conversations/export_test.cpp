#include "services/conversations/transfer/archive_export.h"
#include "services/conversations/transfer/conversation_markdown.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using services::Author;
using services::ExportedConversation;
using services::Message;

namespace {

QImage redSquare()
{
    QImage image(4, 4, QImage::Format_RGB888);
    image.fill(Qt::red);
    return image;
}

Message message(
    services::MessageId id, services::MessageId parent, Author author, const QString& text)
{
    Message made;
    made.id = id;
    made.parent = parent;
    made.author = author;
    made.text = text;
    return made;
}

// A question with an image, two answers of which the first is shown, and a question after it.
ExportedConversation sample()
{
    ExportedConversation conversation;
    conversation.record = {.id = "a", .title = "Red", .created = 0, .changed = 1000, .leaf = 3};
    conversation.messages = {message(0, -1, Author::User, "What colour?"),
        message(1, 0, Author::Assistant, "**Red**."), message(2, 0, Author::Assistant, "Crimson."),
        message(3, 1, Author::User, "Thanks")};
    conversation.messages[0].pictures = {services::makePicture(redSquare(), "../red [1].png")};
    return conversation;
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

/// Conversations as files of the user's.
class ExportTest : public QObject {
    Q_OBJECT

private slots:
    void markdownHoldsTheBranchThatIsShown()
    {
        QCOMPARE(QString::fromUtf8(toMarkdown(sample(), "chat pictures")),
            "# Red\n\n## You\n\n![../red 1.png](<chat pictures/0-1-red--1-.png>)\n\n"
            "What colour?\n\n## Answer\n\n**Red**.\n\n## You\n\nThanks\n");
    }

    void thePicturesOfMarkdownStandBesideIt()
    {
        const QTemporaryDir folder;

        exportConversation(sample(), folder.filePath("chat.md"));

        QVERIFY(contents(folder.filePath("chat.md")).contains("<chat pictures/0-1-red--1-.png>"));
        QVERIFY(contents(folder.filePath("chat.md"))
                    .startsWith("---\nformat: \"vignette-conversation\"\n"
                                "title: \"Red\"\n"));
        const QImage picture(folder.filePath("chat pictures/0-1-red--1-.png"));
        QCOMPARE(picture.convertToFormat(QImage::Format_RGB888), redSquare());
    }

    void attachmentsStandBeforeTheTextInAFence()
    {
        ExportedConversation conversation = sample();
        conversation.messages[3].attachments = {{"notes.md", "```\ncode\n```"}};

        const QString text = QString::fromUtf8(toMarkdown(conversation, {}));

        QVERIFY(text.contains("## You\n\nnotes.md\n````\n```\ncode\n```\n````\n\nThanks\n"));
    }

    void ofManySourcesThoseUpToTheLastThatIsCitedAreListed()
    {
        ExportedConversation conversation = sample();
        conversation.messages[1].text = "It is red [2, 4]. In 1999 it was not.";
        conversation.messages[1].sources.clear();
        for (int page = 1; page <= 300; ++page) {
            services::Source source;
            source.title = "Colours";
            source.page = page;
            conversation.messages[1].sources << source;
        }

        const QString text = QString::fromUtf8(toMarkdown(conversation, {}));

        QVERIFY(text.contains("\n4. Colours, page 4\n"));
        QVERIFY(!text.contains("\n5. Colours"));
    }

    void sourcesStandBelowTheirAnswer()
    {
        ExportedConversation conversation = sample();
        conversation.messages[1].sources = {{.title = "Colours\nof the world",
                                                .address = "/books/colours.pdf",
                                                .page = 7,
                                                .passage = "Red is red."},
            {.passage = "without a name"}};

        const QString text = QString::fromUtf8(toMarkdown(conversation, {}));

        QVERIFY2(text.contains("**Red**.\n\nSources:\n\n1. Colours of the world, page 7, "
                               "/books/colours.pdf\n2. Untitled text\n\n## You"),
            qPrintable(text));
    }

    void removedMessagesAreLeftOut()
    {
        ExportedConversation whole = sample();
        whole.messages[1].removedWith = 1;
        whole.messages[3].removedWith = 1;

        const ExportedConversation exported
            = services::exportedConversation(whole.record, whole.messages);

        QCOMPARE(exported.messages.size(), 2);
        QCOMPARE(exported.messages[1].id, 1);
        QCOMPARE(exported.messages[1].parent, 0);
        QCOMPARE(exported.messages[1].text, "Crimson.");
        QCOMPARE(exported.record.leaf, 1);
    }

    void jsonHoldsEverything()
    {
        const QTemporaryDir folder;

        exportConversation(sample(), folder.filePath("chat.json"));

        const QJsonObject object
            = QJsonDocument::fromJson(contents(folder.filePath("chat.json"))).object();
        QCOMPARE(object["title"].toString(), "Red");
        QCOMPARE(object["created"].toString(), "1970-01-01T00:00:00.000Z");
        QCOMPARE(object["shown"].toInt(), 3);
        const QJsonArray messages = object["messages"].toArray();
        QCOMPARE(messages.size(), 4);
        QCOMPARE(messages[2]["parent"].toInt(), 0);
        QCOMPARE(messages[2]["author"].toString(), "assistant");
        QCOMPARE(messages[2]["text"].toString(), "Crimson.");
        const auto bytes
            = QByteArray::fromBase64(messages[0]["pictures"][0]["bytes"].toString().toLatin1());
        QCOMPARE(services::decodePicture(bytes, {}).image, redSquare());
    }

    void whatCannotBeWrittenIsSaid()
    {
        const QTemporaryDir folder;
        QVERIFY_EXCEPTION_THROWN(
            exportConversation(sample(), folder.filePath("no/chat.json")), std::exception);
    }
};

TESTS(ExportTest, QCoreApplication);
#include "export_test.moc"

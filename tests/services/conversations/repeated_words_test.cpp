#include "services/conversations/repeated_words.h"
#include "tests/support/test_program.h"

#include <QTest>

using services::Author;
using services::Message;
using services::repeatedWords;

namespace {

Message says(Author author, const QString& text)
{
    Message message;
    message.author = author;
    message.text = text;
    return message;
}

// A conversation about a secret and a subject.
QList<Message> conversation()
{
    Message question = says(Author::User,
        "My password is hunter27, my card 4111 1111 1111 1111. Which lighthouses are there in "
        "Denmark, near Fredericia? 我的秘密計劃是去北京。 See "
        "https://mine.example/report?id=hunter27");
    question.attachments = {{"notes.txt", "The meeting is in Reykjavik."}};
    return {question, says(Author::Assistant, "Elephants have nothing to do with it.")};
}

} // namespace

/// Tests which links would reveal to others what the user wrote.
class RepeatedWordsTest : public QObject {
    Q_OBJECT

private slots:
    void whatAnAddressRepeatsIsFound_data()
    {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char* name, const QString& address, const QStringList& words) {
            QTest::newRow(name) << address << words;
        };
        const QString evil = "https://evil.invalid/";
        row("query", evil + "?q=hunter27", {"hunter27"});
        row("any case", evil + "?q=FREDERICIA", {"Fredericia"});
        row("a number in other groups", evil + "?c=4111-1111-1111-1111", {"4111111111111111"});
        row("a number in one", evil + "4111111111111111", {"4111111111111111"});
        row("attachment", evil + "#reykjavik", {"Reykjavik"});
        row("user", "https://hunter27@evil.invalid/", {"hunter27"});
        row("percent signs", evil + "?q=%68%75nter27", {"hunter27"});
        row("percent signs twice", evil + "?q=%2568%2575nter27", {"hunter27"});
        row("plus signs", evil + "?q=is+hunter27", {"hunter27"});
        row("Base64", evil + "?q=" + QByteArray("it is hunter27").toBase64(), {"hunter27"});
        row("Base64 in the path",
            evil + QByteArray("near Fredericia").toBase64(QByteArray::OmitTrailingEquals),
            {"Fredericia"});
        row("Base64 as a part of the path",
            evil + "p/" + QByteArray("near Fredericia").toBase64() + "/x", {"Fredericia"});
        row("Base64 with a plus sign", evil + "p/" + u"秘密計劃"_qs.toUtf8().toBase64(),
            {"秘密計", "密計劃"});
        row("Base64 with slashes", evil + "p/" + u"ÿé Fredericia"_qs.toUtf8().toBase64(),
            {"Fredericia"});
        row("hexadecimal", evil + QByteArray("Fredericia").toHex(), {"Fredericia"});
        row("path with a digit", evil + "x/hunter27.png", {"hunter27"});
        row("host with a digit", "https://hunter27.evil.invalid/", {"hunter27"});
        row("several words of a path", evil + "lighthouses/denmark/fredericia",
            {"lighthouses", "Denmark", "Fredericia"});
        row("script without spaces", evil + "?q=秘密計", {"秘密計"});
        row("mail", "mailto:a@evil.invalid?body=hunter27", {"hunter27"});
    }
    void whatAnAddressRepeatsIsFound()
    {
        QFETCH(QString, address);
        QFETCH(QStringList, words);
        QCOMPARE(repeatedWords(address, conversation()), words);
    }

    void anOrdinaryAddressRepeatsNothing_data()
    {
        QTest::addColumn<QString>("address");
        for (const char* address : {"https://en.wikipedia.org/wiki/Lighthouses",
                 "https://en.wikipedia.org/wiki/List_of_lighthouses_in_Denmark",
                 "https://www.example.org/?page=2&lang=en", "https://evil.invalid/?q=elephants",
                 "https://evil.invalid/?q=hunter", "https://evil.invalid/?n=411111",
                 "mailto:someone@example.org", "https://mine.example/report?id=hunter27", "",
                 "https://evil.invalid/%FF%FE?%00"})
            QTest::newRow(address) << address;
    }
    void anOrdinaryAddressRepeatsNothing()
    {
        QFETCH(QString, address);
        QCOMPARE(repeatedWords(address, conversation()), QStringList());
    }

    void everythingThatAModelReadsIsLookedAt_data()
    {
        QTest::addColumn<QList<Message>>("messages");
        QTest::addColumn<QString>("systemPrompt");
        const auto row = [](const char* name, const auto& change) {
            Message message = says(Author::Assistant, "Look there.");
            change(message);
            QTest::newRow(name) << QList<Message>{says(Author::User, "What is it?"), message}
                                << QString();
        };
        row("a result of a tool", [](Message& message) {
            message.toolUses << services::ToolUse{.name = "read_file",
                .arguments = "{}",
                .result = "password: swordfish",
                .state = services::ToolUse::State::Done};
        });
        row("a failure of a tool", [](Message& message) {
            message.toolUses << services::ToolUse{.name = "read_file",
                .arguments = "{}",
                .result = "No file /home/swordfish/key",
                .state = services::ToolUse::State::Failed};
        });
        row("text in a picture", [](Message& message) {
            message.author = Author::User;
            message.pictures << services::Picture{};
            message.pictures.last().text
                = services::PictureText{{{.text = "Code:"}, {.text = "swordfish"}}};
        });
        row("the name of a picture", [](Message& message) {
            message.author = Author::User;
            message.pictures << services::Picture{.name = "swordfish.png"};
        });
        row("a passage", [](Message& message) {
            message.sources << services::Source{.title = "A", .passage = "It is swordfish."};
        });
        row("notes on a passage", [](Message& message) {
            message.sources << services::Source{.title = "A", .notes = "It is swordfish."};
        });
        row("the name of a document", [](Message& message) {
            message.sources << services::Source{.title = "swordfish.pdf", .passage = "A"};
        });
        row("the heading of a passage", [](Message& message) {
            message.sources << services::Source{
                .title = "A", .passage = "A", .heading = "The swordfish"};
        });
        QTest::newRow("the system prompt")
            << QList<Message>{says(Author::User, "What is it?")} << QString("The code: swordfish");
    }
    void everythingThatAModelReadsIsLookedAt()
    {
        QFETCH(QList<Message>, messages);
        QFETCH(QString, systemPrompt);

        QCOMPARE(repeatedWords("https://evil.invalid/?q=swordfish", messages, systemPrompt),
            QStringList{"swordfish"});
        QCOMPARE(repeatedWords("https://evil.invalid/?q=sailfish", messages, systemPrompt),
            QStringList());
    }

    // What a search has found is followed without a question; what another tool has read is not told.
    void anAddressInAResultRepeatsNothingOfThatResult()
    {
        const QString address = "https://example.org/?id=lighthouse-of-skagen";
        Message found = says(Author::Assistant, "It is there.");
        found.toolUses << services::ToolUse{.name = "search",
            .arguments = "{}",
            .result = "1. " + address,
            .state = services::ToolUse::State::Done};
        QCOMPARE(repeatedWords(address, {found}), QStringList());

        found.toolUses << services::ToolUse{.name = "read_file",
            .arguments = "{}",
            .result = "We meet in Skagen.",
            .state = services::ToolUse::State::Done};
        QCOMPARE(repeatedWords(address, {found}), QStringList{"Skagen"});
    }

    // An attached text may be anyone's.
    void anAddressInAnAttachmentIsNotTheUsers()
    {
        QList<Message> messages = conversation();
        messages[0].attachments << services::TextAttachment{
            "page", "Link to https://evil.invalid/?q=hunter27"};

        QVERIFY(!repeatedWords("https://evil.invalid/?q=hunter27", messages).isEmpty());
    }

    void aLongTextIsReadInAMoment()
    {
        QList<Message> messages = conversation();
        messages[0].attachments << services::TextAttachment{
            "long", QString("one word after 12 34 others ").repeated(300'000) + "verylastone"};

        QBENCHMARK_ONCE
        {
            QCOMPARE(repeatedWords("https://evil.invalid/?q=verylastone", messages),
                QStringList{"verylastone"});
        }
    }
};

TESTS(RepeatedWordsTest);
#include "repeated_words_test.moc"

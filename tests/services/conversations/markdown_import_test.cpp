#include "services/conversations/conversation_list.h"
#include "services/conversations/transfer/archive_export.h"
#include "services/conversations/transfer/conversation_import.h"
#include "services/conversations/transfer/conversation_markdown.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using services::Author;
using services::ConversationReader;
using services::ExportedConversation;
using services::Message;

namespace {

QImage square(Qt::GlobalColor color)
{
    QImage image(4, 4, QImage::Format_RGB888);
    image.fill(color);
    return image;
}

Message message(Author author, const QString& text)
{
    Message made;
    made.author = author;
    made.text = text;
    return made;
}

services::Source source(const QString& title, const QString& address = {}, int page = 0)
{
    services::Source made;
    made.title = title;
    made.address = address;
    made.page = page;
    return made;
}

ExportedConversation conversationOf(QList<Message> messages)
{
    ExportedConversation conversation;
    services::ConversationRecord& record = conversation.record;
    record.title = "Red: \"a\" # b — ü";
    record.created = 1000;
    record.changed = 5000;
    record.folder = "Colours";
    conversation.record.leaf = messages.size() - 1;
    for (qsizetype id = 0; id < messages.size(); ++id) {
        messages[id].id = id;
        messages[id].parent = id - 1;
    }
    conversation.messages = messages;
    return conversation;
}

ExportedConversation sample()
{
    QList<Message> messages{message(Author::User, "What **colour**?"),
        message(Author::Assistant, "# Red\n\n```\ncode\n```\n\n> as it is"),
        message(Author::User, ""), message(Author::Assistant, "Yes")};
    messages[0].pictures = {services::makePicture(square(Qt::red), "red.png"),
        services::makePicture(square(Qt::blue), "blue.png")};
    messages[0].attachments = {{"notes.txt", "a\n\n````\nb"}, {"more.md", "## You"}};
    messages[1].model = services::ModelId::fromText("/models/tiny-1.5.gguf");
    messages[1].sources = {source("Birds", "/b.pdf", 3)};
    messages[2].attachments = {{"only.txt", "text"}};
    messages[3].error = "The device is gone.";
    messages[3].state = Message::State::Failed;
    return conversationOf(messages);
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

ExportedConversation read(const QByteArray& markdown)
{
    return services::conversationFromMarkdown(
        markdown, "name", 7000, [](const QString&) { return QByteArray(); });
}

QString failureOf(const QString& path)
{
    try {
        ConversationReader(path).next();
    } catch (const std::exception& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

} // namespace

/// A conversation that was exported as Markdown comes back as it was shown, and so do the
/// conversations of other programs.
class MarkdownImportTest : public QObject {
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatIsExportedComesBack()
    {
        const ExportedConversation expected = sample();
        exportConversation(expected, path("a <b> 100%.md"));

        ConversationReader reader(path("a <b> 100%.md"));
        const auto read = reader.next();

        QVERIFY(read);
        QVERIFY(!reader.next());
        QCOMPARE(read->record.title, expected.record.title);
        QCOMPARE(read->record.created, expected.record.created);
        QCOMPARE(read->record.changed, expected.record.changed);
        QCOMPARE(read->record.folder, expected.record.folder);
        QCOMPARE(read->record.leaf, 3);
        QCOMPARE(read->messages.size(), 4);
        for (qsizetype id = 0; id < 4; ++id) {
            const Message &actual = read->messages[id], &other = expected.messages[id];
            QCOMPARE(actual.parent, id - 1);
            QCOMPARE(actual.author, other.author);
            QCOMPARE(actual.state, other.state);
            QCOMPARE(actual.text, other.text);
            QCOMPARE(actual.error, other.error);
            QVERIFY(actual.attachments == other.attachments);
            QCOMPARE(actual.sources.size(), other.sources.size());
            QCOMPARE(actual.pictures.size(), other.pictures.size());
            for (qsizetype place = 0; place < actual.pictures.size(); ++place) {
                QCOMPARE(actual.pictures[place].name, other.pictures[place].name);
                QCOMPARE(services::decodePicture(actual.pictures[place].file, {}).image,
                    other.pictures[place].image);
            }
        }
        QCOMPARE(read->messages[1].model.text(), "tiny-1.5");
        QCOMPARE(read->messages[1].sources[0].title, "Birds, page 3, /b.pdf");
    }

    void whatComesBackIsExportedInTheSameWay()
    {
        exportConversation(sample(), path("chat.md"));
        const QByteArray first = contents(path("chat.md"));

        exportConversation(*ConversationReader(path("chat.md")).next(), path("chat.md"));

        QCOMPARE(contents(path("chat.md")), first);
    }

    // Messages of lines that mean something in such a file.
    void anyTextComesBack()
    {
        const QStringList lines{"", "## You", "## Answer", "## Answer (x)", "\\## You",
            "\\\\## Answer", "<!-- -->", "> quote", "1. one", "Sources:", "```", "````", "a",
            "![a](<b/1-1-c.png>)", "# Title", "---", "title: x", "  indented"};
        QRandomGenerator random(7);
        for (int round = 0; round < 3000; ++round) {
            QList<Message> messages;
            for (int turn = 0; turn < 3; ++turn) {
                QStringList text;
                for (int line = random.bounded(6); line > 0; --line)
                    text << lines[random.bounded(lines.size())];
                messages << message(
                    turn % 2 == 0 ? Author::User : Author::Assistant, text.join('\n').trimmed());
                if (turn == 1 && round % 3 == 0)
                    messages[1].error = "It failed.";
                if (turn == 1 && round % 2 == 0)
                    messages[1].sources = {source("Birds")};
                if (turn == 2 && round % 2 == 0)
                    messages[2].attachments = {{"notes", lines[random.bounded(lines.size())]}};
            }
            const QByteArray file = toMarkdownFile(conversationOf(messages), {});

            const ExportedConversation comesBack = read(file);

            QCOMPARE(comesBack.messages.size(), 3);
            for (int turn = 0; turn < 3; ++turn) {
                const Message &actual = comesBack.messages[turn], &other = messages[turn];
                QVERIFY2(actual.text == other.text && actual.error == other.error
                        && actual.sources == other.sources
                        && actual.attachments == other.attachments,
                    file);
            }
        }
    }

    void filesOfOtherProgramsAreRead()
    {
        const ExportedConversation conversation = read("---\ntitle: 'It''s bread'\nmodel: big\n"
                                                       "date: 2024\n---\n\npreamble\n\n"
                                                       "### User:\r\n\r\nHow?\r\n\n"
                                                       "### **Assistant**\n\nSo.\n\n## Answer\n\n"
                                                       "Or so.\n\n### 🧑 Human\n\n### AI\nBye.");

        QCOMPARE(conversation.record.title, "It's bread");
        QCOMPARE(conversation.record.created, 7000);
        QCOMPARE(conversation.messages.size(), 3); // an empty one is none
        QCOMPARE(conversation.messages[0].text, "How?");
        QCOMPARE(conversation.messages[0].author, Author::User);
        QCOMPARE(conversation.messages[1].text, "So.\n\n## Answer\n\nOr so.");
        QCOMPARE(conversation.messages[1].model.text(), "big");
        QCOMPARE(conversation.messages[2].text, "Bye.");
        QCOMPARE(read("# Bread\n## You\na").record.title, "Bread");
        QCOMPARE(read("## You\na").record.title, "name");
    }

    void aTextMayBeginLikeAnArchive()
    {
        write(path("keys.md"), "PK\n\n## You\n\nWhat is PKCS?");

        services::ConversationReader reader(path("keys.md"));

        QCOMPARE(reader.next().value().messages.size(), 1);
        QVERIFY(!reader.next());
    }

    void theWordsOfAnotherLanguageAreKnownFromTheFrontMatter()
    {
        const ExportedConversation conversation
            = read("---\nformat: \"vignette-conversation\"\ntitle: \"Rot\"\nquestion: \"Du\"\n"
                   "answer: \"Antwort\"\nsources: \"Quellen:\"\n---\n\n# Rot\n\n## Du\n\nWas?\n\n"
                   "## Antwort\n\n## You\n\nQuellen:\n\n1. Buch\n");

        QCOMPARE(conversation.messages.size(), 2);
        QCOMPARE(conversation.messages[1].text, "## You");
        QCOMPARE(conversation.messages[1].sources[0].title, "Buch");
    }

    void whatIsNoConversationIsRefusedWithASentence_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("text") << QByteArray("hello");
        QTest::newRow("zeros") << QByteArray(1000, '\0');
        QTest::newRow("front matter")
            << QByteArray("---\nformat: \"vignette-conversation\"\n---\n");
        QTest::newRow("no end") << QByteArray("---\nformat: x\n");
        QTest::newRow("lines") << QByteArray(3'000'000, '\n');
        QTest::newRow("messages") << QByteArray("## You\na\n").repeated(100'001);
        QTest::newRow("too long") << QByteArray((32 << 20) + 1, 'a');
    }
    void whatIsNoConversationIsRefusedWithASentence()
    {
        QFETCH(QByteArray, bytes);
        write(path("file.md"), bytes);

        const QString failure = failureOf(path("file.md"));

        QVERIFY2(failure.contains("file.md"), qPrintable(failure));
        QVERIFY2(failure.endsWith('.') && !failure.endsWith(".."), qPrintable(failure));
    }

    void picturesAreTakenFromTheirPlaceOnly()
    {
        const QByteArray picture
            = services::encodedPicture(services::makePicture(square(Qt::red), "red.png"));
        QVERIFY(QDir(m_folder->path()).mkpath("in/pictures"));
        QVERIFY(QDir(m_folder->path()).mkpath("out"));
        write(path("out/0-1-a.png"), picture);
        write(path("in/0-1-a.png"), picture);
        write(path("in/pictures/0-1-a.png"), picture);
        write(path("in/pictures/passport.png"), picture);
        write(path("in/pictures/0-2-b.png"), "no picture");
        QVERIFY(QFile::link(path("out/0-1-a.png"), path("in/pictures/0-3-c.png")));
        QVERIFY(QFile::link(path("out"), path("in/linked")));
        QCOMPARE(mkfifo(qPrintable(path("in/pictures/0-4-d.png")), 0600), 0);
        QStringList links{"../out/0-1-a.png", "./0-1-a.png", "../0-1-a.png", path("out/0-1-a.png"),
            "pictures/passport.png", "pictures/0-2-b.png", "pictures/0-3-c.png", "linked/0-1-a.png",
            "pictures/0-4-d.png", "pictures/../../out/0-1-a.png", "..%2Fout/0-1-a.png"};
        QByteArray file = "---\nformat: \"vignette-conversation\"\n---\n";
        for (const QString& link : links)
            file += "## You\n\n![x](<" + link.toUtf8() + ">)\n\n";
        file += "## You\n\n![x](<pictures/0-1-a.png>)\n\n";
        write(path("in/chat.md"), file);

        const auto read = ConversationReader(path("in/chat.md")).next();

        QCOMPARE(read->messages.size(), links.size() + 1);
        for (const Message& message : read->messages)
            QCOMPARE(message.pictures.size(), &message == &read->messages.last() ? 1 : 0);
        QVERIFY(read->messages[0].text.contains(links[0])); // what is not there is still named
    }

    void changedFilesAreReadOrRefused()
    {
        exportConversation(sample(), path("chat.md"));
        const QByteArray original = contents(path("chat.md"));
        QRandomGenerator random(25);
        for (int round = 0; round < 1000; ++round) {
            QByteArray bytes = original;
            for (int change = random.bounded(1, 9); change > 0; --change)
                bytes[random.bounded(bytes.size())] = char(random.bounded(256));
            write(path("chat.md"), bytes);
            const QString failure = failureOf(path("chat.md"));
            QVERIFY2(failure.isEmpty() || failure.endsWith('.'), qPrintable(failure));
        }
    }

    void anImportTellsWhatCameAndMarksATwin()
    {
        exportConversation(sample(), path("chat.md"));
        services::ConversationList list;
        const auto import = [&] {
            services::ConversationImport job(list, {path("chat.md")});
            QSignalSpy finished(&job, &services::ConversationImport::finished);
            const bool isFinished = finished.wait();
            return std::tuple(isFinished, job.first()->title(), job.twins());
        };

        QCOMPARE(import(), std::tuple(true, sample().record.title, 0));
        QCOMPARE(import(), std::tuple(true, sample().record.title + " (imported)", 1));
        QCOMPARE(list.rowCount(), 2);
    }

private:
    QString path(const QString& name) const { return m_folder->filePath(name); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

TESTS(MarkdownImportTest, QCoreApplication);
#include "markdown_import_test.moc"

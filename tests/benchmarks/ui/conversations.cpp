#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_store.h"
#include "tests/benchmarks/ui/figures.h"
#include "tests/benchmarks/ui/topics.h"
#include "ui/sidebar/sidebar.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QRandomGenerator>
#include <QTemporaryDir>

#include <cmath>
#include <memory>

namespace bench {

namespace {

using services::ConversationDatabase;
using services::ConversationList;
using services::ConversationStore;

constexpr int messagesOfEach = 100; // in one conversation
constexpr int differentTexts = 20'000;
constexpr int rounds = 9;

// Words as often as they are in a language: the n-th one 1/n as often as the first.
QString word(QRandomGenerator& random)
{
    static const char* const common[] = {"the", "of", "and", "to", "a", "in", "is", "that", "it",
        "was", "for", "on", "are", "as", "with", "they", "this", "have", "from", "there", "then",
        "these", "think", "thing", "through"};
    const double rank = std::exp(random.generateDouble() * std::log(50'000.0)) - 1;
    return rank < std::size(common) ? QString::fromLatin1(common[size_t(rank)])
                                    : QStringLiteral("w%1").arg(int(rank), 0, 36);
}

QString text(QRandomGenerator& random)
{
    QStringList words;
    for (int count = random.bounded(5, 60); count > 0; --count)
        words << word(random);
    return words.join(u' ');
}

// Makes the file with a few statements, because a million calls of the program's own would take
// minutes.
void makeFile(const QString& path, int conversations)
{
    ConversationDatabase{path}; // with its tables
    services::Database database(path, ConversationDatabase::migrations());
    database.transaction([&] {
        database.run("CREATE TEMP TABLE pool (number INTEGER PRIMARY KEY, text TEXT)");
        QRandomGenerator random(16);
        for (int number = 0; number < differentTexts; ++number)
            database.run("INSERT INTO pool VALUES (?, ?)", {number, text(random)});
        const QString count = QStringLiteral("WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL "
                                             "SELECT i + 1 FROM n WHERE i + 1 < ?) ");
        database.run("INSERT INTO conversation (id, title, renamed, created, changed, leaf) "
                + count
                + "SELECT 'c' || i, 'Conversation ' || i, 1, i * 600000, i * 600000, ? "
                  "FROM n",
            {conversations, messagesOfEach - 1});
        database.run("INSERT INTO message (conversation, id, parent, author, state, text, created) "
                + count
                + "SELECT 'c' || (i / ?), i % ?, i % ? - 1, CASE i % 2 WHEN 0 THEN 'user' ELSE "
                  "'assistant' END, 'complete', (SELECT text FROM pool WHERE number = "
                  "(i * 7919) % ?), i FROM n",
            {conversations * messagesOfEach, messagesOfEach, messagesOfEach, messagesOfEach,
                differentTexts});
        database.run("INSERT INTO message_text (rowid, text) SELECT number, text FROM message");
    });
}

// The time until the sidebar shows the contents of the file, in milliseconds.
double timeToShow(const QString& path)
{
    Samples samples;
    for (int round = 0; round < rounds; ++round) {
        QElapsedTimer clock;
        clock.start();
        ConversationStore store(path);
        ConversationList list(&store);
        ui::Sidebar sidebar(list, &store);
        sidebar.resize(260, 780);
        sidebar.show();
        QEventLoop loop;
        QObject::connect(&list, &ConversationList::restored, &loop, &QEventLoop::quit);
        loop.exec();
        sidebar.grab();
        samples.add(double(clock.nsecsElapsed()) / 1e6);
    }
    return samples.percentile(0.5);
}

double searchTime(ConversationDatabase& database, const QString& words)
{
    Samples samples;
    for (int round = 0; round < rounds; ++round) {
        QElapsedTimer clock;
        clock.start();
        database.search(words, {}, 50);
        samples.add(double(clock.nsecsElapsed()) / 1e6);
    }
    return samples.most();
}

// Erases in parts; between them, messages are saved and conversations read.
void measureErasing(ConversationDatabase& database)
{
    QElapsedTimer whole;
    whole.start();
    database.erase(QStringLiteral("c17"));
    Samples parts;
    for (bool isMoreLeft = true; isMoreLeft;) {
        QElapsedTimer clock;
        clock.start();
        isMoreLeft = database.tidy();
        parts.add(double(clock.nsecsElapsed()) / 1e6);
    }
    print("erasing a conversation among 1,000,000 messages", double(whole.elapsed()) / 1e3, "s");
    print("erasing, a usual part", parts.percentile(0.5), "ms", 200);
    print("erasing, the longest part", parts.most(), "ms", 1000);
}

} // namespace

void measureManyConversations()
{
    const QTemporaryDir folder;
    const QString few = folder.filePath("few.sqlite"), many = folder.filePath("many.sqlite");
    makeFile(few, 100);
    makeFile(many, 10'000);

    print("sidebar of 10,000 conversations, more than of 100", timeToShow(many) - timeToShow(few),
        "ms", 50);
    auto file = std::make_unique<ConversationDatabase>(many);
    ConversationDatabase& database = *file;
    print("search in 1,000,000 messages, commonest word", searchTime(database, "the"), "ms", 50);
    print("search, a common beginning", searchTime(database, "thi"), "ms", 50);
    print("search, one letter", searchTime(database, "t"), "ms", 50);
    print("search, a rare word", searchTime(database, "wabc"), "ms", 50);
    print("search, three common words", searchTime(database, "the and of"), "ms", 50);
    print("search, nothing there", searchTime(database, "zzzz"), "ms", 50);
    measureErasing(database);
    QElapsedTimer clock;
    clock.start();
    file.reset();
    print("writing that file anew at the end", double(clock.elapsed()) / 1e3, "s", 5);
}

} // namespace bench

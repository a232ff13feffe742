#include "services/generation/cache_shelf.h"
#include "tests/services/generation/answer_spy.h"

#include <QTemporaryDir>

#include <fstream>

namespace fs = std::filesystem;
using services::AnswerId;
using services::AnswerRequest;
using services::AnswerStatistics;
using services::CacheShelf;
using services::GenerationSettings;
using services::RequestMessage;
using tests::AnswerSpy;
using tests::patience;
using tests::userSays;

namespace {

constexpr qint64 plenty = qint64(1) << 30;

// More than half of what the built-in model can keep in view.
QString longText()
{
    return QStringLiteral("The quick brown fox jumps over the lazy dog. ").repeated(62);
}

// A conversation whose question is long enough to be worth a file.
struct Talk {
    QList<RequestMessage> messages{userSays(longText())};
    services::ConversationUse use{QStringLiteral("talk")};
    GenerationSettings settings{.maxTokens = 12};

    AnswerRequest request() const { return {messages, settings, use}; }
};

// A generator thread with a model, and a shelf.
struct Desk {
    explicit Desk(const std::shared_ptr<CacheShelf>& shelf)
    {
        spy.generator.setCacheShelf(shelf);
        spy.generator.load({});
        spy.generator.start();
    }

    // Asks, waits, and adds the answer to the talk.
    AnswerStatistics ask(Talk& talk)
    {
        const AnswerId id = spy.generator.submit(talk.request());
        if (!QTest::qWaitFor([&] { return spy.hasEnded(id); }, patience) || !spy.statistics(id))
            qFatal("No answer: %s", qPrintable(spy.failure(id)));
        talk.messages << RequestMessage{"assistant", spy.text(id), {}};
        return *spy.statistics(id);
    }
    AnswerStatistics askOn(Talk& talk)
    {
        talk.messages << userSays("And then?");
        return ask(talk);
    }

    AnswerSpy spy;
};

} // namespace

// A conversation goes on where it ended: in memory, and from a file after another start.
class ConversationMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_shelf = std::make_shared<CacheShelf>(folder());
        m_shelf->setLimit(plenty);
    }

    void theNextTurnReadsOnlyWhatIsNew()
    {
        Talk talk;
        Desk desk(nullptr);
        const AnswerStatistics first = desk.ask(talk);

        const AnswerStatistics next = desk.askOn(talk);

        // The last token that was written has not been read, nor the end the model did not write.
        QVERIFY(next.cachedTokens >= first.promptTokens + first.tokens - 1);
    }

    void whatIsAskedAsideIsNotRemembered()
    {
        // How large the file is if this is asked last, and a long question.
        const auto bytesKept = [this](bool isAside) {
            Talk talk;
            {
                Desk desk(m_shelf);
                const AnswerStatistics first = desk.ask(talk);
                talk.use.isAside = isAside;
                talk.messages << userSays(longText().left(800));
                if (desk.ask(talk).cachedTokens < first.promptTokens + first.tokens - 1)
                    qFatal("It does not go on from where the conversation was.");
            }
            return fs::file_size(files().at(0));
        };
        Talk talk;
        Desk(m_shelf).ask(talk);
        const std::uintmax_t ofOneQuestion = fs::file_size(files().at(0));
        fs::remove(files().at(0));

        const std::uintmax_t withAside = bytesKept(true), ofTwoQuestions = bytesKept(false);

        // The end of the first answer has been read meanwhile, but it is one token.
        QVERIFY(ofTwoQuestions > ofOneQuestion);
        QVERIFY(withAside - ofOneQuestion < (ofTwoQuestions - ofOneQuestion) / 10);
    }

    void anotherStartGoesOnFromTheFile()
    {
        Talk talk, sameTalk;
        AnswerStatistics first, inMemory;
        {
            Desk desk(nullptr);
            desk.ask(sameTalk);
            inMemory = desk.askOn(sameTalk);
        }
        {
            Desk desk(m_shelf);
            first = desk.ask(talk);
        }
        QCOMPARE(files().size(), 1U);
        Desk desk(m_shelf);

        const AnswerStatistics next = desk.askOn(talk);

        QVERIFY(next.cachedTokens >= first.promptTokens + first.tokens - 1);
        QCOMPARE(talk.messages.last().text, sameTalk.messages.last().text);
        QCOMPARE(next.cachedTokens, inMemory.cachedTokens);
    }

    void whatLostItsPlaceInTheCacheComesBackFromTheFile()
    {
        Talk talk, other;
        other.use.conversation = "other";
        other.messages = {userSays("Something else: " + longText())};
        Desk desk(m_shelf);
        const AnswerStatistics first = desk.ask(talk);
        QVERIFY(first.promptTokens > 1024); // two of them do not fit
        desk.ask(other);
        QCOMPARE(files().size(), 1U);

        const AnswerStatistics next = desk.askOn(talk);

        QVERIFY(next.cachedTokens >= first.promptTokens + first.tokens - 1);
    }

    // The question has room beside the talk, and so has a short answer.
    void aLongAnswerTakesNoPlaceThatIsNotOnTheDisk()
    {
        Talk talk, other;
        other.use.conversation = "other";
        other.messages = {userSays("Count.")};
        other.settings.maxTokens = 1000;
        other.settings.schema
            = R"({"type": "array", "items": {"type": "integer"}, "minItems": 100000})";
        Desk desk(m_shelf);
        const AnswerStatistics first = desk.ask(talk);
        QVERIFY(first.promptTokens > 1024);
        QVERIFY(files().empty());
        QCOMPARE(desk.ask(other).tokens, 1000);
        QCOMPARE(files().size(), 1U);

        const AnswerStatistics next = desk.askOn(talk);

        QVERIFY(next.cachedTokens >= first.promptTokens + first.tokens - 1);
    }

    void itCanBeKeptWhileTheModelStays()
    {
        Talk talk;
        Desk desk(m_shelf);
        desk.ask(talk);
        QVERIFY(files().empty());

        desk.spy.generator.keepConversations();

        QTRY_COMPARE_WITH_TIMEOUT(files().size(), 1U, patience);
    }

    void nothingOfATemporaryConversationIsWritten()
    {
        Talk talk;
        talk.use.isTemporary = true;
        {
            Desk desk(m_shelf);
            desk.ask(talk);
        }
        QVERIFY(files().empty());
    }

    void nothingOfARemovedConversationIsWritten()
    {
        Talk talk;
        {
            Desk desk(m_shelf);
            desk.ask(talk);
            m_shelf->remove(talk.use.conversation);
        }
        QVERIFY(files().empty());
    }

    void nothingThatWasTakenOutOfAConversationIsWrittenAgain()
    {
        Talk talk;
        {
            Desk desk(m_shelf);
            desk.ask(talk);
            m_shelf->outdate(talk.use.conversation);
        }
        QVERIFY(files().empty());

        Talk later;
        later.use.edition = m_shelf->edition(later.use.conversation);
        Desk(m_shelf).ask(later);
        QCOMPARE(files().size(), 1U);
    }

    // Of one that is still remembered, but of which the cache holds a beginning only.
    void aLongerFileIsNotReplacedByAShorterOne()
    {
        Talk talk, beginning, other;
        const QString all = longText();
        beginning.use.conversation = "beginning";
        beginning.messages = {userSays(all.left(1400))};
        other.use.conversation = "other";
        other.messages = {userSays("Something else: " + all)};
        fs::path file;
        std::uintmax_t bytes = 0;
        {
            Desk desk(m_shelf);
            desk.ask(talk);
            desk.ask(other); // takes the place of the talk, which is written
            QCOMPARE(files().size(), 1U);
            file = files().at(0);
            bytes = fs::file_size(file);
            desk.ask(beginning); // the talk begins so, too
        }
        QVERIFY(files().size() > 1);
        QCOMPARE(fs::file_size(file), bytes);
    }

    void aFileThatWasTakenAwayIsWrittenAgain()
    {
        Talk talk;
        Desk desk(m_shelf);
        desk.ask(talk);
        desk.spy.generator.keepConversations();
        QTRY_COMPARE_WITH_TIMEOUT(files().size(), 1U, patience);
        m_shelf->setLimit(0);
        QVERIFY(files().empty());
        m_shelf->setLimit(plenty);

        desk.spy.generator.keepConversations();

        QTRY_COMPARE_WITH_TIMEOUT(files().size(), 1U, patience);
    }

    void whatBelongsToNoConversationIsNotKept()
    {
        Talk talk;
        talk.use.conversation.clear();
        {
            Desk desk(m_shelf);
            desk.ask(talk);
        }
        QVERIFY(files().empty());
    }

    void aDamagedFileIsRemovedAndTheConversationReadAgain()
    {
        Talk talk;
        {
            Desk desk(m_shelf);
            desk.ask(talk);
        }
        const fs::path file = files().at(0);
        std::fstream(file, std::ios::in | std::ios::out | std::ios::binary)
                .seekp(-1000, std::ios::end)
            << "damage";
        Desk desk(m_shelf);

        const AnswerStatistics next = desk.askOn(talk);

        QCOMPARE(next.cachedTokens, 0);
        QVERIFY(!fs::exists(file));
    }

private:
    fs::path folder() const { return fs::path(m_folder->path().toStdString()) / "contexts"; }
    std::vector<fs::path> files() const
    {
        std::vector<fs::path> found;
        if (fs::exists(folder()))
            for (const auto& entry : fs::directory_iterator(folder()))
                found.push_back(entry.path());
        return found;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::shared_ptr<CacheShelf> m_shelf;
};

QTEST_GUILESS_MAIN(ConversationMemoryTest)
#include "conversation_memory_test.moc"

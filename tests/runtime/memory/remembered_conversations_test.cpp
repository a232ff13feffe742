#include "runtime/memory/remembered_files.h"
#include "tests/runtime/answers/engine_spy.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace fs = std::filesystem;
using runtime::AnswerRequest;
using runtime::AnswerStatistics;
using runtime::RememberedFiles;
using runtime::RequestMessage;
using tests::Asked;
using tests::EngineSpy;
using tests::patience;
using tests::userSays;

namespace {

constexpr qint64 plenty = qint64(1) << 30;

// More than half of what the built-in model can keep in view.
std::string longText()
{
    return QByteArray("The quick brown fox jumps over the lazy dog. ").repeated(62).toStdString();
}

// A conversation whose question is long enough to be worth a file.
struct Talk {
    std::vector<RequestMessage> messages{userSays(longText())};
    runtime::ConversationUse use{"talk"};
    runtime::AnswerSettings settings{.maxTokens = 12};

    AnswerRequest request() const { return {messages, settings, use}; }
};

// An engine with a model, and files.
struct Desk {
    explicit Desk(const std::shared_ptr<RememberedFiles>& files)
        : spy({}, files)
    {
        spy.engine.load();
    }

    // Asks, waits, and adds the answer to the talk.
    AnswerStatistics ask(Talk& talk)
    {
        const Asked answer = spy.ask(talk.request());
        if (!QTest::qWaitFor([&] { return answer.hasEnded(); }, patience) || !answer.statistics())
            qFatal("No answer: %s", qPrintable(answer.failure()));
        talk.messages.push_back(tests::modelSays(answer.text().toStdString()));
        return *answer.statistics();
    }
    AnswerStatistics askOn(Talk& talk)
    {
        talk.messages.push_back(userSays("And then?"));
        return ask(talk);
    }

    EngineSpy spy;
};

} // namespace

// A conversation continues where it ended: in memory, and from a file after another start.
class RememberedConversationsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_files = std::make_shared<RememberedFiles>(folder());
        m_files->setLimit(plenty);
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
                Desk desk(m_files);
                const AnswerStatistics first = desk.ask(talk);
                talk.use.isAside = isAside;
                talk.messages.push_back(userSays(longText().substr(0, 800)));
                if (desk.ask(talk).cachedTokens < first.promptTokens + first.tokens - 1)
                    qFatal("It does not go on from where the conversation was.");
            }
            return fs::file_size(files().at(0));
        };
        Talk talk;
        Desk(m_files).ask(talk);
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
            Desk desk(m_files);
            first = desk.ask(talk);
        }
        QCOMPARE(files().size(), 1U);
        Desk desk(m_files);

        const AnswerStatistics next = desk.askOn(talk);

        QVERIFY(next.cachedTokens >= first.promptTokens + first.tokens - 1);
        QCOMPARE(joinText(talk.messages.back()), joinText(sameTalk.messages.back()));
        QCOMPARE(next.cachedTokens, inMemory.cachedTokens);
    }

    void whatLostItsPlaceInTheCacheComesBackFromTheFile()
    {
        Talk talk, other;
        other.use.conversation = "other";
        other.messages = {userSays("Something else: " + longText())};
        Desk desk(m_files);
        const AnswerStatistics first = desk.ask(talk);
        QVERIFY(first.promptTokens > 1024); // two of them do not fit
        desk.ask(other);
        QCOMPARE(files().size(), 1U);

        const AnswerStatistics next = desk.askOn(talk);

        QVERIFY(next.cachedTokens >= first.promptTokens + first.tokens - 1);
    }

    // The question has room in addition to the talk, and so has a short answer.
    void aLongAnswerTakesNoPlaceThatIsNotOnTheDisk()
    {
        Talk talk, other;
        other.use.conversation = "other";
        other.messages = {userSays("Count.")};
        other.settings.maxTokens = 1000;
        other.settings.schema
            = R"({"type": "array", "items": {"type": "integer"}, "minItems": 100000})";
        Desk desk(m_files);
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
        Desk desk(m_files);
        desk.ask(talk);
        QVERIFY(files().empty());

        desk.spy.engine.keepRemembered();

        QTRY_COMPARE_WITH_TIMEOUT(files().size(), 1U, patience);
    }

    void nothingOfATemporaryConversationIsWritten()
    {
        Talk talk;
        talk.use.isTemporary = true;
        {
            Desk desk(m_files);
            desk.ask(talk);
        }
        QVERIFY(files().empty());
    }

    void nothingOfARemovedConversationIsWritten()
    {
        Talk talk;
        {
            Desk desk(m_files);
            desk.ask(talk);
            m_files->remove(talk.use.conversation);
        }
        QVERIFY(files().empty());
    }

    void nothingThatWasTakenOutOfAConversationIsWrittenAgain()
    {
        Talk talk;
        {
            Desk desk(m_files);
            desk.ask(talk);
            m_files->outdate(talk.use.conversation);
        }
        QVERIFY(files().empty());

        Talk later;
        Desk(m_files).ask(later);
        QCOMPARE(files().size(), 1U);
    }

    // The conversation is still cached, but only its beginning.
    void aLongerFileIsNotReplacedByAShorterOne()
    {
        Talk talk, beginning, other;
        const std::string all = longText();
        beginning.use.conversation = "beginning";
        beginning.messages = {userSays(all.substr(0, 1400))};
        other.use.conversation = "other";
        other.messages = {userSays("Something else: " + all)};
        fs::path file;
        std::uintmax_t bytes = 0;
        {
            Desk desk(m_files);
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
        Desk desk(m_files);
        desk.ask(talk);
        desk.spy.engine.keepRemembered();
        QTRY_COMPARE_WITH_TIMEOUT(files().size(), 1U, patience);
        m_files->setLimit(0);
        QVERIFY(files().empty());
        m_files->setLimit(plenty);

        desk.spy.engine.keepRemembered();

        QTRY_COMPARE_WITH_TIMEOUT(files().size(), 1U, patience);
    }

    void whatBelongsToNoConversationIsNotKept()
    {
        Talk talk;
        talk.use.conversation.clear();
        {
            Desk desk(m_files);
            desk.ask(talk);
        }
        QVERIFY(files().empty());
    }

    void aDamagedFileIsRemovedAndTheConversationReadAgain()
    {
        Talk talk;
        {
            Desk desk(m_files);
            desk.ask(talk);
        }
        const fs::path file = files().at(0);
        std::fstream(file, std::ios::in | std::ios::out | std::ios::binary)
                .seekp(-1000, std::ios::end)
            << "damage";
        Desk desk(m_files);

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
    std::shared_ptr<RememberedFiles> m_files;
};

TESTS(RememberedConversationsTest, QCoreApplication);
#include "remembered_conversations_test.moc"

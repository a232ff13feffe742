#include "tests/runtime/answers/engine_spy.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>

#include <memory>

using runtime::AnswerSettings;
using runtime::AnswerStatistics;
using tests::Asked;
using tests::EngineSpy;
using tests::patience;
using tests::userSays;

namespace {

const char* const question = "Is there a dog? Answer: What is it?";

} // namespace

// What the settings of an answer say is what the answer keeps to.
class AnswerSettingsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_spy = std::make_unique<EngineSpy>();
        m_spy->engine.load();
    }

    void anAnswerEndsBeforeAStopString()
    {
        const QString whole = ask({}).text();
        QVERIFY(whole.size() > 4);
        const QString stop = whole.mid(whole.size() / 2, 2);

        AnswerSettings settings;
        settings.stopStrings = {stop.toStdString()};
        const Asked answer = ask(settings);

        QCOMPARE(answer.text(), whole.left(whole.indexOf(stop)));
        QCOMPARE(answer.statistics()->end, AnswerStatistics::End::Complete);
    }

    void anAnswerKeepsToItsSchema()
    {
        AnswerSettings settings;
        settings.schema = R"({"type": "object", "additionalProperties": false,
            "properties": {"seen": {"type": "boolean"}, "count": {"enum": [1, 2, 3]}},
            "required": ["seen", "count"]})";

        const Asked answer = ask(settings);

        const QJsonObject object = QJsonDocument::fromJson(answer.text().toUtf8()).object();
        QVERIFY2(
            object["seen"].isBool() && object["count"].toInt() >= 1, qPrintable(answer.text()));
        QCOMPARE(ask(settings).text(), answer.text()); // with the same, remembered constraint
    }

    void aSchemaThatIsNoneIsRefusedWithASentence()
    {
        AnswerSettings settings;
        settings.schema = "{";
        const Asked answer = ask(settings);
        QVERIFY(!answer.isComplete());
        QVERIFY(answer.failure().size() > 10);
    }

    void aSeedMakesChanceRepeatable()
    {
        AnswerSettings settings;
        settings.temperature = 2;
        settings.maxTokens = 12;
        settings.seed = 7;
        const QString first = ask(settings).text();
        QCOMPARE(ask(settings).text(), first);
        settings.seed = 8;
        QVERIFY(ask(settings).text() != first);
    }

    void anAnswerMatchesItsExpression()
    {
        AnswerSettings settings;
        settings.regex = "(yes|no), [0-9]{3}";

        const QString text = ask(settings).text();

        QVERIFY2(
            QRegularExpression("^(yes|no), [0-9]{3}$").match(text).hasMatch(), qPrintable(text));
    }

    void anAnswerIsATextOfItsGrammar()
    {
        AnswerSettings settings;
        settings.grammar = "root ::= \"<\" [a-c]+ \">\"";
        settings.maxTokens = 40;

        const QString text = ask(settings).text();

        QVERIFY2(QRegularExpression("^<[a-c]+>?$").match(text).hasMatch(), qPrintable(text));
    }

    void penaltiesAgainstRepetitionChangeTheAnswer()
    {
        const QString plain = ask({}).text();
        AnswerSettings settings;
        settings.repetitionPenalty = 5;
        settings.presencePenalty = 8;
        settings.frequencyPenalty = 8;
        QVERIFY(ask(settings).text() != plain);
    }

    void aBannedPhraseIsNeverSaid()
    {
        const QString whole = ask({}).text();
        const QString word = whole.split(' ', Qt::SkipEmptyParts).last();
        AnswerSettings settings;
        settings.bannedPhrases = {word.toUpper().toStdString()};

        const QString text = ask(settings).text();

        QVERIFY2(!text.contains(word, Qt::CaseInsensitive), qPrintable(text));
        QVERIFY(!text.isEmpty());
    }

    void anAnswerKeepsAwayFromWhatItsNegativePromptGives()
    {
        const QString whole = ask({}).text();
        AnswerSettings settings;
        settings.negativePrompt = "You say yes.";
        settings.guidance = 1.0f; // all of the question's own prompt, none of the other
        const Asked alike = ask(settings);
        QVERIFY2(alike.isComplete(), qPrintable(alike.failure()));
        QCOMPARE(alike.text(), whole);

        settings.guidance = 6.0f;
        QVERIFY(ask(settings).text() != whole);
        settings.negativePrompt = std::string(1500, 'x'); // leaves no room for two
        QVERIFY2(
            ask(settings).failure().contains("with guidance"), qPrintable(ask(settings).failure()));
        settings.negativePrompt = " ";
        QCOMPARE(ask(settings).text(), whole);
    }

    void aContinuedAnswerMayCompleteItsLastWord()
    {
        AnswerSettings settings;
        const auto continued = [&] {
            const Asked answer
                = m_spy->ask({userSays("Hello"), tests::modelSays("I hav")}, settings);
            if (!QTest::qWaitFor([&] { return answer.hasEnded(); }, patience))
                qFatal("no answer came");
            return "I hav" + answer.text();
        };
        QVERIFY2(!continued().startsWith("I have"), qPrintable(continued())); // or it shows nothing
        const QString whole = ask(settings).text();

        settings.continuesWords = true;

        QVERIFY2(continued().startsWith("I have"), qPrintable(continued()));
        QCOMPARE(ask(settings).text(), whole); // where nothing is continued, nothing changes
    }

    void loopsAndTheObviousAreAvoided()
    {
        const QString plain = ask({}).text();
        AnswerSettings settings;
        settings.temperature = 1;
        settings.seed = 3;
        const QString chosen = ask(settings).text();
        settings.xtcProbability = 1;
        settings.xtcThreshold = 0.01f;
        QVERIFY(ask(settings).text() != chosen);

        QCOMPARE(runtime::samplerSettings({.dryMultiplier = 0.8f}).dryMultiplier, 0.8f);
    }

    void theLimitOfTokensHolds()
    {
        AnswerSettings settings;
        settings.maxTokens = 2;
        const Asked answer = ask(settings);
        QCOMPARE(answer.statistics()->tokens, 2);
        QCOMPARE(answer.statistics()->end, AnswerStatistics::End::TokenLimit);
    }

    // The alternative would be to reject a conversation that is almost as long as the context.
    void anAnswerTakesTheRoomThatIsLeft()
    {
        AnswerSettings settings;
        settings.maxTokens = 100'000;
        settings.temperature = 1;
        std::string question;
        for (int i = 0; i < 400; ++i)
            question += "What is it? ";
        const Asked answer = m_spy->ask({userSays(question)}, settings);
        QTRY_VERIFY_WITH_TIMEOUT(answer.hasEnded(), patience);
        QVERIFY2(answer.statistics(), qPrintable(answer.failure()));
    }

private:
    Asked ask(const AnswerSettings& settings)
    {
        Asked answer = m_spy->ask({userSays(question)}, settings);
        if (!QTest::qWaitFor([&] { return answer.hasEnded(); }, patience))
            qFatal("no answer came");
        return answer;
    }

    std::unique_ptr<EngineSpy> m_spy;
};

TESTS(AnswerSettingsTest, QCoreApplication);
#include "answer_settings_test.moc"

#include "tests/services/generation/answer_spy.h"
#include "tests/support/program.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <memory>

using services::AnswerId;
using services::AnswerStatistics;
using services::GenerationSettings;
using tests::AnswerSpy;
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
        m_spy = std::make_unique<AnswerSpy>();
        m_spy->generator.load({});
        m_spy->generator.start();
    }

    void anAnswerEndsBeforeAStopString()
    {
        const QString whole = text(ask({}));
        QVERIFY(whole.size() > 4);
        const QString stop = whole.mid(whole.size() / 2, 2);

        GenerationSettings settings;
        settings.stopStrings = {stop};
        const AnswerId id = ask(settings);

        QCOMPARE(text(id), whole.left(whole.indexOf(stop)));
        QCOMPARE(m_spy->statistics(id)->end, AnswerStatistics::End::Complete);
    }

    void anAnswerKeepsToItsSchema()
    {
        GenerationSettings settings;
        settings.schema = R"({"type": "object", "additionalProperties": false,
            "properties": {"seen": {"type": "boolean"}, "count": {"enum": [1, 2, 3]}},
            "required": ["seen", "count"]})";

        const AnswerId id = ask(settings);

        const QJsonObject object = QJsonDocument::fromJson(text(id).toUtf8()).object();
        QVERIFY2(object["seen"].isBool() && object["count"].toInt() >= 1, qPrintable(text(id)));
        QCOMPARE(text(ask(settings)), text(id)); // with the same, remembered constraint
    }

    void aSchemaThatIsNoneIsRefusedWithASentence()
    {
        GenerationSettings settings;
        settings.schema = "{";
        const AnswerId id = ask(settings);
        QVERIFY(!m_spy->isComplete(id));
        QVERIFY(m_spy->failure(id).size() > 10);
    }

    void aSeedMakesChanceRepeatable()
    {
        GenerationSettings settings;
        settings.temperature = 2;
        settings.maxTokens = 12;
        settings.seed = 7;
        const QString first = text(ask(settings));
        QCOMPARE(text(ask(settings)), first);
        settings.seed = 8;
        QVERIFY(text(ask(settings)) != first);
    }

    void penaltiesAgainstRepetitionChangeTheAnswer()
    {
        const QString plain = text(ask({}));
        GenerationSettings settings;
        settings.repetitionPenalty = 5;
        settings.presencePenalty = 8;
        settings.frequencyPenalty = 8;
        QVERIFY(text(ask(settings)) != plain);
    }

    void theLimitOfTokensHolds()
    {
        GenerationSettings settings;
        settings.maxTokens = 2;
        const AnswerId id = ask(settings);
        QCOMPARE(m_spy->statistics(id)->tokens, 2);
        QCOMPARE(m_spy->statistics(id)->end, AnswerStatistics::End::TokenLimit);
    }

    // Instead of refusing a conversation that is almost as long as the context.
    void anAnswerTakesTheRoomThatIsLeft()
    {
        GenerationSettings settings;
        settings.maxTokens = 100'000;
        settings.temperature = 1;
        const AnswerId id = m_spy->generator.submit(
            {{userSays(QString("What is it? ").repeated(400))}, settings});
        QTRY_VERIFY_WITH_TIMEOUT(m_spy->hasEnded(id), patience);
        QVERIFY2(m_spy->statistics(id), qPrintable(m_spy->failure(id)));
    }

private:
    AnswerId ask(const GenerationSettings& settings)
    {
        const AnswerId id = m_spy->generator.submit({{userSays(question)}, settings});
        if (!QTest::qWaitFor([&] { return m_spy->hasEnded(id); }, patience))
            qFatal("no answer came");
        return id;
    }
    QString text(AnswerId id) const { return m_spy->text(id); }

    std::unique_ptr<AnswerSpy> m_spy;
};

QTEST_GUILESS_MAIN(AnswerSettingsTest)
#include "answer_settings_test.moc"

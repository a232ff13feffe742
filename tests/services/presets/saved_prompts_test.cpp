#include "base/error.h"
#include "services/presets/saved_prompts.h"
#include "services/settings/settings.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

using services::SavedPrompt;
using services::savedPrompts;

class SavedPromptsTest : public QObject {
    Q_OBJECT

private slots:
    void promptsAreKeptByName()
    {
        const QTemporaryDir folder;
        services::Settings settings(folder.filePath("settings.ini"));
        QVERIFY(savedPrompts(settings).isEmpty());

        services::savePrompt(settings, {"Proofread", "Correct this:\n"});
        services::savePrompt(settings, {"Haiku", "Write \"5-7-5\""});
        services::savePrompt(settings, {"Proofread", "Correct the spelling: "});

        const QList<SavedPrompt> expected{
            {"Haiku", "Write \"5-7-5\""}, {"Proofread", "Correct the spelling: "}};
        QCOMPARE(savedPrompts(settings), expected);
        services::Settings again(folder.filePath("settings.ini"));
        QCOMPARE(savedPrompts(again), expected);
        services::removePrompt(settings, "Haiku");
        QCOMPARE(savedPrompts(settings), expected.mid(1));
    }

    void whatIsTooMuchIsRejected()
    {
        const QTemporaryDir folder;
        services::Settings settings(folder.filePath("settings.ini"));
        QVERIFY_EXCEPTION_THROWN(
            services::savePrompt(settings, {"Long", QString(services::maxPromptLength + 1, u'x')}),
            base::Error);
        for (int number = 0; number < services::maxPrompts; ++number)
            services::savePrompt(settings, {QString::number(number), "text"});

        QVERIFY_EXCEPTION_THROWN(services::savePrompt(settings, {"more", "text"}), base::Error);
        services::savePrompt(settings, {"7", "another text"}); // in place of one
        QCOMPARE(savedPrompts(settings).size(), services::maxPrompts);
    }

    void whatCannotBeReadIsLeftOut_data()
    {
        QTest::addColumn<QString>("json");
        QTest::addColumn<int>("count");
        QTest::newRow("none") << "" << 0;
        QTest::newRow("no JSON") << "[{" << 0;
        QTest::newRow("an object") << R"({"name": "a", "text": "b"})" << 0;
        QTest::newRow("other kinds") << R"([1, "a", {"name": 2, "text": "b"}])" << 0;
        QTest::newRow("no name") << R"([{"name": " ", "text": "b"}])" << 0;
        QTest::newRow("no text") << R"([{"name": "a"}, {"name": "b", "text": "c"}])" << 1;
        QTest::newRow("twice") << R"([{"name": "a", "text": "b"}, {"name": "a", "text": "c"}])"
                               << 1;
    }
    void whatCannotBeReadIsLeftOut()
    {
        QFETCH(QString, json);
        QFETCH(int, count);
        const QTemporaryDir folder;
        services::Settings settings(folder.filePath("settings.ini"));
        settings.set(services::settings::savedPrompts, json);

        QCOMPARE(savedPrompts(settings).size(), count);
    }

    void theClipboardIsFilledIn()
    {
        QCOMPARE(services::filledIn("Sum up: {{clipboard}}!", "a {{clipboard}}"),
            "Sum up: a {{clipboard}}!");
        QCOMPARE(services::filledIn("{{other}}", "x"), "{{other}}");
    }
};

TESTS(SavedPromptsTest, QCoreApplication);
#include "saved_prompts_test.moc"

#include "services/conversations/conversation.h"
#include "services/settings/settings_table.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/chat/chat_settings_panel.h"
#include "ui/chat/context_counter.h"
#include "ui/chat/context_meter.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/settings/sampler_editor.h"

#include <QApplication>
#include <QComboBox>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTest>

using services::Author;
using services::Conversation;
using tests::patience;

namespace {

// A prompt box whose context is counted with the built-in model.
struct Counted {
    Counted()
        : prompt(all.settings(), all.attachments())
        , counter(all, prompt)
    {
        prompt.show();
        counter.setConversation(&conversation);
        all.models().load({});
    }

    bool isMeterShown() const { return !prompt.contextMeter()->isHidden(); }

    // What the meter says: "Context: 12 of 8,192 tokens".
    int tokens() const
    {
        return prompt.contextMeter()->accessibleName().split(u' ')[1].remove(u',').toInt();
    }

    tests::TestServices all;
    Conversation conversation;
    ui::PromptBox prompt;
    ui::ContextCounter counter;
};

} // namespace

// The context meter and the panel of one conversation's settings, on the built-in model.
class ContextCounterTest : public QObject {
    Q_OBJECT

private slots:
    void theMeterFollowsWhatIsWritten()
    {
        Counted box;
        QVERIFY(!box.isMeterShown());

        QTest::keyClicks(box.prompt.edit(), "hello");
        QTRY_VERIFY_WITH_TIMEOUT(box.isMeterShown(), patience);
        QTRY_VERIFY(box.tokens() > 0);
        const int before = box.tokens();
        box.prompt.edit()->insertPlainText(QString(" and many more words").repeated(20));

        QTRY_VERIFY(box.tokens() > before + 40);
        QVERIFY(box.prompt.contextMeter()->toolTip().contains("tokens"));
    }

    void picturesCount()
    {
        Counted box;
        QTest::keyClicks(box.prompt.edit(), "hello");
        QTRY_VERIFY_WITH_TIMEOUT(box.isMeterShown() && box.tokens() > 0, patience);
        const int before = box.tokens();

        box.prompt.attachFile(tests::resource("samples/one-1.png"));

        QTRY_VERIFY(box.tokens() > before + 10);
    }

    void whatDoesNotFitIsSaidBeforeItIsSent()
    {
        Counted box;
        box.prompt.attachText(QString("word ").repeated(200'000));

        QTRY_VERIFY_WITH_TIMEOUT(!box.prompt.warning()->isHidden(), patience);
        QVERIFY(box.prompt.warning()->sentence().contains("too long"));
        QVERIFY(!tests::button(box.prompt.warning(), "Leave out the oldest messages"));
        box.prompt.showDraft(&box.conversation);
        QSignalSpy settings(&box.prompt, &ui::PromptBox::settingsPageRequested);
        const QList<QAbstractButton*> buttons
            = box.prompt.warning()->findChildren<QAbstractButton*>();
        buttons.last()->click();
        QCOMPARE(settings.count(), 1);
    }

    void theOldestMessagesCanBeLeftOut()
    {
        Counted box;
        for (int turn = 0; turn < 60; ++turn) {
            box.conversation.appendUserMessage(QString("word ").repeated(150), {});
            const services::MessageId answer = box.conversation.appendAnswer();
            box.conversation.appendText(answer, "yes");
            box.conversation.finishAnswer(answer, {});
        }
        QTest::keyClicks(box.prompt.edit(), "hello");
        QTRY_VERIFY_WITH_TIMEOUT(!box.prompt.warning()->isHidden(), patience);

        for (QAbstractButton* button : box.prompt.warning()->findChildren<QAbstractButton*>())
            if (button->text() == "Leave out the oldest messages")
                button->click();

        QTRY_VERIFY_WITH_TIMEOUT(box.conversation.settings().readsFrom > 0, patience);
        const services::MessageId first = box.conversation.settings().readsFrom;
        QVERIFY(first < box.conversation.rowCount());
        QCOMPARE(box.conversation.messageById(first).author, Author::User);
        QTRY_VERIFY_WITH_TIMEOUT(box.prompt.warning()->isHidden(), patience);
    }

    void thePanelSetsOnlyThisConversation()
    {
        tests::TestServices all;
        all.settings().set(services::settings::systemPrompt, QString("Be kind."));
        Conversation one, other;
        ui::ChatSettingsPanel panel(all);
        panel.show();

        panel.setConversation(&one);
        auto* prompt = panel.findChild<QPlainTextEdit*>();
        QCOMPARE(prompt->toPlainText(), "Be kind.");
        QVERIFY(!one.settings().systemPrompt.has_value());
        prompt->selectAll();
        QTest::keyClicks(prompt, "Be brief.");
        services::AnswerSettings generation = services::usualSettings();
        generation.temperature = 0.5F;
        emit panel.findChild<ui::SamplerEditor*>()->edited(generation);
        panel.setConversation(&other);

        QCOMPARE(one.settings().systemPrompt, "Be brief.");
        QCOMPARE(one.settings().generation->temperature, std::optional(0.5F));
        QCOMPARE(other.settings(), services::ChatSettings());
        QCOMPARE(prompt->toPlainText(), "Be kind.");
    }

    void thePanelGoesBackToTheSettingsPage()
    {
        tests::TestServices all;
        Conversation conversation;
        services::ChatSettings own;
        own.systemPrompt = "Be brief.";
        own.model = "";
        own.readsFrom = 3;
        conversation.setSettings(own);
        ui::ChatSettingsPanel panel(all);
        panel.setConversation(&conversation);
        panel.show();

        for (QAbstractButton* button : panel.findChildren<QAbstractButton*>())
            if (button->text() == "Everything as in the settings")
                button->click();

        QVERIFY(!conversation.settings().systemPrompt && !conversation.settings().model);
        QCOMPARE(conversation.settings().readsFrom, 3);
        QSignalSpy closed(&panel, &ui::ChatSettingsPanel::closeRequested);
        QTest::keyClick(&panel, Qt::Key_Escape);
        QCOMPARE(closed.count(), 1);
    }
};

TESTS(ContextCounterTest, QApplication);
#include "context_counter_test.moc"

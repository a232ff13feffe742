#include "runtime/models/model_files.h"
#include "services/conversations/conversation.h"
#include "services/settings/settings_table.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/chat/chat_settings_panel.h"
#include "ui/chat/context_counter.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/chat/prompt_parts.h"
#include "ui/presets/preset_choice.h"
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
        , counter(prompt, all.models(), all.installed(), all.answers(), all.settings())
    {
        prompt.show();
        counter.setConversation(&conversation);
        all.models().registry().load({});
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

ui::PresetChoice* presetChoice(tests::TestServices& all)
{
    return new ui::PresetChoice(all.presets(), all.answers(), all.installed(), all.settings());
}

services::InstalledModels& installed(Counted& box)
{
    return box.all.installed();
}

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

    // The built-in model ends where it ends: no setting makes it read more.
    void whatDoesNotFitIsNotSent()
    {
        Counted box;
        QTRY_VERIFY_WITH_TIMEOUT(box.isMeterShown(), patience);
        QSignalSpy sent(&box.prompt, &ui::PromptBox::submitted);
        box.prompt.attachText(QString("word ").repeated(20'000));

        box.prompt.submit();

        QTRY_VERIFY_WITH_TIMEOUT(!box.prompt.warning()->isHidden(), patience);
        const QString message = box.prompt.warning()->message();
        QVERIFY2(message.contains("too long") && message.contains("Shorten it to about"),
            qPrintable(message));
        QVERIFY(box.prompt.warning()->findChildren<QAbstractButton*>().isEmpty());
        QCOMPARE(sent.count(), 0);
        QCOMPARE(box.prompt.attachments().size(), 1);
    }

    // An answer that ran to the limit is as long as it is.
    void aFullContextIsNoWarningAboutAnEmptyMessage()
    {
        Counted box;
        QTRY_VERIFY_WITH_TIMEOUT(box.isMeterShown(), patience);
        box.conversation.appendUserMessage({"Write."});
        services::OpenReply answer = box.conversation.appendReply();
        answer.append(QString("word ").repeated(20'000));
        QSignalSpy counted(&box.counter, &ui::ContextCounter::unreadChanged);
        answer.finish();

        QTRY_VERIFY_WITH_TIMEOUT(!counted.isEmpty(), patience);
        QVERIFY(box.prompt.warning()->isHidden());
        QTest::keyClicks(box.prompt.edit(), "hi"); // which fits
        counted.clear();
        QTRY_VERIFY_WITH_TIMEOUT(!counted.isEmpty(), patience);
        QVERIFY(box.prompt.warning()->isHidden());
    }

    void whatFitsIsSentThoughItIsLong()
    {
        Counted box;
        QTRY_VERIFY_WITH_TIMEOUT(box.isMeterShown(), patience);
        QSignalSpy sent(&box.prompt, &ui::PromptBox::submitted);
        box.prompt.attachText(QString("x").repeated(1'500));

        box.prompt.submit();

        QTRY_COMPARE_WITH_TIMEOUT(sent.count(), 1, patience);
        QVERIFY(box.prompt.isEmpty());
    }

    // Nothing is asked, nothing is to be clicked, and the first question is about the image.
    void whatIsNoLongerReadIsSaid()
    {
        Counted box;
        QSignalSpy told(&box.counter, &ui::ContextCounter::unreadChanged);
        for (int turn = 0; turn < 60; ++turn) {
            box.conversation.appendUserMessage({QString("Question %1 ").arg(turn).repeated(5)});
            services::OpenReply answer = box.conversation.appendReply();
            answer.append("yes");
            answer.finish();
        }
        const auto unread = [&told] {
            return told.isEmpty() ? QSet<services::MessageId>()
                                  : told.last()[0].value<QSet<services::MessageId>>();
        };

        QTRY_VERIFY_WITH_TIMEOUT(!unread().isEmpty(), patience);

        QVERIFY(unread().contains(0) && unread().contains(1));
        QVERIFY(!unread().contains(118) && !unread().contains(119));
        QVERIFY(box.prompt.warning()->isHidden());
        const qsizetype before = unread().size();
        QVERIFY(before % 2 == 0);

        box.conversation.appendUserMessage({"Question Question "}); // told at once
        const services::OpenReply open = box.conversation.appendReply();
        told.clear();
        QTRY_VERIFY_WITH_TIMEOUT(!told.isEmpty(), patience);
        QVERIFY(unread().size() >= before);
    }

    // The built-in model without its vision part, which is not even loaded.
    void aPictureIsNotSentToAModelThatCannotSee()
    {
        Counted box;
        QVERIFY(QFile::link(
            QString::fromStdString(runtime::starterModel().string()), box.all.file("blind.gguf")));
        const QString blind = box.all.file("blind.gguf");
        installed(box).add({blind});
        QTRY_VERIFY_WITH_TIMEOUT(installed(box).find(services::parseModelId(blind)), patience);
        box.conversation.setSettings({.model = services::parseModelId(blind)});
        QSignalSpy sent(&box.prompt, &ui::PromptBox::submitted);
        QTest::keyClicks(box.prompt.edit(), "What is it?");
        box.prompt.attachFile(tests::resource("samples/one-1.png"));

        box.prompt.submit();

        QVERIFY(box.prompt.warning()->message().contains("blind is a text-only model"));
        QCOMPARE(sent.count(), 0);
        QCOMPARE(box.all.models().registry().state(services::parseModelId(blind)).stage,
            services::ModelState::Stage::Unloaded);
        QAbstractButton* ask = nullptr;
        QTRY_VERIFY(ask = tests::buttonSaying(*box.prompt.warning(), "Use Built-in model"));
        ask->click();
        QTRY_COMPARE_WITH_TIMEOUT(sent.count(), 1, patience);
        QCOMPARE(box.conversation.settings().model, services::ModelId());
        QVERIFY(box.all.models().current().isBuiltIn());
        QTRY_VERIFY(box.prompt.warning()->isHidden());
    }

    void picturesOfEarlierQuestionsAreSpokenOf()
    {
        Counted box;
        QVERIFY(QFile::link(
            QString::fromStdString(runtime::starterModel().string()), box.all.file("blind.gguf")));
        const QString blind = box.all.file("blind.gguf");
        installed(box).add({blind});
        QTRY_VERIFY_WITH_TIMEOUT(installed(box).find(services::parseModelId(blind)), patience);
        box.conversation.appendUserMessage(
            {"What is it?", {services::decodePictureFile(tests::resource("samples/one-1.png"))}});
        box.conversation.setSettings({.model = services::parseModelId(blind)});
        QTest::keyClicks(box.prompt.edit(), "And the colour?");

        QTRY_VERIFY_WITH_TIMEOUT(!box.prompt.warning()->isHidden(), patience);

        QVERIFY(box.prompt.warning()->message().contains("the pictures in this chat"));
        QSignalSpy sent(&box.prompt, &ui::PromptBox::submitted);
        box.prompt.submit(); // it is a warning only
        QTRY_COMPARE_WITH_TIMEOUT(sent.count(), 1, patience);
    }

    void thePanelSetsOnlyThisConversation()
    {
        tests::TestServices all;
        all.settings().set(services::settings::systemPrompt, QString("Be kind."));
        Conversation one, other;
        ui::ChatSettingsPanel panel(
            presetChoice(all), all.models(), all.installed(), all.answers(), all.settings());
        panel.show();

        panel.setConversation(&one);
        auto* prompt = panel.findChild<QPlainTextEdit*>();
        QCOMPARE(prompt->toPlainText(), "Be kind.");
        QVERIFY(!one.settings().systemPrompt.has_value());
        prompt->selectAll();
        QTest::keyClicks(prompt, "Be brief.");
        services::AnswerSettings generation = services::defaultSettings();
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
        own.model = services::ModelId();
        conversation.setSettings(own);
        ui::ChatSettingsPanel panel(
            presetChoice(all), all.models(), all.installed(), all.answers(), all.settings());
        panel.setConversation(&conversation);
        panel.show();

        for (QAbstractButton* button : panel.findChildren<QAbstractButton*>())
            if (button->text() == "Reset to defaults")
                button->click();

        QVERIFY(!conversation.settings().systemPrompt);
        QCOMPARE(conversation.settings().model, services::ModelId());
        QSignalSpy closed(&panel, &ui::ChatSettingsPanel::closeRequested);
        QTest::keyClick(&panel, Qt::Key_Escape);
        QCOMPARE(closed.count(), 1);
    }
};

TESTS(ContextCounterTest, QApplication);
#include "context_counter_test.moc"

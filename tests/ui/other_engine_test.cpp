#include "services/models/installed_models.h"
#include "services/settings/settings_table.h"
#include "tests/support/test_program.h"
#include "tests/ui/socket_engine.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/captions/caption_table.h"
#include "ui/captions/captions_page.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/message_view.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/models/model_card.h"
#include "ui/models/models_page.h"
#include "ui/window/main_window.h"
#include "ui/window/pages.h"

#include <QComboBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QUrl>

using services::Conversation;
using services::Message;
using services::ModelState;
using tests::lastMessage;
using tests::patience;

/// Every page with a model that somebody else runs: its engine talks to a server, and the window
/// does not notice.
class OtherEngineTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_server = std::make_unique<tests::ScriptedServer>();
        m_model = services::ModelId::remote(m_server->address(), "parrot");
        m_services = std::make_unique<tests::TestServices>();
        m_services->models().setRemoteFactory(
            [](const runtime::ModelId& model, std::shared_ptr<runtime::EngineHost> host) {
                return std::make_shared<tests::SocketEngine>(model, std::move(host));
            });
        m_services->settings().set(services::settings::addedModels, {services::toString(m_model)});
        services::InstalledModels& installed = all().installed;
        installed.refresh();
        QTRY_VERIFY_WITH_TIMEOUT(installed.find(m_model), patience);
        m_services->models().setCurrent(m_model);
    }
    void cleanup()
    {
        m_window.reset();
        m_services.reset();
        m_server.reset();
    }

    void aQuestionWithAPictureIsAnswered()
    {
        openWindow();
        tests::drop(*m_window, {tests::resource("samples/one-1.png")});
        ask("What is it?");
        QTRY_COMPARE_WITH_TIMEOUT(last().state, Message::State::Complete, patience);

        QCOMPARE(last().text, QString("I was shown 1 and told: What is it?"));
        QCOMPARE(last().model, m_model);
        QTRY_COMPARE(m_window->chatView()->viewOf(1)->readableText(), last().text);

        ask("And then?");
        QTRY_COMPARE_WITH_TIMEOUT(conversation().rowCount(), 4, patience);
        QTRY_COMPARE_WITH_TIMEOUT(last().state, Message::State::Complete, patience);
        QCOMPARE(last().text, QString("I was shown 1 and told: And then?"));
    }

    void anAnswerIsStopped()
    {
        openWindow();
        ask("Please wait for me.");
        QTRY_COMPARE_WITH_TIMEOUT(conversation().rowCount(), 2, patience);
        QTRY_VERIFY_WITH_TIMEOUT(!last().text.isEmpty(), patience);

        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Escape);

        QTRY_COMPARE_WITH_TIMEOUT(last().state, Message::State::Complete, patience);
        QCOMPARE(last().statistics.end, services::AnswerStatistics::End::Stopped);
        QVERIFY(QString("I was ").startsWith(last().text));
    }

    void anAnswerThatBreaksOffSaysWhy()
    {
        openWindow();
        ask("You will fail.");
        QTRY_COMPARE_WITH_TIMEOUT(conversation().rowCount(), 2, patience);
        QTRY_COMPARE_WITH_TIMEOUT(last().state, Message::State::Failed, patience);
        QVERIFY2(last().error.contains("in the middle"), qPrintable(last().error));
    }

    void bothKindsAnswerOneQuestion()
    {
        openWindow();
        conversation().appendUserMessage({"Hello"});

        m_services->answers().answerWith(conversation(), {{}, m_model});

        QTRY_VERIFY_WITH_TIMEOUT(!conversation().isWriting(), patience);
        const QList<services::MessageId> answers = conversation().tree().versions(last().id);
        QCOMPARE(answers.size(), 2);
        QVERIFY(!conversation().messageById(answers[0]).text.isEmpty());
        QCOMPARE(
            conversation().messageById(answers[1]).text, QString("I was shown 0 and told: Hello"));
    }

    void picturesAreCaptioned()
    {
        ui::CaptionsPage page(m_services->captions(), m_services->models(), m_services->installed(),
            ui::makePhotoModel(*m_services));
        page.resize(900, 640);
        page.show();
        page.addFolders({tests::resource("samples")});
        QTRY_VERIFY_WITH_TIMEOUT(page.run() && page.run()->size() > 3, patience);
        services::CaptionTask task = page.run()->task();
        task.prompt = "Describe the image.";
        task.model = m_model;
        page.run()->setTask(task);
        QVERIFY(offers(page, m_model));

        page.run()->start();

        const qsizetype pictures = page.run()->size();
        QTRY_COMPARE_WITH_TIMEOUT(
            page.run()->count(services::CaptionRow::State::Done), pictures, patience);
        QCOMPARE(m_server->questions(), int(pictures));
        const auto* table = page.findChild<ui::CaptionTable*>();
        for (int row = 0; row < table->model()->rowCount(); ++row)
            QCOMPARE(table->model()->index(row, ui::CaptionTableModel::CaptionColumn).data(),
                QVariant("I was shown 1 and told: Describe the image."));
    }

    void theModelsPageLoadsAndUnloadsIt()
    {
        ui::ModelsPage page(
            m_services->models(), all().installed, m_services->settings(), m_services->downloads());
        page.resize(720, 560);
        page.show();
        QTRY_VERIFY_WITH_TIMEOUT(page.card(m_model), patience);
        ui::ModelCard& card = *page.card(m_model);

        QTest::mouseClick(card.loadButton(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(stage(), ModelState::Stage::Ready, patience);
        QTRY_VERIFY(card.stateText().contains(QString::fromStdString(m_server->address())));
        QCOMPARE(card.loadButton()->text(), QString("Unload"));

        QTest::mouseClick(card.loadButton(), Qt::LeftButton);
        QCOMPARE(stage(), ModelState::Stage::Unloaded);

        m_server.reset();
        QTest::mouseClick(card.loadButton(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(stage(), ModelState::Stage::Failed, patience);
        QTRY_VERIFY(card.stateText().contains("does not answer"));
        QCOMPARE(card.loadButton()->text(), QString("Retry"));
    }

private:
    ui::Services all() { return *m_services; }
    ModelState::Stage stage() const { return m_services->models().registry().state(m_model).stage; }
    Conversation& conversation() { return *m_window->conversation(); }
    const Message& last() { return lastMessage(conversation()); }

    void openWindow()
    {
        m_window = std::make_unique<ui::MainWindow>(*m_services, m_services->theme());
        m_window->show();
    }

    void ask(const QString& words)
    {
        QTest::keyClicks(m_window->promptBox()->edit(), words);
        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(
            conversation().rowCount() > 1 && last().author == services::Author::Assistant,
            patience);
    }

    // True if the page lets the user choose this model.
    static bool offers(const QWidget& page, const services::ModelId& model)
    {
        for (const QComboBox* box : page.findChildren<QComboBox*>())
            if (box->findData(QVariant::fromValue(model)) >= 0)
                return true;
        return false;
    }

    std::unique_ptr<tests::ScriptedServer> m_server;
    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<ui::MainWindow> m_window;
    services::ModelId m_model;
};

TESTS(OtherEngineTest, QApplication);
#include "other_engine_test.moc"

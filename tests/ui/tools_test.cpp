#include "services/documents/library/document_library.h"
#include "services/models/installed_models.h"
#include "services/settings/settings_table.h"
#include "services/tools/box/tool_box.h"
#include "services/tools/document_tools.h"
#include "tests/support/calling_engine.h"
#include "tests/support/hosted_engine.h"
#include "tests/support/mcp/made_up_server.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_support.h"
#include "ui/chat/chat_view.h"
#include "ui/chat/message_view.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/chat/tool_use_view.h"
#include "ui/settings/mcp_server_list.h"
#include "ui/widgets/choice_bar.h"
#include "ui/window/main_window.h"

#include <QLineEdit>

using services::Message;
using services::ToolPermission;
using services::ToolUse;
using CallingEngine = tests::Hosted<tests::CallingEngine>;
using tests::button;
using tests::buttonSaying;
using tests::lastMessage;
using tests::patience;

/// Tools, from the settings to the answer: switched on, requested, allowed, called and shown.
class ToolsTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_engine = std::make_shared<CallingEngine>();
        m_model = services::ModelId::remote("http://127.0.0.1:1/v1", "caller");
        m_services = std::make_unique<tests::TestServices>();
        m_services->models().setRemoteFactory(CallingEngine::factoryOf(m_engine));
        m_services->settings().set(services::settings::addedModels, {services::toString(m_model)});
        m_services->installed().refresh();
        QTRY_VERIFY_WITH_TIMEOUT(m_services->installed().find(m_model), patience);
        m_services->models().setCurrent(m_model);
        m_services->tools().start();
    }
    void cleanup()
    {
        m_window.reset();
        m_services.reset();
        m_engine.reset();
    }

    void aServerIsAddedAskedForAllowedCalledAndShown() { useServer(tests::madeUpServer()); }

    // Made with the package of those who make the protocol.
    void aServerFromThePackageIndexIsUsed()
    {
        const QString python = qEnvironmentVariable("VIGNETTE_MCP_PYTHON");
        if (python.isEmpty())
            QSKIP("VIGNETTE_MCP_PYTHON names no Python with the package mcp; tests/peers/mcp.sh "
                  "brings one");
        const auto script = tests::dataFolder() / "../peers/ten_line_server.py";
        useServer({.name = "ten lines",
            .command = python,
            .arguments = {"-B", QString::fromStdString(script.string())}});
    }

    void aCallIsAllowedByKeyboard()
    {
        turnOn("echo", ToolPermission::Ask, {});
        openWindow();
        ask("call echo {\"text\": \"Hello\"}");
        QTRY_VERIFY_WITH_TIMEOUT(isAsked(), patience);
        m_window->chatView()->setFocus();

        for (int tab = 0; tab < 30 && !saysAllow(QApplication::focusWidget()); ++tab)
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QVERIFY(saysAllow(QApplication::focusWidget()));
        QVERIFY(QApplication::focusWidget()->accessibleName().contains("echo"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);

        QTRY_COMPARE_WITH_TIMEOUT(last().state, Message::State::Complete, patience);
        QCOMPARE(last().toolUses[0].state, ToolUse::State::Done);
    }

    void alwaysIsKeptAndShownInTheSettings()
    {
        turnOn("echo", ToolPermission::Ask, {});
        openWindow();
        ask("call echo {\"text\": \"Hello\"}");
        QTRY_VERIFY_WITH_TIMEOUT(isAsked(), patience);

        QTest::mouseClick(buttonSaying(*answerView(), "Always allow"), Qt::LeftButton);

        QTRY_COMPARE_WITH_TIMEOUT(last().state, Message::State::Complete, patience);
        const auto tool = m_services->tools().find("echo");
        QVERIFY(tool);
        ui::ToolPermissionChoice choice(m_services->tools(), *tool);
        QCOMPARE(choice.currentText(), QString("Always"));
        choice.setCurrentIndex(0);
        emit choice.activated(0);
        QVERIFY(m_services->tools().offered().empty());
    }

    void faultsOfAServerAreSentencesInTheConversation_data()
    {
        QTest::addColumn<QString>("fault");
        QTest::addColumn<QString>("words");
        QTest::newRow("dies") << "die"
                              << "closed unexpectedly";
        QTest::newRow("floods") << "flood"
                                << "more output than allowed";
        QTest::newRow("hangs") << "hang"
                               << "didn't respond";
    }
    void faultsOfAServerAreSentencesInTheConversation()
    {
        QFETCH(QString, fault);
        QFETCH(QString, words);
        turnOn("echo", ToolPermission::Always, {fault});
        openWindow();

        ask("call echo {}");

        QTRY_COMPARE_WITH_TIMEOUT(last().state, Message::State::Complete, patience);
        QCOMPARE(last().toolUses[0].state, ToolUse::State::Failed);
        QTRY_VERIFY2(
            answerView()->readableText().contains(words), qPrintable(answerView()->readableText()));
        QVERIFY(last().text.contains("Error: "));
        tests::keepPicture(*m_window, "tool-" + fault + ".png");
    }

    // A model that searches, opens the page, and searches again: each step is asked for and shown.
    void stepsThroughDocumentsAreShown()
    {
        addDocuments();
        openWindow();
        ask("call search_documents {\"question\": \"blinking lamp\"}\n"
            "then read_document {\"document\": \"boiler.pdf\", \"page\": 2}\n"
            "then search_documents {\"question\": \"how to reset the pump\"}");
        const QAbstractButton* pressed
            = nullptr; // of the step before, which is shown a little longer
        for (int step = 1; step <= 3; ++step) {
            QTRY_COMPARE_WITH_TIMEOUT(int(last().toolUses.size()), step, patience);
            QTRY_VERIFY_WITH_TIMEOUT(isAsked() && allowButton() != pressed, patience);
            pressed = allowButton();
            QTest::mouseClick(allowButton(), Qt::LeftButton);
        }

        QTRY_COMPARE_WITH_TIMEOUT(last().state, Message::State::Complete, patience);
        QCOMPARE(last().toolUses.size(), 3);
        for (const ToolUse& use : last().toolUses)
            QCOMPARE(use.state, ToolUse::State::Done);
        const QString text = answerView()->readableText();
        QVERIFY2(text.contains("Document pages") && text.contains("document: boiler.pdf"),
            qPrintable(text));
        QVERIFY(last().text.contains("boiler.pdf, page 2 of 2"));
        QVERIFY(last().text.contains("Press reset for ten seconds"));
        tests::keepPicture(*m_window, "tool-steps.png");
    }

    void stepsThroughDocumentsAreCancelled()
    {
        addDocuments();
        openWindow();
        ask("call search_documents {\"question\": \"blinking lamp\"}\n"
            "then read_document {\"document\": \"boiler.pdf\"}");
        QTRY_VERIFY_WITH_TIMEOUT(isAsked(), patience);
        const QAbstractButton* pressed = allowButton();
        QTest::mouseClick(allowButton(), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(int(last().toolUses.size()), 2, patience);
        QTRY_VERIFY_WITH_TIMEOUT(isAsked() && allowButton() != pressed, patience);

        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Escape);

        QTRY_COMPARE_WITH_TIMEOUT(last().state, Message::State::Complete, patience);
        QCOMPARE(last().toolUses[0].state, ToolUse::State::Done);
        QVERIFY(last().toolUses[1].state != ToolUse::State::Done);
        QVERIFY(!last().text.contains("page 1 of 2"));
    }

    void stoppingTheAnswerTakesTheQuestionAway()
    {
        turnOn("echo", ToolPermission::Ask, {});
        openWindow();
        ask("call echo {}");
        QTRY_VERIFY_WITH_TIMEOUT(isAsked(), patience);

        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Escape);

        QTRY_COMPARE_WITH_TIMEOUT(last().state, Message::State::Complete, patience);
        QTRY_VERIFY(!buttonSaying(*answerView(), "Allow once")->isVisible());
    }

private:
    const Message& last() { return lastMessage(*m_window->conversation()); }
    ui::MessageView* answerView() { return m_window->chatView()->viewOf(1); }

    static bool saysAllow(const QWidget* widget)
    {
        const auto* allow = qobject_cast<const QAbstractButton*>(widget);
        return allow && allow->text() == "Allow once";
    }

    // The button of the call that waits; null if none does. Those of earlier calls are hidden.
    QAbstractButton* allowButton()
    {
        const QWidget* view = answerView();
        for (auto* each : view ? view->findChildren<QAbstractButton*>() : QList<QAbstractButton*>())
            if (saysAllow(each) && each->isVisible())
                return each;
        return nullptr;
    }
    bool isAsked() { return allowButton() != nullptr; }

    void openWindow()
    {
        m_window = std::make_unique<ui::MainWindow>(*m_services, m_services->theme());
        m_window->resize(1000, 700);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    void ask(const QString& words)
    {
        for (const QString& line : words.split(u'\n')) {
            if (!m_window->promptBox()->text().isEmpty())
                QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Return, Qt::ShiftModifier);
            QTest::keyClicks(m_window->promptBox()->edit(), line);
        }
        QTest::keyClick(m_window->promptBox()->edit(), Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->conversation()->rowCount() > 1, patience);
    }

    // A manual in the library, and the tools that find their way through it.
    void addDocuments()
    {
        services::DocumentLibrary& library = m_services->documents();
        services::openDocumentIndex(library.store())
            ->addDocument({"/library/boiler.pdf", 10, 1, {}}, {"boiler", 1, {}, "Boiler", 2, 2, {}},
                {{1, "Lamps", "A blinking lamp means that the pump is blocked.", {0, 50}, {}},
                    {2, "Pump", "How to reset the pump: Press reset for ten seconds.", {50, 99},
                        {}}});
        services::openDocumentIndex(library.store())->addRoot("/library");
        library.start();
        QTRY_VERIFY_WITH_TIMEOUT(!library.roots().isEmpty(), patience);
        services::ToolBox& tools = m_services->tools();
        tools.add(std::make_unique<services::DocumentSearchTool>(library));
        tools.add(std::make_unique<services::DocumentPageTool>(library));
        for (const services::ToolDescription& tool : tools.tools())
            tools.setPermission(tool, ToolPermission::Ask);
    }

    // A fake server, and what its tool may do.
    void turnOn(const QString& tool, ToolPermission permission, const QStringList& faults)
    {
        services::ToolBox& tools = m_services->tools();
        tools.setServers({tests::madeUpServer(faults)});
        QTRY_VERIFY_WITH_TIMEOUT(tools.find(tool), patience);
        tools.setPermission(*tools.find(tool), permission);
    }

    // All of the way, by what the user sees. The server has a tool "echo" for a text.
    void useServer(const services::McpSettings& server)
    {
        ui::McpServerList list(m_services->tools());
        list.resize(600, 400);
        list.show();
        QTest::mouseClick(buttonSaying(list, "Add server…"), Qt::LeftButton);
        auto* form = list.findChild<ui::McpServerForm*>();
        QVERIFY(form);
        const QList<QLineEdit*> fields = form->findChildren<QLineEdit*>();
        QTest::keyClicks(fields[0], server.name);
        QTest::keyClicks(
            fields[1], '"' + (QStringList(server.command) + server.arguments).join("\" \"") + '"');
        QTest::mouseClick(buttonSaying(*form, "Save"), Qt::LeftButton);
        QCOMPARE(m_services->tools().serverSettings().size(), 1);
        QCOMPARE(m_services->tools().servers()[0]->stage(), services::McpServer::Stage::Off);
        auto* turnedOn = visibleSwitch(list);
        QVERIFY(turnedOn);
        turnedOn->click();
        QTRY_VERIFY_WITH_TIMEOUT(m_services->tools().find("echo"), patience);
        QTRY_VERIFY(list.findChild<ui::ToolPermissionChoice*>());
        tests::keepPicture(list, "tool-servers.png");

        openWindow();
        ask("call echo {\"text\": \"A heron\"}");
        QTRY_VERIFY_WITH_TIMEOUT(isAsked(), patience);
        QVERIFY(answerView()->readableText().contains("text: A heron"));
        QVERIFY(answerView()->readableText().contains(server.name));
        tests::keepPicture(*m_window, "tool-asked.png");
        QTest::mouseClick(buttonSaying(*answerView(), "Allow once"), Qt::LeftButton);
        QTRY_COMPARE_WITH_TIMEOUT(last().state, Message::State::Complete, patience);

        QVERIFY2(last().text.contains("I was told: A heron"), qPrintable(last().text));
        QTRY_VERIFY(!isAsked());
        QTest::mouseClick(buttonSaying(*answerView(), "Result"), Qt::LeftButton);
        QTRY_VERIFY(answerView()->readableText().contains("A heron"));
        tests::keepPicture(*m_window, "tool-called.png");
    }

    static ui::Switch* visibleSwitch(const QWidget& within)
    {
        for (ui::Switch* each : within.findChildren<ui::Switch*>())
            if (!each->isHidden())
                return each;
        return nullptr;
    }

    std::shared_ptr<CallingEngine> m_engine;
    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<ui::MainWindow> m_window;
    services::ModelId m_model;
};

TESTS(ToolsTest, QApplication);
#include "tools_test.moc"

#include "services/settings/settings.h"
#include "services/tools/box/tool_box.h"
#include "tests/support/fixtures.h"
#include "tests/support/made_up_keyring.h"
#include "tests/support/mcp/made_up_server.h"
#include "tests/support/test_program.h"
#include "ui/settings/mcp_prompt_dialog.h"
#include "ui/settings/mcp_server_list.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_bar.h"
#include "ui/widgets/line_edits.h"

#include <QApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

using services::McpServer;
using services::McpSettings;
using services::ToolBox;
using ui::McpJsonForm;
using ui::McpPromptDialog;
using ui::McpServerForm;
using ui::McpServerList;

namespace {

constexpr int patience = 60'000; // milliseconds

/// The list, with everything that it needs.
struct World {
    World()
    {
        tools.start();
        list.resize(640, 480);
        list.show();
    }

    QPushButton* button(const QString& text) const
    {
        for (QPushButton* each : list.findChildren<QPushButton*>())
            if (each->text() == text && each->isVisibleTo(&list))
                return each;
        return nullptr;
    }

    QString text() const
    {
        QStringList texts;
        for (const QLabel* label : list.findChildren<QLabel*>())
            if (label->isVisibleTo(&list))
                texts << label->text();
        return texts.join(u'\n');
    }

    void paste(const QString& json)
    {
        QTRY_VERIFY(button("Paste JSON…")); // layouts show new widgets a little later
        button("Paste JSON…")->setFocus();
        QTest::keyClick(button("Paste JSON…"), Qt::Key_Space);
        QTRY_VERIFY(button("Add servers"));
        auto* form = list.findChild<McpJsonForm*>();
        form->findChild<QPlainTextEdit*>()->setPlainText(json);
        QTest::mouseClick(button("Add servers"), Qt::LeftButton);
    }

    void keep(const QString& name)
    {
        const QString folder = qEnvironmentVariable("VIGNETTE_SCREENSHOTS");
        if (!folder.isEmpty())
            list.grab().save(folder + u'/' + name + ".png");
    }

    QTemporaryDir folder;
    services::Settings settings{folder.filePath("settings.ini")};
    tests::MadeUpKeyring keyring;
    ui::Theme theme;
    ToolBox tools{settings, {}, keyring.store()};
    McpServerList list{tools};
};

/// A fake web server, see tests/support/mcp/made_up_http_server.py.
struct WebServer {
    explicit WebServer(const QStringList& faults)
    {
        const auto script = tests::dataFolder() / "../support/mcp/made_up_http_server.py";
        process.start("/usr/bin/python3",
            QStringList{"-B", QString::fromStdString(script.string())} + faults);
        while (!process.canReadLine())
            if (!process.waitForReadyRead(patience))
                qFatal("the server doesn't start");
        url = QString("http://127.0.0.1:%1/mcp").arg(process.readLine().trimmed().toInt());
    }
    ~WebServer()
    {
        process.kill();
        process.waitForFinished();
    }

    QProcess process;
    QString url;
};

} // namespace

/// Adding MCP servers, and what they offer in addition to tools.
class McpServerListTest : public QObject {
    Q_OBJECT

private slots:
    void serversArePastedAndStayOff()
    {
        World world;
        const McpSettings made = tests::madeUpServer();
        const QJsonObject server{
            {"command", made.command}, {"args", QJsonArray::fromStringList(made.arguments)}};
        const QJsonObject all{{"mcpServers", QJsonObject{{"made up", server}, {"other", server}}}};

        world.paste(QJsonDocument(all).toJson());

        const QList<McpSettings> servers = world.tools.serverSettings();
        QCOMPARE(servers.size(), 2);
        QCOMPARE(servers[0].name, "made up");
        QCOMPARE(servers[0].arguments, made.arguments);
        for (const auto& each : world.tools.servers())
            QCOMPARE(each->stage(), McpServer::Stage::Off);
        world.keep("mcp-pasted");

        world.paste(QJsonDocument(all).toJson()); // again: names stay unique
        QCOMPARE(world.tools.serverSettings()[2].name, "made up 2");
        QTRY_VERIFY(world.button("Paste JSON…"));
        for (ui::Switch* each : world.list.findChildren<ui::Switch*>())
            if (each->isVisibleTo(&world.list) && each->accessibleName().endsWith("made up"))
                each->click();
        QTRY_VERIFY_WITH_TIMEOUT(world.tools.find("echo"), patience);
    }

    void whatIsNoListOfServersStaysInTheForm()
    {
        World world;

        world.paste("npx -y server");

        QTRY_VERIFY(world.text().contains("No MCP servers found"));
        QVERIFY(world.list.findChild<McpJsonForm*>());
        QVERIFY(world.tools.serverSettings().isEmpty());
        world.keep("mcp-not-pasted");
    }

    void problemsOfPastedServersAreShown()
    {
        World world;

        const QJsonObject old{{"type", "sse"}, {"url", "https://example.org/sse"}};
        const QJsonObject good{{"command", "true"}};
        world.paste(
            QJsonDocument(QJsonObject{{"mcpServers", QJsonObject{{"old", old}, {"good", good}}}})
                .toJson());

        QCOMPARE(world.tools.serverSettings().size(), 1);
        QTRY_VERIFY(world.text().contains("older SSE transport"));
    }

    void aWebServerIsAddedWithAHeaderThatIsNeverShownAgain()
    {
        const WebServer web({"key"});
        World world;
        QTest::mouseClick(world.button("Add server…"), Qt::LeftButton);
        QTRY_VERIFY(world.button("Save"));
        auto* form = world.list.findChild<McpServerForm*>();
        const QList<QLineEdit*> fields = form->findChildren<QLineEdit*>();
        QTest::keyClicks(fields[0], "web");
        QTest::keyClicks(fields[1], web.url);
        QPlainTextEdit* headers = nullptr;
        for (QPlainTextEdit* each : form->findChildren<QPlainTextEdit*>())
            if (each->isVisibleTo(form))
                headers = each;
        QVERIFY(headers);
        headers->setPlainText("Host: elsewhere");
        QVERIFY(!world.button("Save")->isEnabled());
        headers->setPlainText("Authorization:");
        QVERIFY(!world.button("Save")->isEnabled());
        headers->setPlainText("Authorization: Bearer secret");
        world.keep("mcp-web");
        QTest::mouseClick(world.button("Save"), Qt::LeftButton);

        world.list.findChild<ui::Switch*>()->click();
        QTRY_VERIFY_WITH_TIMEOUT(world.tools.find("echo"), patience);
        QVERIFY(!world.settings.get(services::settings::mcpServers).contains("secret"));
        QVERIFY(world.keyring.secrets.begin()->second.contains("secret"));

        // Edited without its value being typed again.
        McpServerForm again(world.tools.serverSettings()[0]);
        QSignalSpy saved(&again, &McpServerForm::saved);
        for (const QPlainTextEdit* each : again.findChildren<QPlainTextEdit*>())
            QVERIFY(!each->toPlainText().contains("secret"));
        QVERIFY(
            again.findChildren<QPlainTextEdit*>()[1]->toPlainText().startsWith("Authorization: •"));
        for (QPushButton* each : again.findChildren<QPushButton*>())
            if (each->text() == "Save")
                each->click();
        QCOMPARE(saved.size(), 1);
        QVERIFY(saved[0][0].value<McpSettings>() == world.tools.serverSettings()[0]);
        QVERIFY(saved[0][1].value<services::McpHeaders>().isEmpty());

        // Another URL doesn't get the value of the old one.
        again.findChildren<QLineEdit*>()[1]->setText("https://example.org/mcp");
        for (const QPushButton* each : again.findChildren<QPushButton*>())
            if (each->text() == "Save")
                QVERIFY(!each->isEnabled());
    }

    void promptsAndResourcesAreInserted()
    {
        const WebServer web({});
        World world;
        world.tools.setServers({{.name = "web", .isOn = true, .url = web.url}});
        QTRY_VERIFY_WITH_TIMEOUT(world.text().contains("Prompt: Review a text")
                && world.text().contains("Resource: A note"),
            patience);
        world.keep("mcp-prompts");
        QSignalSpy chosen(&world.list, &McpServerList::textChosen);

        QPushButton* insert = world.button("Insert…");
        insert->setFocus();
        QTest::keyClick(insert, Qt::Key_Space);
        auto* dialog = world.list.findChild<McpPromptDialog*>();
        QVERIFY(dialog);
        QVERIFY(!dialog->insertButton()->isEnabled());
        QTest::keyClicks(dialog->findChildren<QLineEdit*>()[0], "A poem");
        QTest::keyClick(dialog->findChildren<QLineEdit*>()[0], Qt::Key_Return);

        QTRY_COMPARE_WITH_TIMEOUT(chosen.size(), 1, patience);
        QCOMPARE(chosen[0][0].toString(), "Review this kindly: A poem");
        QTRY_VERIFY(!world.list.findChild<McpPromptDialog*>());
    }

    void everyControlHasANameAndCanBeReached()
    {
        World world;
        world.tools.setServers({{.name = "web", .url = "https://example.org/mcp"}});
        QTRY_VERIFY(world.button("Add server…"));
        int checked = 0;
        for (const QAbstractButton* button : world.list.findChildren<QAbstractButton*>()) {
            if (!button->isVisibleTo(&world.list))
                continue;
            ++checked;
            QVERIFY(!button->accessibleName().isEmpty() || !button->text().isEmpty());
            QVERIFY(button->focusPolicy() & Qt::TabFocus);
        }
        QVERIFY(checked >= 5);
    }
};

TESTS(McpServerListTest, QApplication);
#include "mcp_server_list_test.moc"

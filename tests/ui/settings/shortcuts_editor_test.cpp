#include "services/settings/settings.h"
#include "tests/support/test_program.h"
#include "ui/commands/command_list.h"
#include "ui/settings/shortcuts_editor.h"
#include "ui/theme/theme.h"
#include "ui/widgets/line_edits.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QLabel>
#include <QMainWindow>
#include <QTemporaryDir>
#include <QTest>

class ShortcutsEditorTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_settings = std::make_unique<services::Settings>(m_folder->filePath("settings.ini"));
        m_window = std::make_unique<QMainWindow>();
        m_commands = std::make_unique<ui::CommandList>(*m_settings, *m_window);
        m_stopped = 0;
        m_commands->add("chat.new", "Conversation", "New chat",
            {QKeySequence("Ctrl+N"), QKeySequence("Ctrl+Shift+O")}, [] {});
        m_commands->add("chat.rename", "Conversation", "Rename", {QKeySequence("F2")}, [] {});
        m_commands->add(
            "message.stop", "Messages", "Stop", {QKeySequence("Escape")}, [this] { ++m_stopped; });
        m_editor = new ui::ShortcutsEditor(*m_commands);
        m_window->setCentralWidget(m_editor);
        m_window->show();
        QApplication::setActiveWindow(m_window.get());
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup()
    {
        m_window.reset();
        m_commands.reset();
        m_settings.reset();
    }

    void keysArePressedToBeAdded()
    {
        press("chat.rename", Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);

        QCOMPARE(keys("chat.rename"), (QStringList{"F2", "Ctrl+Shift+E"}));
        QVERIFY(!capture());
    }

    void whatWasSetOutlivesTheProgram()
    {
        press("chat.rename", Qt::Key_E, Qt::ControlModifier);

        QMainWindow next;
        ui::CommandList commands(*m_settings, next);
        commands.add("chat.rename", "Conversation", "Rename", {QKeySequence("F2")}, [] {});

        QVERIFY(commands.find("chat.rename")->shortcuts().contains(QKeySequence("Ctrl+E")));
    }

    void keysOfAnotherCommandAreTakenOverOnlyIfTheUserSaysSo()
    {
        press("chat.rename", Qt::Key_N, Qt::ControlModifier);
        QCOMPARE(keys("chat.rename"), QStringList{"F2"}); // a question first
        QVERIFY(shows("Ctrl+N is already assigned to “New chat”."));

        click("Reassign");

        QCOMPARE(keys("chat.rename"), (QStringList{"F2", "Ctrl+N"}));
        QCOMPARE(keys("chat.new"), QStringList{"Ctrl+Shift+O"});
        QVERIFY(!shows("is already assigned to"));
    }

    void escapeLeavesTheQuestionAndNotThePage()
    {
        press("chat.rename", Qt::Key_N, Qt::ControlModifier);
        QVERIFY(shows("is already assigned to"));

        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);

        QVERIFY(!shows("is already assigned to"));
        QCOMPARE(m_stopped, 0); // the window's command, which leaves the page
        QCOMPARE(keys("chat.rename"), QStringList{"F2"});
    }

    void otherKeysCanBeChosenInstead()
    {
        press("chat.rename", Qt::Key_N, Qt::ControlModifier);

        click("Choose another");
        QTest::keyClick(capture(), Qt::Key_F7);

        QCOMPARE(keys("chat.rename"), (QStringList{"F2", "F7"}));
        QCOMPARE(keys("chat.new"), (QStringList{"Ctrl+N", "Ctrl+Shift+O"}));
    }

    void keysThatWriteAreRefused_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("modifiers");
        QTest::newRow("a letter") << int(Qt::Key_A) << 0;
        QTest::newRow("a capital") << int(Qt::Key_A) << int(Qt::ShiftModifier);
        QTest::newRow("Return") << int(Qt::Key_Return) << 0;
        QTest::newRow("Tab") << int(Qt::Key_Tab) << 0;
        QTest::newRow("Backspace") << int(Qt::Key_Backspace) << 0;
        QTest::newRow("an arrow") << int(Qt::Key_Left) << int(Qt::ShiftModifier);
        QTest::newRow("copy") << int(Qt::Key_C) << int(Qt::ControlModifier);
    }
    void keysThatWriteAreRefused()
    {
        QFETCH(int, key);
        QFETCH(int, modifiers);

        press("chat.rename", Qt::Key(key), Qt::KeyboardModifiers(modifiers));

        QCOMPARE(keys("chat.rename"), QStringList{"F2"});
        QVERIFY(capture()); // still waiting
        QVERIFY(shows("can't be used alone") || shows("reserved for editing text"));
        QTest::keyClick(capture(), Qt::Key_F8);
        QVERIFY(keys("chat.rename").contains("F8"));
    }

    void aKeyThatTypesByAltGrIsRefused()
    {
        const QKeyCombination keys(Qt::ControlModifier | Qt::AltModifier, Qt::Key_Q);

        QVERIFY(ui::problemOfKeys(keys, "@").contains("@"));
        QVERIFY(ui::problemOfKeys(keys, {}).isEmpty());
    }

    void escapeLeavesEverythingAsItIs()
    {
        start("chat.rename");

        QTest::keyClick(capture(), Qt::Key_Escape);

        QVERIFY(!capture());
        QCOMPARE(keys("chat.rename"), QStringList{"F2"});
        QCOMPARE(m_stopped, 0); // nor does the window's command act
    }

    void goingElsewhereLeavesTheWaiting()
    {
        start("chat.rename");

        m_editor->searchField()->setFocus(Qt::MouseFocusReason);

        QTRY_VERIFY(!capture());
    }

    void keysAreTakenAwayAndComeBack()
    {
        click("Remove Ctrl+N from “New chat”");
        QCOMPARE(keys("chat.new"), QStringList{"Ctrl+Shift+O"});
        click("Remove Ctrl+Shift+O from “New chat”");
        QCOMPARE(keys("chat.new"), QStringList{});
        press("chat.rename", Qt::Key_F9, Qt::NoModifier);

        click("Reset to default", "New chat");
        QCOMPARE(keys("chat.new"), (QStringList{"Ctrl+N", "Ctrl+Shift+O"}));
        QVERIFY(keys("chat.rename").contains("F9"));

        click("Reset all to defaults");
        QCOMPARE(keys("chat.rename"), QStringList{"F2"});
    }

    void commandsAreFoundByNameAndByKeys()
    {
        m_editor->searchField()->setText("shift+o");
        QVERIFY(m_editor->row("chat.new")->isVisible());
        QVERIFY(!m_editor->row("chat.rename")->isVisible());

        m_editor->searchField()->setText("ren");
        QVERIFY(m_editor->row("chat.rename")->isVisible());
        QVERIFY(!m_editor->row("chat.new")->isVisible());
    }

private:
    QStringList keys(const QString& id) const
    {
        QStringList texts;
        for (const QKeySequence& each : m_commands->find(id)->shortcuts())
            texts << each.toString(QKeySequence::PortableText);
        return texts;
    }

    ui::KeyCapture* capture() const
    {
        for (ui::KeyCapture* each : m_editor->findChildren<ui::KeyCapture*>())
            if (each->isVisible())
                return each;
        return nullptr;
    }

    void start(const QString& id)
    {
        click("Add shortcut for “" + m_commands->find(id)->text() + "”");
        QVERIFY(capture());
    }

    void press(const QString& id, Qt::Key key, Qt::KeyboardModifiers modifiers)
    {
        start(id);
        QTest::keyClick(capture(), key, modifiers);
    }

    void click(const QString& name, const QString& description = {})
    {
        for (QAbstractButton* each : m_editor->findChildren<QAbstractButton*>()) {
            const bool isNamed = each->accessibleName() == name || each->text() == name;
            const bool isMeant
                = description.isEmpty() || each->accessibleDescription() == description;
            if (isNamed && isMeant && each->isVisible())
                return QTest::mouseClick(each, Qt::LeftButton);
        }
        QFAIL(qPrintable("there is no button " + name));
    }

    bool shows(const QString& text) const
    {
        for (const QLabel* label : m_editor->findChildren<QLabel*>())
            if (label->text().contains(text) && label->isVisible())
                return true;
        return false;
    }

    ui::Theme m_theme;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<services::Settings> m_settings;
    std::unique_ptr<QMainWindow> m_window;
    std::unique_ptr<ui::CommandList> m_commands;
    ui::ShortcutsEditor* m_editor = nullptr;
    int m_stopped = 0;
};

TESTS(ShortcutsEditorTest, QApplication);
#include "shortcuts_editor_test.moc"

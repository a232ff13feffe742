#include "services/conversations/conversation_list.h"
#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "ui/commands/command_list.h"
#include "ui/commands/command_palette.h"
#include "ui/commands/shortcut_help.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QListView>
#include <QMainWindow>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

namespace {

class KeyCounter : public QObject {
public:
    int count = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        count += event->type() == QEvent::KeyPress;
        return false;
    }
};

} // namespace

class CommandPaletteTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_services = std::make_unique<tests::TestServices>();
        m_window = std::make_unique<QMainWindow>();
        m_commands = std::make_unique<ui::CommandList>(m_services->settings(), *m_window);
        m_acted.clear();
        for (const auto& [id, name, keys] : {std::tuple("chat.new", "New chat", "Ctrl+N"),
                 {"page.settings", "Settings", "Ctrl+,"}, {"message.stop", "Stop", "Escape"},
                 {"text.larger", "Increase text size", "Ctrl++"}})
            m_commands->add(id, "Group", name, {QKeySequence(keys)},
                [this, id = QString(id)] { m_acted << id; });
        m_field = new QLineEdit;
        m_window->setCentralWidget(m_field);
        m_palette = new ui::CommandPalette(*m_commands, m_services->conversations(),
            m_services->store(), m_services->installed(), m_services->presets(), m_window.get());
        m_window->resize(800, 600);
        m_window->show();
        QApplication::setActiveWindow(m_window.get());
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        m_field->setFocus();
    }
    void cleanup()
    {
        m_window.reset();
        m_commands.reset();
        m_services.reset();
    }

    void aFewLettersAndEnterAct()
    {
        m_palette->open();
        QVERIFY(m_palette->field()->hasFocus());

        QTest::keyClicks(m_palette->field(), "sett");
        QCOMPARE(nameAt(0), "Settings");
        QTest::keyClick(m_palette->field(), Qt::Key_Return);

        QCOMPARE(m_acted, QStringList{"page.settings"});
        QVERIFY(!m_palette->isVisible());
        QVERIFY(m_field->hasFocus()); // back where the user was
    }

    void keysAreShownBesideNames()
    {
        m_palette->open();
        QTest::keyClicks(m_palette->field(), "increase");

        QCOMPARE(m_palette->results()->currentIndex().data(ui::PaletteDelegate::KeysRole),
            QKeySequence("Ctrl++").toString(QKeySequence::NativeText));
    }

    void itIsSaidWhenNothingMatches()
    {
        m_palette->open();
        QTest::keyClicks(m_palette->field(), "zzqq");

        const auto* nothing = m_palette->findChild<ui::TextLabel*>();
        QVERIFY(nothing->isVisible());
        QCOMPARE(nothing->text(), "No results");
        QVERIFY(!m_palette->results()->isVisible());
        m_palette->field()->clear();
        QVERIFY(!nothing->isVisible());
        QVERIFY(m_palette->results()->isVisible());
    }

    void arrowsGoRound()
    {
        m_palette->open();
        const int rows = m_palette->results()->model()->rowCount();
        QVERIFY(rows >= 4);

        QTest::keyClick(m_palette->field(), Qt::Key_Up);
        QCOMPARE(m_palette->results()->currentIndex().row(), rows - 1);
        QTest::keyClick(m_palette->field(), Qt::Key_Down);
        QCOMPARE(m_palette->results()->currentIndex().row(), 0);
        QTest::keyClick(m_palette->field(), Qt::Key_PageDown);
        QVERIFY(m_palette->results()->currentIndex().row() > 0);
    }

    // Escape is a command of the window's, which must not act.
    void escapeLeaves()
    {
        m_palette->open();
        QTest::keyClicks(m_palette->field(), "new");

        QTest::keyClick(m_palette->field(), Qt::Key_Escape);

        QVERIFY(!m_palette->isVisible());
        QVERIFY(m_field->hasFocus());
        QVERIFY(m_acted.isEmpty());
    }

    void keysNobodyWantsDoNotReachTheWindow()
    {
        KeyCounter counter;
        m_window->installEventFilter(&counter);
        m_palette->open();

        QTest::keyClick(m_palette->field(), Qt::Key_F7);
        QTest::keyClick(m_palette->field(), Qt::Key_J, Qt::ControlModifier);

        QCOMPARE(counter.count, 0);
    }

    void conversationsAreFoundByName()
    {
        services::Conversation* conversation = m_services->conversations().newConversation();
        conversation->appendUserMessage({"Receipts of the bike shop"});
        const QSignalSpy chosen(m_palette, &ui::CommandPalette::conversationChosen);
        m_palette->open();

        QTest::keyClicks(m_palette->field(), "bike");
        QTRY_COMPARE(nameAt(0), conversation->title());
        QTest::keyClick(m_palette->field(), Qt::Key_Return);

        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<services::Conversation*>(), conversation);
    }

    void theBuiltInModelIsFound()
    {
        const QSignalSpy chosen(m_palette, &ui::CommandPalette::modelChosen);
        QTRY_VERIFY(!m_services->installed().models().isEmpty());
        const QString name = m_services->installed().displayName({});
        m_palette->open();

        m_palette->field()->setText(name);
        QCOMPARE(nameAt(0), name);
        QTest::keyClick(m_palette->field(), Qt::Key_Return);

        QCOMPARE(chosen.size(), 1);
        QVERIFY(chosen[0][0].value<services::ModelId>().isBuiltIn());
    }

    void commandsThatCannotActAreNotOffered()
    {
        m_commands->find("chat.new")->setEnabled(false);
        m_palette->open();

        QTest::keyClicks(m_palette->field(), "new chat");

        QCOMPARE(m_palette->results()->model()->rowCount(), 0);
        QTest::keyClick(m_palette->field(), Qt::Key_Return);
        QVERIFY(m_palette->isVisible()); // there was nothing to take
        QCOMPARE(m_palette->field()->accessibleDescription(), QString("No results"));
    }

    void aClickElsewhereLeaves()
    {
        m_palette->open();

        m_field->setFocus(Qt::MouseFocusReason);

        QVERIFY(!m_palette->isVisible());
    }

    void itFitsTheSmallestWindow()
    {
        m_window->resize(320, 240);
        m_palette->open();

        QVERIFY(m_window->rect().contains(m_palette->geometry()));
    }

    void theHelpShowsKeysAndIsSearched()
    {
        ui::ShortcutHelp help(*m_commands);
        help.show();
        const QSignalSpy edit(&help, &ui::ShortcutHelp::editRequested);
        QVERIFY(help.findChild<QWidget*>() != nullptr);
        QVERIFY(speaks(help, "New chat"));
        QVERIFY(speaks(help, "Increase text size"));

        help.findChild<ui::SearchField*>()->setText("increase");
        QVERIFY(speaks(help, "Increase text size"));
        QVERIFY(!speaks(help, "New chat"));

        for (QPushButton* button : help.findChildren<QPushButton*>())
            if (button->text().startsWith("Change"))
                QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(edit.size(), 1);
        QVERIFY(!help.isVisible());
    }

private:
    QString nameAt(int row) const
    {
        return m_palette->results()->model()->index(row, 0).data().toString();
    }

    static bool speaks(const QWidget& help, const QString& name)
    {
        for (const QWidget* each : help.findChildren<QWidget*>())
            if (each->accessibleName().startsWith(name))
                return true;
        return false;
    }

    std::unique_ptr<tests::TestServices> m_services;
    std::unique_ptr<QMainWindow> m_window;
    std::unique_ptr<ui::CommandList> m_commands;
    QLineEdit* m_field = nullptr;
    ui::CommandPalette* m_palette = nullptr;
    QStringList m_acted;
};

TESTS(CommandPaletteTest, QApplication);
#include "command_palette_test.moc"

#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_search.h"
#include "services/settings/settings.h"
#include "tests/support/file_search.h"
#include "tests/support/test_program.h"
#include "ui/commands/command_list.h"
#include "ui/sidebar/conversation_menu.h"
#include "ui/sidebar/section_model.h"
#include "ui/sidebar/sidebar.h"
#include "ui/theme/theme.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/undo_bar.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QContextMenuEvent>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

using services::Conversation;
using services::ConversationList;
using services::ConversationSearch;
using services::ConversationStore;
using services::MessageId;

/// The sidebar over a real store, used by keyboard and mouse.
class SidebarTest : public QObject {
    Q_OBJECT

private slots:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_store = std::make_unique<ConversationStore>(m_folder->filePath("conversations.sqlite"));
        m_list = std::make_unique<ConversationList>(m_store.get());
        QSignalSpy restored(m_list.get(), &ConversationList::restored);
        QTRY_COMPARE(restored.count(), 1);
        m_sidebar = std::make_unique<ui::Sidebar>(*m_list, m_store.get());
        m_sidebar->resize(260, 600);
        m_settings = std::make_unique<services::Settings>(m_folder->filePath("settings.ini"));
        m_commands = std::make_unique<ui::CommandList>(*m_settings, *m_sidebar);
        m_sidebar->menu()->addCommands(*m_commands, [this] { return m_shown; });
        m_commands->nameKeysInToolTips();
        m_shown = nullptr;
        add("Sailing to Skagen", "The wind was kind and the lighthouse near.");
        add("A recipe for bread", "Flour, water and salt.");
        add("Lighthouses of Europe", "Fourteen of them still burn.");
        m_sidebar->show();
        m_sidebar->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_sidebar.get()));
    }

    void cleanup()
    {
        m_sidebar.reset();
        m_commands.reset();
        m_list.reset();
        m_store.reset();
    }

    void typingShowsNamesAndThenMessages()
    {
        QTest::keyClicks(m_sidebar->searchField(), "lighthouse");

        QCOMPARE(shown(), (QStringList{"Lighthouses of Europe"}));
        QTRY_COMPARE(shown(), (QStringList{"Lighthouses of Europe", "Sailing to Skagen"}));
        QCOMPARE(excerpt(1), u"The wind was kind and the \u0002lighthouse\u0003 near."_qs);
        QTest::keyClick(m_sidebar->searchField(), Qt::Key_Escape);
        QCOMPARE(shown().size(), 3);
        QVERIFY(m_sidebar->searchField()->text().isEmpty());
    }

    void aHitIsOpenedAtItsMessage()
    {
        QSignalSpy chosen(m_sidebar.get(), &ui::Sidebar::conversationChosen);
        QTest::keyClicks(m_sidebar->searchField(), "flour");
        QTRY_COMPARE(shown().size(), 1);

        QTest::keyClick(m_sidebar->searchField(), Qt::Key_Down);
        QTest::keyClick(m_sidebar->list(), Qt::Key_Return);

        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0][0].value<Conversation*>()->title(), "A recipe for bread");
        QCOMPARE(chosen[0][1].value<MessageId>(), 1);
    }

    void enterInTheFieldOpensTheFirst()
    {
        QSignalSpy chosen(m_sidebar.get(), &ui::Sidebar::conversationChosen);
        QTest::keyClicks(m_sidebar->searchField(), "bread");

        QTest::keyClick(m_sidebar->searchField(), Qt::Key_Return);

        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0][0].value<Conversation*>()->title(), "A recipe for bread");
        QCOMPARE(chosen[0][1].value<MessageId>(), services::noMessage);
    }

    void enterBeforeAnythingIsFoundOpensTheFirstWhenItIs()
    {
        QSignalSpy chosen(m_sidebar.get(), &ui::Sidebar::conversationChosen);
        QTest::keyClicks(m_sidebar->searchField(), "flour");
        QTest::keyClick(m_sidebar->searchField(), Qt::Key_Return);
        QCOMPARE(chosen.count(), 0);

        QTRY_COMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0][1].value<MessageId>(), 1);
    }

    void itIsSaidWhenNothingIsFound()
    {
        QTest::keyClicks(m_sidebar->searchField(), "zebra");

        QTRY_VERIFY(nothingFound()->isVisible());
        QTest::keyClick(m_sidebar->searchField(), Qt::Key_Backspace);
        m_sidebar->searchField()->clear();
        QVERIFY(!nothingFound()->isVisible());
    }

    void f2RenamesAndTheNameIsKept()
    {
        select("A recipe for bread");
        QTest::keyClick(m_sidebar->list(), Qt::Key_F2);
        auto* editor = m_sidebar->list()->findChild<QLineEdit*>();
        QVERIFY(editor);
        QCOMPARE(editor->text(), "A recipe for bread");
        editor->selectAll();
        QTest::keyClicks(editor, "Bread");
        QTest::keyClick(editor, Qt::Key_Return);

        QTRY_COMPARE(shown()[1], "Bread");
        QTRY_COMPARE(namesOnDisk()[1], "Bread");
    }

    void escapeLeavesTheNameAsItWas()
    {
        select("A recipe for bread");
        QTest::keyClick(m_sidebar->list(), Qt::Key_F2);
        auto* editor = m_sidebar->list()->findChild<QLineEdit*>();
        QVERIFY(editor);
        QTest::keyClicks(editor, "Bread");
        QTest::keyClick(editor, Qt::Key_Escape);
        QCoreApplication::processEvents();

        QCOMPARE(shown()[1], "A recipe for bread");
    }

    void aNameBeingTypedStaysWhenTheRowChanges()
    {
        select("A recipe for bread");
        QTest::keyClick(m_sidebar->list(), Qt::Key_F2);
        auto* editor = m_sidebar->list()->findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, "Bre");

        m_list->conversation(1)->rename("Another");

        QCOMPARE(editor->text(), "Bre");
    }

    // The window has this shortcut, too: Escape stops the answer.
    void escapeClearsTheSearchBeforeTheWindowHearsOfIt()
    {
        QAction stop;
        stop.setShortcut(Qt::Key_Escape);
        m_sidebar->addAction(&stop);
        const QSignalSpy stopped(&stop, &QAction::triggered);
        const QSignalSpy left(m_sidebar.get(), &ui::Sidebar::searchLeft);
        m_sidebar->searchField()->setFocus();
        QTest::keyClicks(m_sidebar->searchField(), "bread");

        QTest::keyClick(m_sidebar->searchField(), Qt::Key_Escape);
        QVERIFY(m_sidebar->searchField()->text().isEmpty());
        QCOMPARE(left.count(), 1);
        QCOMPARE(stopped.count(), 0);
        QTest::keyClick(m_sidebar->searchField(), Qt::Key_Escape);

        QCOMPARE(stopped.count(), 1);
    }

    void searchingLeavesNothingBehind()
    {
        const auto count = [this] {
            return m_sidebar->list()->findChildren<QItemSelectionModel*>().size()
                + m_sidebar->list()->model()->findChildren<QItemSelectionModel*>().size();
        };
        const qsizetype before = count();

        for (int i = 0; i < 3; ++i) {
            m_sidebar->searchField()->setText("bread");
            m_sidebar->searchField()->clear();
        }

        QCOMPARE(count(), before);
        select("A recipe for bread");
        QCOMPARE(m_sidebar->list()->currentIndex().data().toString(), "A recipe for bread");
    }

    void deleteCanBeUndone()
    {
        QSignalSpy deleted(m_sidebar.get(), &ui::Sidebar::conversationDeleted);
        select("A recipe for bread");

        QTest::keyClick(m_sidebar->list(), Qt::Key_Delete);

        QCOMPARE(shown(), (QStringList{"Lighthouses of Europe", "Sailing to Skagen"}));
        QCOMPARE(deleted.count(), 1);
        QVERIFY(m_sidebar->undoBar()->isVisible());
        QVERIFY(m_sidebar->undoBar()->findChild<ui::Announcer*>()->text().contains("bread"));
        QTRY_COMPARE(namesOnDisk().size(), 2);
        QTest::mouseClick(m_sidebar->undoBar()->findChild<QPushButton*>(), Qt::LeftButton);
        QTRY_COMPARE(shown()[1], "A recipe for bread");
        QVERIFY(!m_sidebar->undoBar()->isVisible());
        QTRY_COMPARE(namesOnDisk().size(), 3);
    }

    void allConversationsAreDeletedAfterAQuestionAndComeBack()
    {
        QSignalSpy deleted(m_sidebar.get(), &ui::Sidebar::conversationDeleted);
        const QStringList before = shown();
        const auto answer = [this](const QString& button) {
            m_sidebar->askToDeleteAll();
            const auto* box = m_sidebar->window()->findChild<QMessageBox*>();
            QVERIFY(box && box->text().startsWith("Delete 3 "));
            for (QAbstractButton* each : box->buttons())
                if (each->text().remove(u'&') == button)
                    return each->click();
            QFAIL(qPrintable(button));
        };

        answer("Cancel");
        QCOMPARE(shown(), before);
        QTRY_VERIFY(!m_sidebar->window()->findChild<QMessageBox*>());
        answer("Delete all");

        QVERIFY(shown().isEmpty());
        QCOMPARE(deleted.count(), 3);
        QTRY_VERIFY(namesOnDisk().join(QString()).isEmpty());
        m_sidebar->undoBar()->undo();
        QTRY_COMPARE(shown(), before);
        QTRY_COMPARE(namesOnDisk().size(), 3);
    }

    void whatWasDeletedIsErasedWhenTheBarGoes()
    {
        const auto isOnDisk = [this](const QString& words) {
            return !tests::filesWith(words, m_folder->path()).isEmpty();
        };
        QTRY_VERIFY(isOnDisk("Flour, water"));
        select("A recipe for bread");
        QTest::keyClick(m_sidebar->list(), Qt::Key_Delete);
        QTRY_COMPARE(namesOnDisk().size(), 2);
        QVERIFY(isOnDisk("Flour, water")); // it can still be undone

        select("Sailing to Skagen");
        QTest::keyClick(m_sidebar->list(), Qt::Key_Delete);
        QTRY_VERIFY(!isOnDisk("Flour, water"));
        QVERIFY(isOnDisk("wind was kind"));

        m_sidebar->undoBar()->findChild<QTimer*>({}, Qt::FindDirectChildrenOnly)->start(0);
        QTRY_VERIFY(!isOnDisk("wind was kind"));
        QVERIFY(!m_sidebar->undoBar()->isVisible());
        QVERIFY(isOnDisk("Fourteen of them"));
    }

    void aPinnedOneGoesToTheTop()
    {
        select("Sailing to Skagen");

        QTest::keyClick(m_sidebar->list(), Qt::Key_P, Qt::ControlModifier);

        QCOMPARE(shown()[0], "Sailing to Skagen");
        QTRY_COMPARE(namesOnDisk()[0], "Sailing to Skagen");
    }

    void theMenuSaysWhatItWillDo()
    {
        select("Lighthouses of Europe");
        QCOMPARE(menuTexts(),
            (QStringList{"Rename", "Pin\tCtrl+P", "Move to folder", "Duplicate\tCtrl+D",
                "", "Export…\tCtrl+E", "Save as PDF…", "Share as HTML file…",
                "Print…\tCtrl+Shift+P", "", "Delete"}));

        QTest::keyClick(m_sidebar->list(), Qt::Key_P, Qt::ControlModifier);

        QCOMPARE(menuTexts(),
            (QStringList{"Rename", "Unpin\tCtrl+P", "Move to folder", "Duplicate\tCtrl+D",
                "", "Export…\tCtrl+E", "Save as PDF…", "Share as HTML file…",
                "Print…\tCtrl+Shift+P", "", "Delete"}));
    }

    void aTemporaryOneCanBeKeptOrDeletedOnly()
    {
        m_list->newTemporary()->appendUserMessage({"Off the record"});
        select("Off the record");

        QCOMPARE(menuTexts(),
            (QStringList{
                "Rename", "Save chat", "Duplicate\tCtrl+D", "", "Export…\tCtrl+E", "Save as PDF…",
                "Share as HTML file…", "Print…\tCtrl+Shift+P", "", "Delete"}));
        chooseInMenu("Save chat");

        QTRY_COMPARE(namesOnDisk().size(), 4);
        QVERIFY(menuTexts().contains("Pin\tCtrl+P"));
    }

    void aFolderIsMadeNamedFilledAndRemoved()
    {
        m_sidebar->newFolder();
        auto* editor = m_sidebar->list()->findChild<QLineEdit*>();
        QVERIFY(editor);
        editor->selectAll();
        QTest::keyClicks(editor, "Food");
        QTest::keyClick(editor, Qt::Key_Return);
        QTRY_COMPARE(m_list->folders().names(), (QStringList{"Food"}));
        m_list->conversation(1)->setFolder("Food");
        QCOMPARE(shown()[0], "A recipe for bread");

        select("Food");
        QTest::keyClick(m_sidebar->list(), Qt::Key_Left);
        QTRY_VERIFY(!shown().contains("A recipe for bread"));
        QTest::keyClick(m_sidebar->list(), Qt::Key_Space);
        QTRY_VERIFY(shown().contains("A recipe for bread"));
        QTest::keyClick(m_sidebar->list(), Qt::Key_Delete);

        QVERIFY(m_list->folders().names().isEmpty());
        QTRY_COMPARE(shown()[1], "A recipe for bread"); // where it was
        m_sidebar->undoBar()->undo();
        QCOMPARE(m_list->folders().names(), (QStringList{"Food"}));
        QTRY_COMPARE(shown()[0], "A recipe for bread");
    }

    void aFolderMadeInTheMenuOfAConversationIsNamedAndStaysOpen()
    {
        select("A recipe for bread");
        auto* menu = m_sidebar->list()->findChild<ui::ConversationMenu*>();
        QVERIFY(menu);
        const QString name = m_list->folders().add({}); // what its entry does
        m_list->conversation(1)->setFolder(name);
        emit menu->folderAdded(name);
        QTest::qWait(0); // the model tells of its changes in a turn of their own

        auto* editor = m_sidebar->list()->findChild<QLineEdit*>();
        QVERIFY(editor);
        QCOMPARE(editor->selectedText(), "New folder");
        QTest::keyClicks(editor, "Stories");
        QTest::keyClick(editor, Qt::Key_Return);

        QTRY_COMPARE(m_list->folders().names(), (QStringList{"Stories"}));
        QVERIFY(!m_list->folders().all()[0].isCollapsed);
        QVERIFY(shown().contains("A recipe for bread"));
    }

    void aMenuThatIsLeftLeavesTheMarkWhereItWas()
    {
        m_sidebar->setCurrent(m_list->conversation(0));
        const QModelIndex other
            = m_sidebar->list()->model()->index(m_sidebar->list()->currentIndex().row() + 1, 0);
        const QPoint place = m_sidebar->list()->visualRect(other).center();

        emit m_sidebar->list()->customContextMenuRequested(place);
        QTRY_VERIFY(QApplication::activePopupWidget());
        QCOMPARE(m_sidebar->list()->currentIndex(), other);
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Escape);

        QTRY_COMPARE(
            services::conversationAt(m_sidebar->list()->currentIndex()), m_list->conversation(0));
    }

    void aCopyIsShown()
    {
        QSignalSpy chosen(m_sidebar.get(), &ui::Sidebar::conversationChosen);
        select("A recipe for bread");

        QTest::keyClick(m_sidebar->list(), Qt::Key_D, Qt::ControlModifier);

        QTRY_COMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0][0].value<Conversation*>()->title(), "A recipe for bread (copy)");
        QTRY_COMPARE(shown()[0], "A recipe for bread (copy)");
        QTRY_COMPARE(namesOnDisk().size(), 4);
    }

    void keysActOnWhatIsShownUnlessTheListHasTheFocus()
    {
        QSignalSpy exported(m_sidebar.get(), &ui::Sidebar::exportRequested);
        select("A recipe for bread");
        m_shown = m_list->conversation(0);
        QVERIFY(m_shown->title() != "A recipe for bread");

        m_sidebar->searchField()->setFocus();
        QTest::keyClick(m_sidebar->searchField(), Qt::Key_E, Qt::ControlModifier);
        m_sidebar->list()->setFocus();
        QTest::keyClick(m_sidebar->list(), Qt::Key_E, Qt::ControlModifier);

        QCOMPARE(exported.count(), 2);
        QCOMPARE(exported[0][0].value<Conversation*>(), m_shown);
        QCOMPARE(exported[1][0].value<Conversation*>()->title(), "A recipe for bread");
    }

    void theNeighborsAreChosen()
    {
        QSignalSpy chosen(m_sidebar.get(), &ui::Sidebar::conversationChosen);
        m_sidebar->setCurrent(m_list->conversation(0));

        m_sidebar->showNext();
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0][0].value<Conversation*>(), m_list->conversation(1));
        m_sidebar->showPrevious(); // there is none above the first
        QCOMPARE(chosen.count(), 1);
    }

    void aFilterIsChosenWhileSearching()
    {
        QTest::keyClicks(m_sidebar->searchField(), "bread");
        QTRY_COMPARE(shown().size(), 1);
        auto* answers = chip("Answers");
        QVERIFY(answers && answers->isVisible());

        QTest::mouseClick(answers, Qt::LeftButton);
        QTRY_VERIFY(nothingFound()->isVisible());
        QTest::mouseClick(chip("Mine"), Qt::LeftButton);
        QTRY_COMPARE(shown().size(), 1);
        QCOMPARE(excerpt(0), u"A recipe for \u0002bread\u0003"_qs);
        m_sidebar->searchField()->clear();
        QVERIFY(!answers->isVisible());
        QVERIFY(chip("All")->isChecked());
    }

    void aHitTellsTheWords()
    {
        QSignalSpy chosen(m_sidebar.get(), &ui::Sidebar::conversationChosen);
        QTest::keyClicks(m_sidebar->searchField(), "salt  flour");
        QTRY_COMPARE(shown().size(), 1);
        QTest::keyClick(m_sidebar->searchField(), Qt::Key_Return);

        QCOMPARE(chosen[0][2].toStringList(), (QStringList{"salt", "flour"}));
    }

    void whatIsDeletedWhileItIsFoundVanishes()
    {
        QTest::keyClicks(m_sidebar->searchField(), "lighthouse");
        QTRY_COMPARE(shown().size(), 2);
        QTest::keyClick(m_sidebar->searchField(), Qt::Key_Down);

        QTest::keyClick(m_sidebar->list(), Qt::Key_Delete);

        QCOMPARE(shown(), (QStringList{"Sailing to Skagen"}));
    }

    // Saves images for people to look at if the environment names a folder.
    void itLooksWellInBothSchemes()
    {
        const QString folder = qEnvironmentVariable("VIGNETTE_SCREENSHOTS");
        m_list->conversation(2)->setPinned(true);
        const services::OpenReply open = m_list->conversation(1)->appendReply();
        m_list->newTemporary()->appendUserMessage({"Off the record"});
        add("Sourdough", "Patience.");
        m_list->conversation(0)->setPinned(false);
        m_list->find(m_list->conversation(1)->id())->setFolder(m_list->folders().add("Baking"));
        m_list->folders().add("Travel");
        m_list->folders().setCollapsed("Travel", true);
        addOld("Stars over the sea", QDate::currentDate().addDays(-1));
        addOld("What to plant in March", QDate(2025, 3, 2));
        const QString longName = "A name that is much longer than the list is wide";
        add(longName, "More");
        for (const auto scheme : {ui::Scheme::Light, ui::Scheme::Dark}) {
            m_theme.setScheme(scheme);
            QCoreApplication::processEvents();
            const QString ending = scheme == ui::Scheme::Light ? "light.png" : "dark.png";
            m_list->conversation(1)->rename(longName);
            select(longName);
            const QImage picture = m_sidebar->grab().toImage();
            QCOMPARE(picture.pixelColor(2, 2), ui::colors(scheme).sidebar);
            if (folder.isEmpty())
                continue;
            picture.save(folder + "/sidebar-" + ending);
            QTest::keyClick(m_sidebar->list(), Qt::Key_F2);
            m_sidebar->grab().save(folder + "/sidebar-rename-" + ending);
            QTest::keyClick(m_sidebar->list()->findChild<QLineEdit*>(), Qt::Key_Escape);
            QTest::keyClick(m_sidebar->list(), Qt::Key_Delete);
            m_sidebar->grab().save(folder + "/sidebar-undo-" + ending);
            m_sidebar->undoBar()->undo();
            m_sidebar->searchField()->setText("lighthouse");
            QTRY_COMPARE(shown().size(), 2);
            m_sidebar->grab().save(folder + "/sidebar-search-" + ending);
            m_sidebar->searchField()->setText("zebra");
            QTRY_VERIFY(nothingFound()->isVisible());
            m_sidebar->grab().save(folder + "/sidebar-nothing-" + ending);
            m_sidebar->searchField()->clear();
        }
    }

private:
    void add(const QString& title, const QString& answer)
    {
        Conversation* conversation = m_list->newConversation();
        conversation->appendUserMessage({title});
        services::OpenReply reply = conversation->appendReply();
        reply.append(answer);
        reply.finish();
        const qint64 begun = QDateTime::currentMSecsSinceEpoch();
        while (QDateTime::currentMSecsSinceEpoch()
            == begun) // the newest first: none in one millisecond
            QCoreApplication::processEvents();
    }

    void addOld(const QString& title, const QDate& changed)
    {
        services::Message message;
        message.id = 0;
        message.text = title;
        services::ConversationRecord record;
        record.changed = changed.startOfDay().toMSecsSinceEpoch();
        m_list->add(record, {message});
    }

    QStringList shown() const
    {
        QStringList names;
        const QAbstractItemModel* model = m_sidebar->list()->model();
        for (int row = 0; row < model->rowCount(); ++row)
            if (!model->index(row, 0).data(ui::SectionModel::IsSectionRole).toBool())
                names << model->index(row, 0).data().toString();
        return names;
    }

    QString excerpt(int row) const
    {
        return m_sidebar->list()
            ->model()
            ->index(row, 0)
            .data(ConversationSearch::ExcerptRole)
            .toString();
    }

    void select(const QString& name)
    {
        const QAbstractItemModel* model = m_sidebar->list()->model();
        const QModelIndexList found = model->match(
            model->index(0, 0), Qt::DisplayRole, name, 1, Qt::MatchExactly | Qt::MatchWrap);
        QCOMPARE(found.size(), 1);
        m_sidebar->list()->setFocus();
        m_sidebar->list()->setCurrentIndex(found[0]);
    }

    QStringList namesOnDisk()
    {
        QStringList names;
        bool read = false;
        m_store->loadConversations(this, [&](const QList<services::ConversationRecord>& records) {
            for (const auto& record : records)
                names << record.title;
            read = true;
        });
        if (!QTest::qWaitFor([&] { return read; }))
            qWarning("the store was not read");
        return names + QStringList(names.size() < 2 ? 2 - names.size() : 0);
    }

    QMenu* openMenu()
    {
        QListView* list = m_sidebar->list();
        const QPoint place = list->visualRect(list->currentIndex()).center();
        QContextMenuEvent event(
            QContextMenuEvent::Keyboard, place, list->viewport()->mapToGlobal(place));
        QCoreApplication::sendEvent(list->viewport(), &event);
        return qobject_cast<QMenu*>(QApplication::activePopupWidget());
    }

    QStringList menuTexts()
    {
        QMenu* menu = openMenu();
        if (!menu)
            return {};
        QStringList texts;
        for (const QAction* action : menu->actions())
            texts << action->text();
        menu->close();
        return texts;
    }

    void chooseInMenu(const QString& text)
    {
        for (QAction* action : m_sidebar->list()->actions())
            if (action->text() == text)
                action->trigger();
    }

    QAbstractButton* chip(const QString& name) const
    {
        for (QAbstractButton* each : m_sidebar->findChildren<QAbstractButton*>())
            if (each->accessibleName() == name)
                return each;
        return nullptr;
    }

    QLabel* nothingFound() const
    {
        for (ui::TextLabel* label : m_sidebar->findChildren<ui::TextLabel*>())
            if (label->role() == ui::TextRole::Muted)
                return label;
        return nullptr;
    }

    ui::Theme m_theme;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ConversationStore> m_store;
    std::unique_ptr<ConversationList> m_list;
    std::unique_ptr<services::Settings> m_settings;
    std::unique_ptr<ui::CommandList> m_commands;
    Conversation* m_shown = nullptr; // by the window
    std::unique_ptr<ui::Sidebar> m_sidebar;
};

TESTS(SidebarTest, QApplication);
#include "sidebar_test.moc"

#include "app/program.h"
#include "tests/support/file_search.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/sidebar/sidebar.h"
#include "ui/widgets/undo_bar.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QListView>
#include <QTemporaryDir>
#include <QTest>

using services::Conversation;
using services::Message;
using tests::patience;

/// The whole program on a home of its own: what it has written of a conversation that was deleted.
class ErasedHomeTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        for (const char* name :
            {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"})
            qunsetenv(name);
        qputenv("HOME", QFile::encodeName(m_home.path()));
        qputenv("XDG_RUNTIME_DIR", QFile::encodeName(m_home.path()));
    }

    void aDeletedWordIsNowhereInTheHomeWhileTheProgramRuns()
    {
        app::Program program{app::CommandLine()};
        program.start();
        ui::MainWindow& window = *theWindow();
        tests::drop(window, {tests::resource("samples/one-1.png")});
        ask(window, "Which quokkaxylophon is in it?");
        window.conversation()->rename("A wombattrumpet");
        window.promptBox()->edit()->setPlainText("and a numbatclarinet");
        window.newChat();
        ask(window, "What does the armadilloviolin do?");
        for (const QString& word : m_words + QStringList{"armadilloviolin"})
            QTRY_VERIFY2(isInHome(word), qPrintable(word));

        remove(window, "A wombattrumpet");
        for (const QString& word : m_words)
            QVERIFY2(isInHome(word), qPrintable(word)); // it can still be undone
        window.sidebar()->undoBar()->withdraw();

        for (const QString& word : m_words)
            QTRY_VERIFY2(!isInHome(word), qPrintable(word));
        QVERIFY(isInHome("armadilloviolin"));
        program.save();
        for (const QString& word : m_words)
            QVERIFY2(!isInHome(word), qPrintable(word));
    }

private:
    static ui::MainWindow* theWindow()
    {
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (auto* window = qobject_cast<ui::MainWindow*>(widget))
                return window;
        qFatal("the program has no window");
    }

    static void ask(ui::MainWindow& window, const QString& question)
    {
        const Conversation& conversation = *window.conversation();
        QTest::keyClicks(window.promptBox()->edit(), question);
        QTest::keyClick(window.promptBox()->edit(), Qt::Key_Return);
        QTRY_COMPARE(conversation.rowCount(), 2);
        QTRY_COMPARE_WITH_TIMEOUT(
            tests::lastMessage(conversation).state, Message::State::Complete, patience);
    }

    static void remove(ui::MainWindow& window, const QString& title)
    {
        QListView* list = window.sidebar()->list();
        const QAbstractItemModel* model = list->model();
        const QModelIndexList found
            = model->match(model->index(0, 0), Qt::DisplayRole, title, 1, Qt::MatchExactly);
        QCOMPARE(found.size(), 1);
        list->setFocus();
        list->setCurrentIndex(found[0]);
        QTest::keyClick(list, Qt::Key_Delete);
    }

    bool isInHome(const QString& word) const
    {
        return !tests::filesWith(word, m_home.path()).isEmpty();
    }

    const QStringList m_words{"quokkaxylophon", "wombattrumpet", "numbatclarinet"};
    QTemporaryDir m_home;
};

TESTS(ErasedHomeTest, QApplication);
#include "erased_home_test.moc"

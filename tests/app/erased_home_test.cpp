#include "app/program.h"
#include "tests/app/whole_program.h"
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

/// The whole program on a home of its own: what it has written of a conversation that was deleted.
class ErasedHomeTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { tests::liveIn(m_home.path()); }

    void aDeletedWordIsNowhereInTheHomeWhileTheProgramRuns()
    {
        app::Program program{app::CommandLine()};
        program.start();
        ui::MainWindow& window = tests::theWindow();
        tests::drop(window, {tests::resource("samples/one-1.png")});
        tests::ask(window, "Which quokkaxylophon is in it?");
        window.conversation()->rename("A wombattrumpet");
        window.promptBox()->edit()->setPlainText("and a numbatclarinet");
        window.newChat();
        tests::ask(window, "What does the armadilloviolin do?");
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

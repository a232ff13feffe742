#include "services/system/paths.h"
#include "services/system/session.h"
#include "tests/app/whole_program.h"
#include "tests/support/test_program.h"
#include "ui/window/pages.h"

#include <QTemporaryDir>

using services::Session;
using tests::patience;
using tests::theWindow;

/// The whole program on a home of its own, which a kill leaves as it is just then.
class KilledProgramTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { tests::liveIn(m_home.path()); }

    // It is never told to save.
    void theNextStartIsWhereTheUserWas()
    {
        QString open;
        {
            app::Program program{app::CommandLine()};
            program.start();
            tests::ask(theWindow(), "Hello");
            open = theWindow().conversation()->id();
            QTRY_COMPARE(session().conversation, open);
            theWindow().newChat();
            tests::ask(theWindow(), "Another one");
            open = theWindow().conversation()->id();
            QTRY_COMPARE(session().conversation, open);
            theWindow().showPage(ui::page_id::settings);
            QTRY_COMPARE(session().page, QString(ui::page_id::settings));
        }

        app::Program next{app::CommandLine()};
        next.start();

        QTRY_COMPARE_WITH_TIMEOUT(theWindow().conversation()->id(), open, patience);
        QCOMPARE(theWindow().currentPage(), QString(ui::page_id::settings));
    }

private:
    static Session session() { return services::readSession(services::paths::stateFolder()); }

    QTemporaryDir m_home;
};

TESTS(KilledProgramTest, QApplication);
#include "killed_program_test.moc"

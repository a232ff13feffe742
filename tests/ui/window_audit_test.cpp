#include "tests/support/test_program.h"
#include "tests/ui/test_services.h"
#include "tests/ui/window_audit.h"
#include "tests/ui/window_support.h"
#include "ui/catalog/get_models.h"
#include "ui/catalog/model_pages.h"
#include "ui/models/model_header.h"
#include "ui/window/main_window.h"
#include "ui/window/pages.h"

#include <QAction>
#include <QApplication>
#include <QGuiApplication>
#include <QTest>

/// Every page of the window, in both schemes and directions, large and small: everything has a
/// name, is reached by Tab, is large enough to hit, and no text is cut.
class WindowAuditTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_window = std::make_unique<ui::MainWindow>(m_services, m_services.theme());
    }

    void cleanup()
    {
        QGuiApplication::setLayoutDirection(Qt::LeftToRight);
        m_services.theme().setScheme(ui::Scheme::Light);
    }

    void nothingIsWrongWith_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<QString>("part");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<ui::Scheme>("scheme");
        QTest::addColumn<Qt::LayoutDirection>("direction");
        QList<std::pair<QString, QString>> shown{{ui::page_id::models, ui::ModelPages::toGet}};
        for (const ui::PageRow& row : ui::pages())
            shown.emplaceBack(
                row.id, row.id == ui::page_id::models ? ui::ModelPages::here : QString());
        for (const auto& [page, part] : shown)
            for (const QSize& size : {QSize(640, 480), QSize(1120, 780), QSize(1920, 1080)}) {
                const auto row = [&](const char* name) -> QTestData& {
                    return QTest::addRow("%s %s, %d wide, %s", qPrintable(page), qPrintable(part),
                        size.width(), name);
                };
                row("light") << page << part << size << ui::Scheme::Light << Qt::LeftToRight;
                row("dark") << page << part << size << ui::Scheme::Dark << Qt::LeftToRight;
                row("right to left")
                    << page << part << size << ui::Scheme::Light << Qt::RightToLeft;
            }
    }

    void nothingIsWrongWith()
    {
        QFETCH(QString, page);
        QFETCH(QString, part);
        QFETCH(QSize, size);
        QFETCH(ui::Scheme, scheme);
        QFETCH(Qt::LayoutDirection, direction);
        QGuiApplication::setLayoutDirection(direction);
        m_services.theme().setScheme(scheme);
        m_window->resize(size);
        if (part.isEmpty())
            m_window->showPage(page);
        else
            m_window->showPart(page, part);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        if (part == ui::ModelPages::toGet) { // the catalog is read in the background
            const auto* models
                = static_cast<ui::ModelPages*>(m_window->page(ui::page_id::models))->getModels();
            QTRY_VERIFY_WITH_TIMEOUT(!models->cards().isEmpty(), tests::patience);
        }
        QCoreApplication::processEvents();
        tests::keepPicture(*m_window, QString(QTest::currentDataTag()) + ".png");

        QCOMPARE(tests::namelessControls(*m_window), QStringList());
        QCOMPARE(tests::walkByTab(*m_window).missed, QStringList());
        QCOMPARE(tests::smallTargets(*m_window), QStringList());
        QCOMPARE(tests::clippedTexts(*m_window), QStringList());
    }

    void everyCommandHasANameAndNoTwoHaveTheSameKeys()
    {
        QHash<QKeySequence, QString> holders;
        for (const ui::CommandList::Command& command : m_window->commands().commands()) {
            QVERIFY2(!command.action->text().isEmpty(), qPrintable(command.id));
            QVERIFY2(!command.group.isEmpty(), qPrintable(command.id));
            for (const QKeySequence& keys : command.action->shortcuts()) {
                QVERIFY2(!holders.contains(keys),
                    qPrintable(
                        command.id + " and " + holders.value(keys) + ": " + keys.toString()));
                holders[keys] = command.id;
            }
        }
        QVERIFY(holders.size() > 15);
    }

    void aToolTipNamesTheKeysThatACommandHasNow()
    {
        ui::CommandList& commands = m_window->commands();
        int buttons = 0;
        for (const QWidget* widget : m_window->findChildren<QWidget*>()) {
            const QString id = widget->property("command").toString();
            if (id.isEmpty())
                continue;
            ++buttons;
            QVERIFY2(commands.find(id), qPrintable(id));
            commands.setKeys(id, {QKeySequence("Ctrl+Alt+F7")});
            QVERIFY2(widget->toolTip().endsWith(" (Ctrl+Alt+F7)"), qPrintable(widget->toolTip()));
            commands.setKeys(id, {});
            QVERIFY2(!widget->toolTip().contains('('), qPrintable(widget->toolTip()));
            commands.resetKeys(id);
        }
        QVERIFY(buttons >= 10); // a new one is welcome, a lost one is not
    }

    void aToolTipThatChangesStillNamesTheKeys()
    {
        auto* button = m_window->findChild<ui::ModelButton*>();
        const QString keys = m_window->commands().find("chat.model")->shortcut().toString();
        QVERIFY(!keys.isEmpty());

        button->setName("Another");

        QVERIFY2(button->toolTip().startsWith("Another"), qPrintable(button->toolTip()));
        QVERIFY2(button->toolTip().endsWith(" (" + keys + ")"), qPrintable(button->toolTip()));
    }

private:
    tests::TestServices m_services;
    std::unique_ptr<ui::MainWindow> m_window;
};

TESTS(WindowAuditTest, QApplication);
#include "window_audit_test.moc"

#include "app/tray_icon.h"
#include "tests/support/test_program.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>

/// What the icon in the tray says of downloads.
class TrayIconTest : public QObject {
    Q_OBJECT

    static QStringList entriesOf(const app::TrayIcon& tray)
    {
        QStringList entries;
        for (const QAction* action : tray.menu()->actions())
            if (action->isVisible() && !action->isSeparator())
                entries << action->text();
        return entries;
    }

    static QAction* entry(const app::TrayIcon& tray, const QString& text)
    {
        for (QAction* action : tray.menu()->actions())
            if (action->text() == text)
                return action;
        return nullptr;
    }

private slots:
    void withoutDownloadsThereIsNoWordOfThem()
    {
        app::TrayIcon tray;
        QVERIFY(!tray.menu());
        tray.setWanted(true);

        QCOMPARE(entriesOf(tray),
            (QStringList{"Show Vignette", "New chat", "Ask about the screen", "Quit"}));
        QVERIFY(!tray.toolTip().contains('\n'));
    }

    void aDownloadIsInTheMenuAndInTheToolTip()
    {
        app::TrayIcon tray;
        tray.setDownloads({"Tiny: 1 MB of 2 MB"}, /*arePaused=*/false); // before there is an icon
        tray.setWanted(true);
        tray.setDownloads({"Tiny: 1.5 MB of 2 MB", "Q & A: waits"}, false);

        QCOMPARE(entriesOf(tray),
            (QStringList{"Show Vignette", "New chat", "Ask about the screen",
                "Tiny: 1.5 MB of 2 MB", "Q && A: waits", "Pause downloads", "Quit"}));
        QVERIFY2(tray.toolTip().contains("1.5 MB of 2 MB"), qPrintable(tray.toolTip()));
        QSignalSpy shown(&tray, &app::TrayIcon::downloadsRequested);
        QSignalSpy toggled(&tray, &app::TrayIcon::downloadsToggled);
        entry(tray, "Q && A: waits")->trigger();
        entry(tray, "Pause downloads")->trigger();
        QCOMPARE(shown.count(), 1);
        QCOMPARE(toggled.count(), 1);

        tray.setDownloads({"Tiny: paused"}, /*arePaused=*/true);
        QVERIFY(entry(tray, "Resume downloads"));
        tray.setDownloads({}, true);
        QCOMPARE(entriesOf(tray),
            (QStringList{"Show Vignette", "New chat", "Ask about the screen", "Quit"}));
    }

    void hostileWordsOpenNothing()
    {
        app::TrayIcon tray;
        tray.setWanted(true);
        tray.setDownloads({"<img src=\"/dev/zero\">: 1 MB"}, false);

        QVERIFY(tray.toolTip().contains("/dev/zero"));
        QVERIFY2(!Qt::mightBeRichText(tray.toolTip()) || !tray.toolTip().contains("<img"),
            qPrintable(tray.toolTip()));
    }
};

TESTS(TrayIconTest, QApplication);
#include "tray_icon_test.moc"

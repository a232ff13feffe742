#include "tests/support/test_program.h"
#include "ui/widgets/path_text.h"

#include <QApplication>
#include <QDir>
#include <QTest>

/// How paths and names of files are shown.
class PathTextTest : public QObject {
    Q_OBJECT

private slots:
    void theHomeFolderIsShort()
    {
        const QString home = QDir::homePath();
        QCOMPARE(ui::shownPath(home), "~");
        QCOMPARE(ui::shownPath(home + "/.local/share"), "~/.local/share");
        QCOMPARE(ui::shownPath(home + "-of-others/x"), home + "-of-others/x");
        QCOMPARE(ui::shownPath("/usr/share"), "/usr/share");
    }

    void namesBreakBetweenTheirWords()
    {
        const QString name = "IMG_2026-11-29_harbor.final.png";
        const QString breakable = ui::breakableName(name);
        QCOMPARE(QString(breakable).remove(QChar(0x200B)), name);
        const QStringList parts{"IMG_", "2026-", "11-", "29_", "harbor.final", ".png"};
        QCOMPARE(breakable.split(QChar(0x200B)), parts);
        QCOMPARE(ui::breakableName(".hidden"), ".hidden");
        QCOMPARE(ui::breakableName("plain"), "plain");
    }
};

TESTS(PathTextTest, QApplication);
#include "path_text_test.moc"

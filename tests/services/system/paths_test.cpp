#include "services/system/paths.h"
#include "tests/support/test_program.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

namespace paths = services::paths;

// What the program keeps is in folders of the user's own.
class PathsTest : public QObject {
    Q_OBJECT

private slots:
    void itsFoldersAreForThisUserOnly()
    {
        const QTemporaryDir home;
        for (const char* place :
            {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"})
            qputenv(place, home.filePath(place).toUtf8());

        for (const QString& folder : {QFileInfo(paths::settingsFile()).path(), paths::dataFolder(),
                 paths::contextFolder(), paths::modelFolder(), paths::stateFolder(),
                 paths::logFolder(), paths::cacheFolder()}) {
            QVERIFY2(folder.startsWith(home.path()), qPrintable(folder));
            const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup
                | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
            QCOMPARE(QFile::permissions(folder) & others, QFile::Permissions());
            QVERIFY(QFileInfo(folder).isWritable());
        }
    }
};

TESTS(PathsTest, QCoreApplication);
#include "paths_test.moc"

#include "services/system/paths.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace {

void write(const QString& path, QFile::Permissions permissions)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QVERIFY(file.setPermissions(permissions));
}

constexpr QFile::Permissions ofOthers = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup
    | QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;

bool isPrivate(const QString& path)
{
    return !(QFile::permissions(path) & ofOthers);
}

} // namespace

// What is the user's alone can be read by the user alone.
class PrivateFilesTest : public QObject {
    Q_OBJECT

private slots:
    void filesOfEarlierVersionsAreMended()
    {
        const QTemporaryDir home;
        const QDir folder(home.filePath("vignette"));
        QVERIFY(folder.mkpath("contexts"));
        const auto readable
            = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup | QFile::ReadOther;
        write(folder.filePath("conversations.sqlite"), readable);
        write(folder.filePath("contexts/one.cache"), readable);
        write(home.filePath("elsewhere"), readable);
        QVERIFY(QFile::link(home.filePath("elsewhere"), folder.filePath("link")));

        services::makePrivate({folder.path(), home.filePath("is not there")});

        for (const char* name : {"", "contexts", "conversations.sqlite", "contexts/one.cache"})
            QVERIFY2(isPrivate(folder.filePath(name)), name);
        QVERIFY(!isPrivate(home.filePath("elsewhere"))); // links are not followed
        QVERIFY(QFile(folder.filePath("contexts/one.cache")).open(QIODevice::ReadWrite));
    }

    void newFilesArePrivate()
    {
        const QTemporaryDir home;
        services::keepNewFilesPrivate();

        QFile file(home.filePath("new"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(QDir(home.path()).mkdir("folder"));

        QVERIFY(isPrivate(home.filePath("new")) && isPrivate(home.filePath("folder")));
    }
};

TESTS(PrivateFilesTest, QCoreApplication);
#include "private_files_test.moc"

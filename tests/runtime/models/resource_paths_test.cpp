#include "runtime/models/model_files.h"
#include "tests/support/program.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

namespace fs = std::filesystem;

class ResourcePathsTest : public QObject {
    Q_OBJECT

private slots:
    void theBuiltInModelAndItsVisionPartAreFound()
    {
        const fs::path model = runtime::starterModel();

        QVERIFY(fs::is_regular_file(model));
        QVERIFY(fs::is_regular_file(model.parent_path() / ("mmproj-" + model.filename().string())));
        QVERIFY(fs::is_directory(runtime::resourceFolder() / "samples"));
    }

    void aFolderThatIsNamedIsTaken()
    {
        QCOMPARE(runtime::resourceFolder("/somewhere"), fs::path("/somewhere"));
        QVERIFY(fs::is_directory(runtime::resourceFolder("") / "starter"));
    }

    // A program is started, which reads the environment.
    void theEnvironmentMayNameIt()
    {
        const QTemporaryDir folder;
        qputenv("VIGNETTE_RESOURCES", folder.path().toUtf8());
        const auto elsewhere = tests::runCli({"chat", "Hello"});
        qunsetenv("VIGNETTE_RESOURCES");

        QCOMPARE(elsewhere.exitCode, 1);
        QVERIFY2(elsewhere.errors.contains(folder.path().toUtf8()), elsewhere.errors.constData());
    }
};

TESTS(ResourcePathsTest, QCoreApplication);
#include "resource_paths_test.moc"

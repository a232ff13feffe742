#include "services/models/resource_paths.h"

#include <QTemporaryDir>
#include <QTest>

namespace fs = std::filesystem;

class ResourcePathsTest : public QObject {
    Q_OBJECT

private slots:
    void cleanup() { qunsetenv("VIGNETTE_RESOURCES"); }

    void theBuiltInModelAndItsVisionPartAreFound()
    {
        const fs::path model = services::starterModel();

        QVERIFY(fs::is_regular_file(model));
        QVERIFY(fs::is_regular_file(model.parent_path() / ("mmproj-" + model.filename().string())));
        QVERIFY(fs::is_directory(services::resourceFolder() / "samples"));
    }

    void aFolderNamedInTheEnvironmentIsTaken()
    {
        const QTemporaryDir folder;
        qputenv("VIGNETTE_RESOURCES", folder.path().toUtf8());

        QCOMPARE(services::resourceFolder(), fs::path(folder.path().toStdString()));
        QVERIFY(services::starterModel().string().starts_with(folder.path().toStdString()));
    }

    void anEmptyNameInTheEnvironmentIsNone()
    {
        qputenv("VIGNETTE_RESOURCES", "");

        QVERIFY(fs::is_directory(services::resourceFolder() / "starter"));
    }
};

QTEST_GUILESS_MAIN(ResourcePathsTest)
#include "resource_paths_test.moc"

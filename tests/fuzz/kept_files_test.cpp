#include "tests/fuzz/targets.h"
#include "tests/support/fixtures.h"
#include "tests/support/test_program.h"

#include <QtTest>

/// Every file that a search by `./dev fuzz` began with or stumbled over goes through its reader
/// again: a crash ends the program, a reader that hangs meets the test's time.
class KeptFilesTest : public QObject {
    Q_OBJECT

private slots:
    void everyTargetHasFiles()
    {
        for (const fuzz::Target& target : fuzz::targets())
            QVERIFY2(!tests::entriesOf(folderOf(target)).empty(), target.name.data());
    }

    void everyFolderBelongsToATarget()
    {
        for (const auto& folder : tests::entriesOf(tests::dataFolder() / "fuzz"))
            if (std::filesystem::is_directory(folder))
                QVERIFY2(fuzz::findTarget(folder.filename().string()), folder.c_str());
    }

    void everyFileIsReadOrRefused_data()
    {
        QTest::addColumn<QString>("path");
        for (const fuzz::Target& target : fuzz::targets())
            for (const auto& path : tests::entriesOf(folderOf(target)))
                QTest::addRow("%s/%s", target.name.data(), path.filename().c_str())
                    << QString::fromStdString(path.string());
    }
    void everyFileIsReadOrRefused()
    {
        QFETCH(QString, path);
        const std::filesystem::path file = path.toStdString();
        const std::string bytes = tests::readBytes(file);
        const fuzz::Target* target = fuzz::findTarget(file.parent_path().filename().string());

        QElapsedTimer time;
        time.start();
        target->read(std::as_bytes(std::span(bytes)));

        QVERIFY2(time.elapsed() < 10'000, path.toUtf8()); // milliseconds
    }

private:
    static std::filesystem::path folderOf(const fuzz::Target& target)
    {
        return tests::dataFolder() / "fuzz" / target.name;
    }
};

TESTS(KeptFilesTest);
#include "kept_files_test.moc"

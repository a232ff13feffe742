#include "tests/fuzz/targets.h"
#include "tests/support/fixtures.h"
#include "tests/support/mutations.h"
#include "tests/support/test_program.h"

#include <QTest>

/// Damaged versions of the files that every target keeps go through its reader: it ends without a
/// crash, in time and in little memory. VIGNETTE_MUTATIONS sets how many.
class MutatedFilesTest : public QObject {
    Q_OBJECT

private slots:
    void damagedFilesAreReadOrRejected_data()
    {
        QTest::addColumn<QString>("name");
        for (const fuzz::Target& target : fuzz::targets())
            QTest::newRow(target.name.data()) << QString::fromUtf8(target.name.data());
    }
    void damagedFilesAreReadOrRejected()
    {
        QFETCH(QString, name);
        const fuzz::Target* target = fuzz::findTarget(name.toStdString());
        std::vector<std::string> good;
        for (const auto& path : tests::entriesOf(tests::dataFolder() / "fuzz" / target->name))
            good.push_back(tests::readBytes(path));

        const QString problem
            = tests::tryMutations(good, [&](std::string_view bytes, tests::Mutator&) {
                  target->read(std::as_bytes(std::span(bytes)));
              });

        QVERIFY2(problem.isEmpty(), qPrintable(problem));
    }
};

TESTS(MutatedFilesTest);
#include "mutated_files_test.moc"

#include "kernels/devices/backends.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTemporaryDir>
#include <QTest>

using kernels::DeviceOffer;
using kernels::PluginLibrary;

namespace {

std::filesystem::path plugin(const char* name)
{
    return std::filesystem::path(VIGNETTE_TEST_PLUGINS) / name;
}

QString problemOf(const std::filesystem::path& file)
{
    const PluginLibrary library = kernels::openPlugin({file});
    return library.plugin ? QStringLiteral("it was opened")
                          : QString::fromStdString(library.problem);
}

} // namespace

/// A backend in a library of its own is found or rejected with a message, and never stops the
/// start.
class PluginLibraryTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { qputenv("VIGNETTE_CUDA_PLUGIN", plugin("one_device.so").c_str()); }

    void whatDoesNotExistIsSaidSo()
    {
        QVERIFY(problemOf("/nowhere/libvignette_cuda.so").contains("isn't installed"));
    }

    void whatIsNoLibraryIsSaidSo()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("libvignette_cuda.so"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("not a library");
        file.close();

        const QString problem = problemOf(file.fileName().toStdString());

        QVERIFY2(problem.contains("can't be loaded"), qPrintable(problem));
    }

    void anotherBuildIsRefused()
    {
        const QString problem = problemOf(plugin("other_build.so"));

        QVERIFY2(problem.contains("a different version"), qPrintable(problem));
        QVERIFY2(problem.contains("of long ago"), qPrintable(problem));
    }

    void itsDevicesAreOffered()
    {
        std::vector<DeviceOffer> gpus;
        for (const DeviceOffer& offer : kernels::listDevices())
            if (offer.name.starts_with("cuda"))
                gpus.push_back(offer);

        QCOMPARE(gpus.size(), size_t(2));
        QCOMPARE(gpus[0].name, "cuda:0");
        QCOMPARE(gpus[0].description, "Test GPU");
        QCOMPARE(gpus[0].freeBytes, int64_t(600));
        QVERIFY(gpus[0].problem.empty());
        QCOMPARE(gpus[1].problem, "Old GPU is too old for anything.");
    }

    void aDeviceIsOpenedByItsName()
    {
        QCOMPARE(kernels::openBackend("cuda")->name(), "reference"); // what the test's plugin opens
        QCOMPARE(kernels::openBackend("cuda:0")->name(), "reference");
        for (const char* name : {"cuda:1", "cuda:2", "cuda:x", "cuda:"}) {
            bool isRefused = false;
            try {
                kernels::openBackend(name);
            } catch (const base::Error& error) {
                isRefused = error.kind() == base::ErrorKind::Unsupported;
            }
            QVERIFY2(isRefused, name);
        }
    }
};

TESTS(PluginLibraryTest, QCoreApplication);
#include "plugin_library_test.moc"

#include "kernels/devices/backends.h"
#include "kernels/tensor.h"
#include "tests/support/test_program.h"

#include <QObject>
#include <QTest>

using base::Error;
using base::ErrorKind;
using kernels::DType;
using kernels::Tensor;

namespace {

// The error of opening a device that cannot be opened.
Error refusal(std::string_view device)
{
    try {
        kernels::openBackend(device);
    } catch (const Error& error) {
        return error;
    }
    return Error(ErrorKind::Cancelled, "it was opened");
}

} // namespace

class BackendsTest : public QObject {
    Q_OBJECT

private slots:
    void theCpuAndTheReferenceCanBeOpened()
    {
        for (const auto& offer : kernels::listDevices())
            if (offer.problem.empty())
                QCOMPARE(kernels::openBackend(offer.name)->name(), offer.name);
        QCOMPARE(kernels::openBackend("cpu", 2)->threads(), 2);
    }

    void otherDevicesAreRefusedWithASentence()
    {
        QCOMPARE(int(refusal("cuda:99").kind()), int(ErrorKind::Unsupported));
        QCOMPARE(refusal("tpu").what(),
            "No such device: \"tpu\". Devices are cpu, cuda, cuda:N and reference.");
    }

    void tooMuchMemoryIsAnErrorThatNamesTheSize()
    {
        for (const char* device : {"cpu", "reference"}) {
            const auto backend = kernels::openBackend(device);
            try {
                Tensor tensor(*backend, DType::F32, int64_t(1) << 40, int64_t(1) << 18);
                QFAIL("must not be possible");
            } catch (const Error& error) {
                QCOMPARE(int(error.kind()), int(ErrorKind::OutOfMemory));
                QCOMPARE(error.what(), "Not enough memory for another 1099511627776 MiB.");
            }
        }
    }

    void aTensorIsAlignedAndKeepsWhatIsUploaded()
    {
        const auto backend = kernels::openBackend("cpu", 1);
        const std::vector<float> numbers = {1, 2, 3, 4, 5, 6};
        std::vector<float> back(6);
        Tensor tensor(*backend, DType::F32, 2, 3);

        backend->upload(tensor, numbers.data());
        backend->download(back.data(), tensor);

        QCOMPARE(back, numbers);
        QCOMPARE(reinterpret_cast<uintptr_t>(tensor.view().bytes) % 64, size_t(0));
        QCOMPARE(backend->borrow(tensor).bytes, tensor.view().bytes);
    }

    void aTensorCanBeMoved()
    {
        const auto backend = kernels::openBackend("cpu", 1);
        Tensor first(*backend, DType::F16, 4, 8);
        void* bytes = first.view().bytes;

        Tensor second = std::move(first);
        Tensor third;
        third = std::move(second);

        QCOMPARE(third.view().bytes, bytes);
        QCOMPARE(third.view().rows, 4);
    }
};

TESTS(BackendsTest);
#include "backends_test.moc"

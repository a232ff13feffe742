#include "runtime/models/memory_estimate.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/support/test_program.h"

#include <QTest>

using runtime::deviceRoom;
using runtime::DeviceRoom;
using runtime::LoadOptions;

namespace {

constexpr qint64 systemFree = 5'000'000'000;

LoadOptions on(const char* device, qint64 deviceMemory = 0)
{
    LoadOptions options;
    options.device = device;
    options.deviceMemory = deviceMemory;
    return options;
}

kernels::DeviceOffer firstGpu()
{
    for (const kernels::DeviceOffer& offer : kernels::listDevices())
        if (offer.name == "cuda:0")
            return offer;
    return {};
}

} // namespace

// Tests which memory a model would take, and how much of it is left.
class DeviceRoomTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { tests::useGpuOnHost(); }

    void theProcessorTakesTheSystemsMemory()
    {
        const DeviceRoom room = deviceRoom(on("cpu"), systemFree);

        QCOMPARE(room.free, systemFree);
        QVERIFY(room.card.empty());
        QVERIFY(room.devices.empty());
    }

    void aGpuHasItsOwn()
    {
        for (const char* name : {"cuda:0", "cuda"}) {
            const DeviceRoom room = deviceRoom(on(name), systemFree);

            QVERIFY(room.free > 0);
            QVERIFY(room.free <= firstGpu().totalBytes);
            QCOMPARE(room.freeOnCard, room.free);
            QCOMPARE(room.card, std::string("cuda:0"));
            QCOMPARE(room.devices, firstGpu().description);
        }
    }

    void aGpuGivesNoMoreThanItMay()
    {
        const DeviceRoom room = deviceRoom(on("cuda:0", 1'000'000), systemFree);

        QCOMPARE(room.free, 1'000'000);
        QCOMPARE(room.freeOnCard, 1'000'000);
    }

    void severalGiveTogetherWhatTheyHave()
    {
        const DeviceRoom room = deviceRoom(on("cuda:0,cpu", 1'000'000), systemFree);

        QCOMPARE(room.free, systemFree + 1'000'000);
        QCOMPARE(room.freeOnCard, 1'000'000);
        QVERIFY2(room.devices.find(" + CPU") != std::string::npos, room.devices.c_str());
    }

    void theProcessorStepsInForWhatIsNotThere()
    {
        const DeviceRoom room = deviceRoom(on("cuda:77"), systemFree);

        QCOMPARE(room.free, systemFree);
        QVERIFY(room.devices.empty());
    }
};

TESTS(DeviceRoomTest, QCoreApplication);
#include "device_room_test.moc"

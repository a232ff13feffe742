#pragma once

#include "kernels/cpu/cpu_backend.h"
#include "kernels/devices/backends.h"
#include "kernels/reference/reference_backend.h"
#include "tests/kernels/device_on_host.h"
#include "tests/kernels/matrix.h"

#include <QString>
#include <QTest>

#include <memory>

namespace tests {

using kernels::cpu::InstructionSet;

inline QList<InstructionSet> availableInstructionSets()
{
    QList<InstructionSet> sets;
    for (auto set : {InstructionSet::Scalar, InstructionSet::Avx2, InstructionSet::Avx512})
        if (isAvailable(set))
            sets << set;
    return sets;
}

/// The plain loops everything is compared with.
inline kernels::Ops& reference()
{
    static kernels::reference::ReferenceBackend backend;
    return backend.ops();
}

/// One row of test data per instruction set and card this machine has: columns "set", "threads" and
/// "card", of which the last is empty for the CPU.
inline void addRowForEveryBackend()
{
    QTest::addColumn<int>("set");
    QTest::addColumn<int>("threads");
    QTest::addColumn<QString>("card");
    for (InstructionSet set : availableInstructionSets())
        for (int threads : {1, 3})
            QTest::addRow("%s, %d threads", name(set), threads) << int(set) << threads << QString();
    for (const kernels::DeviceOffer& offer : kernels::listDevices())
        if (offer.name.starts_with("cuda") && offer.problem.empty())
            QTest::addRow("%s", offer.name.c_str())
                << 0 << 0 << QString::fromStdString(offer.name);
}

/// The backend of the current row. It takes matrices of the host, also where it is a card.
inline std::unique_ptr<kernels::Backend> backendUnderTest()
{
    QFETCH(int, set);
    QFETCH(int, threads);
    QFETCH(QString, card);
    if (!card.isEmpty())
        return std::make_unique<DeviceOnHost>(kernels::openBackend(card.toStdString()));
    return std::make_unique<kernels::cpu::CpuBackend>(InstructionSet(set), threads);
}

} // namespace tests

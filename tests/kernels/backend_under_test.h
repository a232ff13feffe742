#pragma once

#include "kernels/cpu/cpu_backend.h"
#include "kernels/reference/reference_backend.h"
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

/// One row of test data per instruction set this machine has: columns "set" and "threads".
inline void addRowForEveryBackend()
{
    QTest::addColumn<int>("set");
    QTest::addColumn<int>("threads");
    for (InstructionSet set : availableInstructionSets())
        for (int threads : {1, 3})
            QTest::addRow("%s, %d threads", name(set), threads) << int(set) << threads;
}

/// The backend of the current row.
inline std::unique_ptr<kernels::Backend> backendUnderTest()
{
    QFETCH(int, set);
    QFETCH(int, threads);
    return std::make_unique<kernels::cpu::CpuBackend>(InstructionSet(set), threads);
}

} // namespace tests

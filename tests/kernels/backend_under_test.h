#pragma once

#include "kernels/cpu/cpu_backend.h"
#include "kernels/devices/backends.h"
#include "kernels/reference/reference_ops.h"
#include "tests/kernels/device_on_host.h"
#include "tests/kernels/gpu_on_host.h"
#include "tests/kernels/matrix.h"

#include <QString>
#include <QTest>

#include <memory>

namespace tests {

using kernels::cpu::InstructionSet;

inline QList<InstructionSet> availableInstructionSets()
{
    QList<InstructionSet> sets;
    for (auto set : {InstructionSet::Scalar, InstructionSet::Avx2, InstructionSet::AvxVnni,
             InstructionSet::Avx512, InstructionSet::Avx512Vnni})
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

/// One row of test data per instruction set and GPU this machine has: columns "set", "threads",
/// "GPU", which is empty for the CPU, and "order", which is that of a GPU on the host.
inline void addRowForEveryBackend()
{
    QTest::addColumn<int>("set");
    QTest::addColumn<int>("threads");
    QTest::addColumn<QString>("gpu");
    QTest::addColumn<int>("order");
    QList<InstructionSet> sets = availableInstructionSets();
    sets.removeAll(InstructionSet::AvxVnni); // exact products are those of AVX2
    sets.removeAll(InstructionSet::Avx512Vnni); // and of AVX-512
    for (InstructionSet set : std::as_const(sets))
        for (int threads : {1, 3})
            QTest::addRow("%s, %d threads", name(set), threads)
                << int(set) << threads << QString() << 0;
    for (const auto& [gpu, order] : gpusUnderTest())
        QTest::addRow("%s, %s", qPrintable(gpu), name(order)) << 0 << 0 << gpu << int(order);
}

/// The backend of the current row, with `threads` instead of the row's where it has any. It takes
/// matrices of the host, also where it is a GPU.
inline std::unique_ptr<kernels::Backend> backendUnderTest(int threads)
{
    QFETCH(int, set);
    QFETCH(QString, gpu);
    QFETCH(int, order);
    if (!gpu.isEmpty()) {
        cuda_on_host::setOrder({cuda_on_host::Order::Kind(order), 7});
        return std::make_unique<DeviceOnHost>(kernels::openBackend(gpu.toStdString()));
    }
    return std::make_unique<kernels::cpu::CpuBackend>(InstructionSet(set), threads);
}

inline std::unique_ptr<kernels::Backend> backendUnderTest()
{
    QFETCH(int, threads);
    return backendUnderTest(threads);
}

/// A matrix in the memory of a device.
inline kernels::Tensor uploaded(kernels::Backend& device, const Matrix& matrix)
{
    const kernels::TensorView view = matrix;
    kernels::Tensor tensor(device, view.dtype, view.rows, view.columns);
    device.upload(tensor, view.bytes);
    return tensor;
}

/// The f32 numbers of a tensor.
inline Matrix downloaded(kernels::Backend& device, const kernels::Tensor& tensor)
{
    Matrix matrix(kernels::DType::F32, tensor.view().rows, tensor.view().columns);
    device.download(matrix.view().bytes, tensor);
    return matrix;
}

/// Rows for a whole test program: one for each instruction set of this machine that multiplies with
/// panels, in the column "set".
inline void addRowForEverySetWithInterleaved()
{
    QTest::addColumn<int>("set");
    for (const InstructionSet set : availableInstructionSets())
        if (set != InstructionSet::Scalar)
            QTest::newRow(name(set)) << int(set);
}

/// The CPU with the set of the current one of those rows.
inline std::unique_ptr<kernels::Backend> fastBackend(
    int threads, kernels::Products products = kernels::Products::Fast)
{
    QFETCH_GLOBAL(int, set);
    return std::make_unique<kernels::cpu::CpuBackend>(InstructionSet(set), threads, products);
}

} // namespace tests

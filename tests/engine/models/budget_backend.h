#pragma once

#include "base/error.h"
#include "engine/models/autosplit.h"
#include "kernels/backend.h"

#include <QString>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <utility>

namespace tests {

/// A device with so much memory and no more. It cannot read files in place.
class BudgetBackend final : public kernels::Backend {
public:
    BudgetBackend(std::unique_ptr<kernels::Backend> device, int64_t limit)
        : m_device(std::move(device))
        , m_limit(limit)
    {
    }

    int64_t most() const { return m_most; } ///< bytes that were in use at once

    std::string name() const override { return m_device->name(); }
    std::string description() const override { return m_device->description(); }
    void* allocate(int64_t bytes) override
    {
        const int64_t whole = (bytes + 63) / 64 * 64;
        if (whole > m_limit - m_used)
            throw base::Error(base::ErrorKind::OutOfMemory, "The device is full.");
        m_used += whole;
        m_most = std::max(m_most, m_used);
        return m_device->allocate(bytes);
    }
    void release(void* memory, int64_t bytes) override
    {
        m_used -= (bytes + 63) / 64 * 64;
        m_device->release(memory, bytes);
    }
    void upload(kernels::TensorView onDevice, const void* onHost) override
    {
        m_device->upload(onDevice, onHost);
    }
    void download(void* onHost, kernels::TensorView onDevice) override
    {
        m_device->download(onHost, onDevice);
    }
    kernels::Ops& ops() override { return m_device->ops(); }
    void synchronize() override { m_device->synchronize(); }

private:
    std::unique_ptr<kernels::Backend> m_device;
    int64_t m_limit, m_used = 0, m_most = 0;
};

/// The devices of a plan by letters: the embedding, the blocks and the head, then those of experts that
/// are apart, with '.' for experts that are with their block. "AAAA .B" has experts of one block apart.
inline QString lettersOf(
    const engine::DevicePlan& plan, std::span<const engine::DeviceBudget> budgets)
{
    const auto letter = [&](const kernels::Backend* device) {
        for (size_t i = 0; i < budgets.size(); ++i)
            if (budgets[i].device == device)
                return QChar(char16_t('A' + i));
        return QChar('.');
    };
    QString letters = letter(plan.embedding);
    for (const kernels::Backend* device : plan.blocks)
        letters += letter(device);
    letters += QString(letter(plan.head)) + " ";
    for (const kernels::Backend* device : plan.experts)
        letters += letter(device);
    return letters.trimmed();
}

} // namespace tests

#pragma once

#include "kernels/backend.h"
#include "services/documents/index/document_index.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace services {

/// A vector in blocks of 32 numbers of 8 bits with a factor each (Q8_0 of GGUF), the last one filled
/// with zeros.
QByteArray packedVector(std::span<const float> vector);

qsizetype packedVectorBytes(size_t columns); ///< how many that are of so many numbers

/// Many such vectors, of which the closest are found by looking at all: 100,000 of 384 numbers take
/// 41 MB of memory and some milliseconds. Belongs to one thread.
class VectorTable {
public:
    explicit VectorTable(size_t columns);

    size_t columns() const { return m_columns; }

    /// A vector that is not of this length, or whose number does not ascend, is left out.
    void add(PassageNumber passage, const QByteArray& packed);

    /// See DocumentIndex::findVectors().
    std::vector<VectorMatch> find(
        std::span<const float> vector, int most, std::span<const PassageNumber> also) const;

private:
    std::vector<float> productsWith(std::span<const float> vector) const;

    std::unique_ptr<kernels::Backend> m_processor;
    size_t m_columns;
    std::vector<PassageNumber> m_passages;
    std::vector<std::byte> m_rows;
};

} // namespace services

#pragma once

#include "engine/files/fingerprint.h"
#include "engine/files/mapped_file.h"
#include "engine/files/output_file.h"
#include "engine/files/weight_file.h"
#include "engine/layers/weights.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace engine {

/// Where the weights of models are kept as they were laid out, from one load to the next.
struct LayoutFolder {
    std::filesystem::path path; ///< made when it is needed; empty: they are not kept
    int64_t mostBytes = int64_t(16) << 30; ///< of all files; the one unused for longest goes first
};

/// The weights of one model as they were laid out, in a file of its own. Programs that use the model
/// at the same time have its memory together. Sizes and shapes in it are checked before they are used,
/// of the weights themselves samples. A file that is not as it should be is written anew; one that others
/// than its user could write is left alone. Belongs to one thread.
class LayoutFile {
public:
    /// Takes the file that an earlier load of these weights left, or else begins one. Whatever hinders
    /// that is no error: weights are laid out then.
    LayoutFile(const LayoutFolder& folder, const WeightFile& weights, const Fingerprint& model);

    /// The next weight, if the file has it in this type and shape. Its memory is only to be read.
    std::optional<Weight> next(kernels::DType type, int64_t rows, int64_t columns);

    /// Adds a weight that next() did not have, while its memory lasts.
    void add(kernels::TensorView laidOut);

    /// Must be called after the last weight. A new file gets its name, and others go if there are too
    /// many.
    void finish();

    bool isRead() const { return m_kept != nullptr; } ///< and not written

    /// Throws Error{BadFile} if what was read became unreadable since.
    void requireWhole() const;

private:
    struct Entry {
        uint32_t type, reserved;
        int64_t rows, columns;
        uint64_t offset; // a multiple of 64
    };
    struct End; // of the file

    bool open();
    Fingerprint samplesOf(uint64_t payload) const;
    void begin();
    void flush();
    void giveUp();
    void makeRoom() const;
    Fingerprint digestOf(const End& end) const;

    LayoutFolder m_folder;
    Fingerprint m_key;
    std::filesystem::path m_path;
    std::vector<Entry> m_entries;
    std::shared_ptr<const MappedFile> m_kept; // what is read
    size_t m_next = 0; // of m_entries, to be read
    std::unique_ptr<OutputFile> m_output; // what is written
    std::vector<std::byte> m_piece; // of it, not yet written
    FingerprintMaker m_samples;
};

} // namespace engine

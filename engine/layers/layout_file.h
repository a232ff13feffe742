#pragma once

#include "base/mapped_file.h"
#include "engine/files/fingerprint.h"
#include "engine/files/gguf_writer.h"
#include "engine/files/weight_file.h"
#include "engine/layers/weights.h"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <thread>
#include <vector>

namespace engine {

/// The folder in which repacked weights of models are stored from one load to the next.
struct LayoutFolder {
    std::filesystem::path path; ///< made when it is needed; empty: they are not kept
    int64_t maxBytes = int64_t(16) << 30; ///< of all files; the one unused for longest goes first
};

/// The weights of one model as they were laid out, in a file of its own. Programs that use the
/// model at the same time have its memory together. A file that is not as it should be is written
/// again; one that others than its user could write is left alone. Belongs to one thread.
///
/// Sizes, shapes and samples of the weights, 64 bytes of each 2 MiB, are checked before anything is
/// used. All bytes are compared with their fingerprint in the background from the first requireWhole()
/// on: before that, it would delay the first token by more than a tenth. If one has changed, the file
/// is removed and requireWhole() throws from then on; tokens computed before may be wrong. That detects
/// a damaged disk and programs that write by mistake. It stops no program of the same user that means
/// to: the fingerprint isn't cryptographic, and such a program can change the model itself.
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

    /// All bytes of a file that was read were compared, and none has changed.
    bool isVerified() const { return m_bytes == Bytes::AsWritten; }

    /// Must be called after each pass that used the weights. The first call begins to compare all bytes
    /// in the background. Throws Error{BadFile} if what was read became unreadable since or was found
    /// to be damaged.
    void requireWhole();

private:
    struct Entry {
        uint32_t type, reserved;
        int64_t rows, columns;
        uint64_t offset; // a multiple of 64
    };
    struct End; // of the file

    bool open();
    Fingerprint computeSamples(uint64_t payload) const;
    void begin();
    void flush();
    void giveUp();
    void beginVerification();
    void verify(std::span<std::byte> memory, const std::stop_token& stop);
    void makeRoom() const;
    Fingerprint computeDigest(const End& end) const;

    LayoutFolder m_folder;
    Fingerprint m_key;
    std::filesystem::path m_path;
    std::vector<Entry> m_entries;
    std::shared_ptr<const base::MappedFile> m_kept; // what is read
    uint64_t m_payload = 0; // of it, bytes before the entries
    Fingerprint m_whole; // what the payload should have
    size_t m_next = 0; // of m_entries, to be read
    std::unique_ptr<OutputFile> m_output; // what is written
    std::vector<std::byte> m_piece; // of it, not yet written
    FingerprintMaker m_samples, m_written;
    bool m_isVerifying = false;
    enum class Bytes { Unverified, AsWritten, Damaged };
    std::atomic<Bytes> m_bytes = Bytes::Unverified; // set by the verification
    std::jthread m_verification; // the last member: it ends before what it reads goes
};

} // namespace engine

#include "engine/layers/layout_file.h"

#include "base/error.h"
#include "base/thread_priority.h"
#include "kernels/interleaved.h"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string>
#include <sys/stat.h>
#include <type_traits>
#include <unistd.h>

// Matrices at multiples of 64 bytes, then the entries that tell their types and shapes, then the
// end. It is written by pieces of a huge page each: where the file system can, the file is in
// memory in huge pages then, and reading it is as fast as reading memory of one's own.

namespace engine {

namespace fs = std::filesystem;

using base::Error;
using base::ErrorKind;
using kernels::DType;
using kernels::TensorView;

namespace {

constexpr int64_t version = kernels::interleavedVersion; // also of the file
constexpr std::array<char, 8> magic{'V', 'I', 'G', 'L', 'A', 'Y', 'O', 'U'};
constexpr size_t pieceBytes = 2 << 20, alignment = 64, sampleBytes = 64;
constexpr uint32_t maxEntries = 1 << 20;
constexpr uint64_t minFree = uint64_t(2) << 30; // of the disk, what others keep
constexpr auto ageOfLeftovers = std::chrono::hours(24); // of writers that were killed
constexpr const char* suffix = ".layout";
constexpr int humble = 19; // the priority of the verification: only idle time of a CPU

// The same wherever the file is, another when it was changed.
Fingerprint makeKey(const WeightFile& weights, const Fingerprint& model)
{
    FingerprintMaker maker;
    maker.add(version);
    maker.add(model);
    struct stat status = {};
    if (stat(weights.path().c_str(), &status) == 0)
        for (const int64_t number :
            {int64_t(status.st_size), int64_t(status.st_ino), int64_t(status.st_dev),
                int64_t(status.st_mtim.tv_sec), int64_t(status.st_mtim.tv_nsec)})
            maker.add(number);
    return maker.value();
}

std::string fileName(const Fingerprint& key)
{
    std::array<char, 33> digits;
    std::snprintf(digits.data(), digits.size(), "%016llx%016llx",
        static_cast<unsigned long long>(key.high), static_cast<unsigned long long>(key.low));
    return digits.data() + std::string(suffix);
}

template <typename Value>
std::span<const std::byte> asBytes(const Value& value)
{
    static_assert(std::has_unique_object_representations_v<Value>);
    return std::as_bytes(std::span(&value, 1));
}

// Only a file that nobody else can write is trusted: another user could replace the weights.
bool isOwn(const fs::path& path)
{
    struct stat status = {};
    return lstat(path.c_str(), &status) == 0 && !S_ISLNK(status.st_mode)
        && status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

void touch(const fs::path& path)
{
    std::error_code ignored;
    fs::last_write_time(path, fs::file_time_type::clock::now(), ignored);
}

} // namespace

struct LayoutFile::End {
    std::array<char, 8> magic;
    uint32_t version, entries;
    uint64_t payload; // bytes before the entries
    Fingerprint key;
    Fingerprint samples; // of the payload, the first bytes of each piece
    Fingerprint whole; // of the payload, piece by piece
    Fingerprint digest; // of the entries and the fields above
};

LayoutFile::LayoutFile(
    const LayoutFolder& folder, const WeightFile& weights, const Fingerprint& model)
    : m_folder(folder)
    , m_key(makeKey(weights, model))
    , m_path(folder.path / fileName(m_key))
{
    if (!open())
        begin();
}

Fingerprint LayoutFile::computeDigest(const End& end) const
{
    FingerprintMaker maker;
    maker.add(std::as_bytes(std::span(m_entries)));
    maker.add(asBytes(end).first(offsetof(End, digest)));
    return maker.value();
}

// Returns false if there is no whole file for this key.
bool LayoutFile::open()
{
    if (!isOwn(m_folder.path) || !isOwn(m_path))
        return false;
    try {
        m_kept = std::make_shared<const base::MappedFile>(m_path);
    } catch (const Error&) {
        return false;
    }
    const auto bytes = m_kept->bytes();
    End end = {};
    const auto isWhole = [&] {
        if (bytes.size() < sizeof(End))
            return false;
        std::memcpy(&end, bytes.last(sizeof(End)).data(), sizeof(End));
        if (end.magic != magic || end.version != version || end.key != m_key
            || end.entries > maxEntries
            || end.payload != bytes.size() - sizeof(End) - end.entries * sizeof(Entry)
            || end.payload > bytes.size())
            return false;
        m_entries.resize(end.entries);
        if (end.entries > 0)
            std::memcpy(m_entries.data(), bytes.data() + end.payload, end.entries * sizeof(Entry));
        return end.digest == computeDigest(end) && end.samples == computeSamples(end.payload);
    };
    if (isWhole()) {
        m_payload = end.payload;
        m_whole = end.whole;
        return true;
    }
    m_kept.reset();
    m_entries.clear();
    return false;
}

Fingerprint LayoutFile::computeSamples(uint64_t payload) const
{
    m_kept->preferHugePages();
    FingerprintMaker samples;
    for (uint64_t at = 0; at < payload; at += pieceBytes)
        samples.add(m_kept->bytes().subspan(at, std::min<uint64_t>(sampleBytes, payload - at)));
    return samples.value();
}

std::optional<Weight> LayoutFile::next(DType type, int64_t rows, int64_t columns)
{
    if (!m_kept || m_next == m_entries.size())
        return std::nullopt;
    const Entry& entry = m_entries[m_next++];
    const auto payload = m_kept->bytes();
    TensorView view{nullptr, type, rows, columns};
    const bool isAsked
        = entry.type == uint32_t(type) && entry.rows == rows && entry.columns == columns;
    if (!isAsked || entry.offset % alignment != 0 || entry.offset > payload.size()
        || uint64_t(view.sizeInBytes()) > payload.size() - entry.offset) {
        m_next = m_entries.size(); // made for another CPU, say
        std::error_code ignored;
        fs::remove(m_path, ignored);
        return std::nullopt;
    }
    view.bytes = const_cast<std::byte*>(payload.data() + entry.offset);
    return Weight(view, m_kept);
}

void LayoutFile::begin()
{
    try {
        std::error_code error;
        if (fs::create_directories(m_folder.path, error))
            fs::permissions(m_folder.path, fs::perms::owner_all, error);
        if (!isOwn(m_folder.path))
            return giveUp();
        m_output = std::make_unique<OutputFile>(m_path);
        m_piece.reserve(pieceBytes);
    } catch (const Error&) {
        giveUp();
    }
}

void LayoutFile::giveUp()
{
    m_output.reset();
    m_entries.clear();
    m_piece = {};
}

void LayoutFile::add(TensorView laidOut)
{
    if (!m_output)
        return;
    try {
        m_piece.resize((m_piece.size() + alignment - 1) / alignment * alignment);
        m_entries.push_back({uint32_t(laidOut.dtype), 0, laidOut.rows, laidOut.columns,
            m_output->size() + m_piece.size()});
        std::span<const std::byte> left(
            laidOut.data<const std::byte>(), size_t(laidOut.sizeInBytes()));
        while (m_output && !left.empty()) {
            const size_t taken = std::min(left.size(), pieceBytes - m_piece.size());
            m_piece.insert(m_piece.end(), left.begin(), left.begin() + ptrdiff_t(taken));
            left = left.subspan(taken);
            if (m_piece.size() == pieceBytes)
                flush();
        }
    } catch (const Error&) {
        giveUp();
    }
}

// Throws Error{BadFile}.
void LayoutFile::flush()
{
    std::error_code error;
    const fs::space_info space = fs::space(m_folder.path, error);
    if (error || space.available < minFree
        || m_output->size() + m_piece.size() > uint64_t(m_folder.maxBytes))
        return giveUp();
    m_samples.add(std::span(m_piece).first(std::min(sampleBytes, m_piece.size())));
    m_written.add(std::as_bytes(std::span(m_piece)));
    m_output->write(m_piece);
    m_piece.clear();
}

void LayoutFile::finish()
{
    if (m_kept)
        return touch(m_path);
    try {
        if (m_output && !m_piece.empty())
            flush();
        if (!m_output || m_entries.empty())
            return giveUp();
        End end{.magic = magic,
            .version = version,
            .entries = uint32_t(m_entries.size()),
            .payload = m_output->size(),
            .key = m_key,
            .samples = m_samples.value(),
            .whole = m_written.value(),
            .digest = {}};
        end.digest = computeDigest(end);
        m_output->write(std::as_bytes(std::span(m_entries)));
        m_output->write(asBytes(end));
        m_output->commit(OutputFile::Durability::Synced);
        makeRoom();
    } catch (const Error&) {
    }
    giveUp(); // nothing is left to be written
}

void LayoutFile::beginVerification()
{
    m_isVerifying = true;
    try {
        m_verification
            = std::jthread([this, memory = std::vector<std::byte>(pieceBytes)](
                               const std::stop_token& stop) mutable { verify(memory, stop); });
    } catch (const std::exception&) {
        // Verification needs memory and a thread. Without them, the file stays unverified.
    }
}

// Reads from the file, not from the mapping: what nobody uses of it adds nothing to the memory of
// this process.
void LayoutFile::verify(std::span<std::byte> memory, const std::stop_token& stop)
{
    if (stop.stop_requested())
        return; // before it has to wait for an idle CPU
    base::lowerThreadPriority(humble);
    const auto payload = m_kept->bytes().first(m_payload);
    FingerprintMaker found;
    for (size_t at = 0; at < payload.size(); at += memory.size()) {
        if (stop.stop_requested())
            return;
        const auto piece = memory.first(std::min(memory.size(), payload.size() - at));
        m_kept->read(payload.data() + at, piece);
        found.add(piece);
    }
    if (found.value() == m_whole) {
        m_bytes = Bytes::AsWritten;
        return;
    }
    std::error_code ignored;
    fs::remove(m_path, ignored);
    m_bytes = Bytes::Damaged;
}

// Removes what was not used for longest, and what killed writers left.
void LayoutFile::makeRoom() const
{
    struct Kept {
        fs::file_time_type used;
        fs::path path;
        uint64_t bytes;
    };
    std::vector<Kept> files;
    uint64_t total = 0;
    std::error_code error;
    for (auto file = fs::directory_iterator(m_folder.path, error);
         !error && file != fs::directory_iterator(); file.increment(error)) {
        std::error_code unknown;
        const Kept kept{file->last_write_time(unknown), file->path(), file->file_size(unknown)};
        const bool isLeft = kept.path.extension() == ".part"
            && kept.used + ageOfLeftovers < fs::file_time_type::clock::now();
        if (unknown || kept.path == m_path)
            continue;
        if (isLeft)
            fs::remove(kept.path, unknown);
        else if (kept.path.extension() == suffix)
            files.push_back(kept);
    }
    std::ranges::sort(files, {}, &Kept::used);
    for (const Kept& kept : files)
        total += kept.bytes;
    std::error_code ignored;
    total += fs::file_size(m_path, ignored);
    for (const Kept& kept : files)
        if (total > uint64_t(m_folder.maxBytes)) {
            fs::remove(kept.path, ignored);
            total -= kept.bytes;
        }
}

void LayoutFile::requireWhole()
{
    if (!m_kept)
        return;
    if (!m_isVerifying)
        beginVerification();
    if (m_bytes == Bytes::Damaged)
        throw Error(ErrorKind::BadFile,
            "the cached weights of the model in " + m_folder.path.string()
                + " were damaged and have been deleted; load the model again");
    try {
        m_kept->requireWhole();
    } catch (const Error&) {
        throw Error(ErrorKind::BadFile,
            "the cached weights of the model in " + m_folder.path.string()
                + " became unreadable while in use; load the model again");
    }
}

} // namespace engine

#pragma once

#include "engine/files/fingerprint.h"

#include "runtime/memory/remembered_use.h"
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string>

namespace runtime {

/// The files in which models keep what they remember of conversations, one for each conversation
/// and model, all in one folder. They hold what was said in a form that can be turned back into it, so
/// they lie beside the conversations and go with them; all of them can be made again. Any thread;
/// what touches the disk may take a while. An error of the disk costs time later, never more.
class RememberedFiles {
public:
    /// Nothing is touched before setLimit().
    explicit RememberedFiles(std::filesystem::path folder);

    /// How many bytes there may be in all; what was used longest ago goes first. 0, as at first:
    /// nothing is kept.
    void setLimit(int64_t bytes);

    /// The file of a conversation for the model of this fingerprint, whether or not it is there.
    std::filesystem::path fileOf(
        const std::string& conversation, const engine::Fingerprint& model) const;

    /// Whether it is there and holds nothing that was taken out of its conversation.
    bool has(const std::string& conversation, const std::filesystem::path& file) const;

    /// Makes room for a file of this size. False if it must not be written: it is too large, or the
    /// conversation was removed, or it was outdated after this use of it.
    bool makeRoom(const RememberedUse& use, const std::filesystem::path& file, int64_t bytes);

    void markUsed(const std::filesystem::path& file); ///< now
    void discard(const std::filesystem::path& file);
    /// After a file was written: its conversation may have been removed or outdated meanwhile, and
    /// another model may have taken the room.
    void wasWritten(const RememberedUse& use, const std::filesystem::path& file);

    /// Something was taken out of the conversation: from now on its files are not read, and what
    /// was remembered of it is not written. The disk is not touched, so it returns at once.
    void outdate(const std::string& conversation);
    void removeOutdated(const std::string& conversation); ///< the files of one that was outdated
    /// How often that was; a RememberedUse carries it. Returns at once.
    int64_t removals(const std::string& conversation) const;

    /// The conversation is not there any more: its files go, and none is written until it is put
    /// back.
    void remove(const std::string& conversation);
    void putBack(const std::string& conversation);

    /// Removes all that belongs to no conversation of these, or was left half written.
    void keepOnly(const std::set<std::string>& conversations);

private:
    struct Removals {
        int64_t count = 0;
        int64_t onDisk = 0; // so many of them have reached the files
    };

    bool isOutdated(const RememberedUse& use) const;
    void shrinkTo(int64_t bytes, const std::filesystem::path& spared);
    void removeIf(const auto& isUnwanted);

    const std::filesystem::path m_folder;
    std::mutex m_mutex; // guards the files and what follows
    int64_t m_limit = 0;
    std::set<std::string> m_removed;

    mutable std::mutex m_removalsMutex; // guards what follows; never held while the disk is used
    std::map<std::string, Removals> m_removals; // of those that were outdated
};

} // namespace runtime

#pragma once

#include "engine/files/fingerprint.h"
#include "runtime/answer_request.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <string>

namespace runtime {

/// A use of a conversation, and how much had been removed from the conversation by then.
struct RememberedUse : ConversationUse {
    int64_t removals = 0; ///< RememberedFiles::removals() at the time of the request
};

/// The files in which models keep the prompt cache of conversations: one for each conversation and
/// model, all in one folder. Conversations can be recovered from them, so they are stored next to
/// the conversations and deleted with them; all of them can be made again. Any thread may use it;
/// functions that touch the disk may take a while. An error of the disk costs time later and
/// nothing else.
class RememberedFiles {
public:
    /// Touches no file before setLimit() is called.
    explicit RememberedFiles(std::filesystem::path folder);

    /// Sets how many bytes all files together may have; those used longest ago are deleted first.
    /// 0, the initial value: nothing is kept.
    void setLimit(int64_t bytes);

    /// The path of a conversation's file for the model with this fingerprint, whether or not it
    /// exists.
    std::filesystem::path filePath(
        const std::string& conversation, const engine::Fingerprint& model) const;

    /// True if the file exists and contains nothing that was removed from its conversation.
    bool has(const std::string& conversation, const std::filesystem::path& file) const;

    /// Makes room for a file of this size. Returns false if it must not be written: because it is
    /// too large, because the conversation was removed, or because something was removed from it
    /// after this use.
    bool makeRoom(const RememberedUse& use, const std::filesystem::path& file, int64_t bytes);

    void markUsed(const std::filesystem::path& file); ///< now
    void discard(const std::filesystem::path& file);
    /// Must be called after a file was written: its conversation may have been removed or changed
    /// meanwhile, and another model may have taken the room.
    void wasWritten(const RememberedUse& use, const std::filesystem::path& file);

    /// Something was removed from the conversation: its files are not read from now on, and what is
    /// remembered of it is not written. Does not touch the disk, so it returns at once.
    void outdate(const std::string& conversation);
    /// Deletes the files of a conversation that was outdated.
    void removeOutdated(const std::string& conversation);
    /// How often outdate() was called for the conversation; a RememberedUse carries this number.
    /// Returns at once.
    int64_t removals(const std::string& conversation) const;

    /// The conversation is deleted: deletes its files, and none is written until putBack().
    void remove(const std::string& conversation);
    void putBack(const std::string& conversation);

    /// Deletes everything that belongs to none of these conversations or was only partly written.
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

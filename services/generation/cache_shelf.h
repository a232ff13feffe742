#pragma once

#include "engine/files/fingerprint.h"
#include "services/generation/conversation_use.h"

#include <QHash>
#include <QSet>
#include <QString>

#include <cstdint>
#include <filesystem>
#include <mutex>

namespace services {

/// The folder of the files in which models keep what they remember of conversations, one for each
/// conversation and model. They hold what was said in a form that can be turned back into it, so
/// they lie beside the conversations and go with them; all of them can be made again. Any thread;
/// what touches the disk may take a while. An error of the disk costs time later, never more.
class CacheShelf {
public:
    /// Nothing is touched before setLimit().
    explicit CacheShelf(std::filesystem::path folder);

    /// How many bytes there may be in all; what was used longest ago goes first. 0, as at first:
    /// nothing is kept.
    void setLimit(int64_t bytes);

    /// The file of a conversation for the model of this fingerprint, whether or not it is there.
    std::filesystem::path fileOf(
        const QString& conversation, const engine::Fingerprint& model) const;

    /// Whether it is there and holds nothing that was taken out of its conversation.
    bool has(const QString& conversation, const std::filesystem::path& file) const;

    /// Makes room for a file of this size. False if it must not be written: it is too large, or the
    /// conversation was removed, or it was outdated after this use of it.
    bool makeRoom(const ConversationUse& use, const std::filesystem::path& file, int64_t bytes);

    void markUsed(const std::filesystem::path& file); ///< now
    void discard(const std::filesystem::path& file);
    /// After a file was written: its conversation may have been removed or outdated meanwhile, and
    /// another model may have taken the room.
    void wasWritten(const ConversationUse& use, const std::filesystem::path& file);

    /// Something was taken out of the conversation: from now on its files are not read, and what
    /// was remembered of it is not written. The disk is not touched, so it returns at once.
    void outdate(const QString& conversation);
    void removeOutdated(const QString& conversation); ///< the files of one that was outdated
    /// How often that was; a ConversationUse carries it. Returns at once.
    int64_t edition(const QString& conversation) const;

    /// The conversation is not there any more: its files go, and none is written until it is put
    /// back.
    void remove(const QString& conversation);
    void putBack(const QString& conversation);

    /// Removes all that belongs to no conversation of these, or was left half written.
    void keepOnly(const QSet<QString>& conversations);

private:
    struct Editions {
        int64_t latest = 0;
        int64_t onDisk = 0; // files of earlier ones are gone
    };

    bool isOutdated(const ConversationUse& use) const;
    void shrinkTo(int64_t bytes, const std::filesystem::path& spared);
    void removeIf(const auto& isUnwanted);

    const std::filesystem::path m_folder;
    std::mutex m_mutex; // guards the files and what follows
    int64_t m_limit = 0;
    QSet<QString> m_removed;

    mutable std::mutex m_editionsMutex; // guards what follows; never held while the disk is used
    QHash<QString, Editions> m_editions; // of those that were outdated
};

} // namespace services

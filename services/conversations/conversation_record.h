#pragma once

#include "services/conversations/message.h"
#include "services/generation/answer_settings.h"
#include "services/models/model_id_text.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace services {

/// A folder of conversations in the sidebar; it is no folder on the disk.
struct Folder {
    QString name; ///< unique
    bool isCollapsed = false; ///< its conversations are not listed

    bool operator==(const Folder&) const = default;
};

/// The settings of one conversation. A value. Whatever is not set here has its value from the card
/// of its model or from the settings page.
struct ChatSettings {
    std::optional<QString> systemPrompt = {};
    std::optional<ModelId> model = {};
    std::optional<AnswerSettings> generation = {};
    /// The roots of the user's library, or files and folders below them, that its answers rest on; set
    /// and empty: all of them; not set: none.
    std::optional<QStringList> documents = {};

    bool operator==(const ChatSettings&) const = default;
};

/// Writes the settings that are set.
QJsonObject toJson(const ChatSettings& settings);

/// Reads toJson(). A value of the wrong kind counts as not set.
ChatSettings chatSettingsFrom(const QJsonObject& object);

/// The first field, also within "generation", that chatSettingsFrom() passes over because it is not
/// known or has a value that it cannot have; empty if there is none.
QString fieldPassedOver(const QJsonObject& object);

/// The origin of a conversation's title. A later value in this list replaces an earlier one.
enum class TitleOrigin { FirstWords, Model, User };

/// What the list of conversations shows of a conversation, and what else is stored with its
/// messages.
struct ConversationRecord {
    QString id; ///< unique, also among deleted ones
    QString title;
    TitleOrigin titleOrigin = TitleOrigin::FirstWords;
    bool isPinned = false;
    qint64 created = 0, changed = 0; ///< milliseconds since 1970, UTC
    MessageId leaf = noMessage; ///< the last message of the branch that is shown
    QString draft = {}; ///< the text that has not been sent yet
    QString folder = {}; ///< the name of its folder; empty: none
    ChatSettings settings = {};
};

} // namespace services

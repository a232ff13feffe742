#pragma once

#include "services/generation/answer_settings.h"
#include "services/models/model_id.h"

#include <QString>

#include <optional>

namespace services {

/// What one conversation has set for itself. A value; what it has not set is as the settings page
/// says.
struct ChatSettings {
    std::optional<QString> systemPrompt = {};
    std::optional<ModelId> model = {};
    std::optional<AnswerSettings> generation = {};
    qint64 readsFrom = 0; ///< a MessageId: the model does not read the messages before it

    bool operator==(const ChatSettings&) const = default;
};

/// Only what is set.
QJsonObject toJson(const ChatSettings& settings);

/// The other way. What is not of its kind there is not set.
ChatSettings chatSettingsFrom(const QJsonObject& object);

} // namespace services

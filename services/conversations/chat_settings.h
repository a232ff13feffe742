#pragma once

#include "services/generation/answer_settings.h"
#include "services/models/model_id.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace services {

/// The settings of one conversation. A value. Whatever is not set here has its value from the card
/// of its model or from the settings page.
struct ChatSettings {
    std::optional<QString> systemPrompt = {};
    std::optional<ModelId> model = {};
    std::optional<AnswerSettings> generation = {};
    /// The roots of the user's library that its answers rest on; set and empty: all of them; not set:
    /// none.
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

} // namespace services

#pragma once

#include <QJsonObject>
#include <QMetaType>
#include <QString>

#include "runtime/answer_settings.h"

namespace services {

using runtime::AnswerSettings;
using runtime::completed;
using runtime::usualSettings;

/// The settings that differ from usualSettings().
QJsonObject toJson(const AnswerSettings& settings);

/// Reads toJson(). All settings are present, except that the seed may be absent. What is missing or
/// out of range has its usual value.
AnswerSettings answerSettingsFrom(const QJsonObject& object);

} // namespace services

Q_DECLARE_METATYPE(services::AnswerSettings)

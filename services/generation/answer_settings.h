#pragma once

#include <QJsonObject>
#include <QMetaType>
#include <QString>

#include "runtime/answer_settings.h"

namespace services {

using runtime::AnswerSettings;
using runtime::completed;
using runtime::usualSettings;

/// What is set and differs from usualSettings().
QJsonObject toJson(const AnswerSettings& settings);

/// The other way; all is set but the seed, which may be. What is missing or out of its range is as
/// usual.
AnswerSettings answerSettingsFrom(const QJsonObject& object);

} // namespace services

Q_DECLARE_METATYPE(services::AnswerSettings)

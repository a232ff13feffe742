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

/// The first field that answerSettingsFrom() passes over because it is not known or out of range;
/// empty if there is none.
QString answerFieldPassedOver(const QJsonObject& object);

} // namespace services

Q_DECLARE_METATYPE(services::AnswerSettings)

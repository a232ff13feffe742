#pragma once

#include "runtime/answer_request.h"
#include "services/models/load_settings.h"
#include "services/models/model_id_text.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QList>
#include <QMetaType>
#include <QSet>
#include <QString>
#include <QtGlobal>

#include <algorithm>
#include <optional>

namespace runtime {
struct ModelFacts;
} // namespace runtime

namespace services {

class Settings;

using runtime::answerField;
using runtime::AnswerField;
using runtime::answerFields;
using runtime::AnswerSettings;
using runtime::choosesTokens;
using runtime::completed;
using runtime::defaultSettings;
using runtime::FieldValue;

/// The settings that differ from defaultSettings().
QJsonObject toJson(const AnswerSettings& settings);

/// Reads toJson(). All settings are present, except that the seed may be absent. A number out of
/// range becomes the nearest one in range, and what is missing or of another kind has its usual
/// value; the log names both.
AnswerSettings answerSettingsFrom(const QJsonObject& object);

/// The first field that answerSettingsFrom() changes or ignores because it is unknown, out of range
/// or of another kind; empty if there is none.
QString answerFieldPassedOver(const QJsonObject& object);

} // namespace services

Q_DECLARE_METATYPE(services::AnswerSettings)

namespace services {

using runtime::AnswerRequest;
using runtime::RequestMessage;
using runtime::Role;

/// What is so many milliseconds after the beginning of 1970, UTC, as AnswerRequest::begun tells it.
/// Times before that, and from the year 2200 on, are those borders.
inline std::chrono::system_clock::time_point timePoint(qint64 milliseconds)
{
    constexpr qint64 latest = 7'258'118'400'000;
    return std::chrono::system_clock::time_point(
        std::chrono::milliseconds(std::clamp<qint64>(milliseconds, 0, latest)));
}

inline constexpr qsizetype maxSchemaLength = 1'000'000; ///< characters

/// What keeps answers from being held to a JSON schema, a message that names the location; empty if
/// nothing does, or there is no schema. Any thread; a large schema takes a while.
QString schemaProblem(const QString& schema);

/// The JSON of a schema, whose values may be nested deeper than those of other texts.
QJsonDocument parseSchema(const QString& schema, QJsonParseError* error = nullptr);

/// What the user has set for one model. A value. What is not set here is as on the settings page.
struct ModelDefaults {
    std::optional<int> contextTokens = {}; ///< see LoadOptions
    std::optional<QString> device = {}; ///< see LoadOptions
    /// How it answers in conversations that have not set anything of their own.
    std::optional<AnswerSettings> generation = {};

    bool operator==(const ModelDefaults&) const = default;
};

/// What the settings keep for this model. What they hold in a wrong form counts as not set.
ModelDefaults modelDefaults(const Settings& settings, const ModelId& model);
void setModelDefaults(Settings& settings, const ModelId& model, const ModelDefaults& defaults);

/// Puts context and device in place of those in the options.
void applyDefaults(const ModelDefaults& defaults, LoadOptions& options);

/// How models answer for which nothing is recommended or set: defaultSettings(), but drawn with a
/// temperature of 0.7.
const AnswerSettings& usualAnswerSettings();

/// What the settings page sets for all models; what it doesn't set is as in usualAnswerSettings().
AnswerSettings pageAnswerSettings(const Settings& settings);
void setPageAnswerSettings(Settings& settings, const AnswerSettings& answers);

/// Keeps what the files of a model recommend, so that defaultAnswerSettings() knows it.
void keepRecommended(Settings& settings, const ModelId& model, const AnswerSettings& recommended);

/// Reads the files of these models in the background, except for those in `known`, to which it
/// adds them, and keeps what they recommend. The settings must outlive the program's window.
void readRecommended(
    const QList<runtime::ModelFacts>& models, QSet<ModelId>& known, Settings& settings);

/// How a model answers as long as the user has set nothing for it: what is set on the settings page,
/// over what its files recommend, over usualAnswerSettings(). The built-in model is exact. All
/// settings are present but, perhaps, the seed.
AnswerSettings recommendedAnswerSettings(const Settings& settings, const ModelId& model);

/// How a model answers where a conversation sets nothing: what is set for this model, or
/// recommendedAnswerSettings().
AnswerSettings defaultAnswerSettings(const Settings& settings, const ModelId& model);

/// What the user has set for this model, or on the settings page, over defaultSettings(): clients
/// of the server that name no temperature get the same answer each time.
AnswerSettings servedAnswerSettings(const Settings& settings, const ModelId& model);

} // namespace services

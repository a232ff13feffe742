#pragma once

#include <QJsonObject>
#include <QMetaType>
#include <QString>
#include <QStringList>

#include <optional>

namespace services {

/// How an answer is to be written. A value; off: temperature 0 (always the most likely token),
/// topK 0, topP 1, minP 0, typical 1, repetitionPenalty 1, the other penalties 0. What the numbers
/// mean is said in engine::SamplerSettings.
struct GenerationSettings {
    qint64 maxTokens = 1024;
    float temperature = 0;
    int topK = 0;
    float topP = 1;
    float minP = 0;
    float typical = 1;
    float repetitionPenalty = 1;
    float presencePenalty = 0;
    float frequencyPenalty = 0;
    QStringList stopStrings = {}; ///< the answer ends before any of them
    QString schema = {}; ///< a JSON schema that the answer is to keep to; empty: none
    std::optional<quint64> seed = std::nullopt; ///< none: a different one each time

    bool operator==(const GenerationSettings&) const = default;
};

/// What differs from GenerationSettings{}.
QJsonObject toJson(const GenerationSettings& settings);

/// The other way. What is missing or out of its range is as in GenerationSettings{}.
GenerationSettings generationSettingsFrom(const QJsonObject& object);

} // namespace services

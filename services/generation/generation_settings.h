#pragma once

#include <QMetaType>

#include <optional>

namespace services {

/// How an answer is to be written. A value; off: temperature 0 (always the most likely token),
/// topK 0, topP 1, minP 0.
struct GenerationSettings {
    qint64 maxTokens = 1024;
    float temperature = 0;
    int topK = 0;
    float topP = 1;
    float minP = 0;
    std::optional<quint64> seed; ///< none: a different one each time
};

} // namespace services

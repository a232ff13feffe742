#pragma once

#include <QMetaType>

namespace services {

/// How an answer came about. A value.
struct AnswerStatistics {
    enum class End { Complete, TokenLimit, Stopped };

    End end = End::Complete;
    qint64 tokens = 0; ///< of the answer
    qint64 promptTokens = 0;
    qint64 cachedTokens = 0; ///< of the prompt, not read again
    double firstTokenSeconds = 0; ///< from asking to the first token
    double tokensPerSecond = 0;
};

} // namespace services

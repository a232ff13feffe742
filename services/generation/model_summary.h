#pragma once

#include <QString>

namespace services {

/// What there is to say about the model that is loaded. A value.
struct ModelSummary {
    QString name;
    QString device; ///< "CPU (AVX-512, 2 threads)"
    bool canSee = false; ///< pictures can be sent
    bool isStarter = false; ///< the built-in one, which knows drawings and no photographs
    qint64 contextTokens = 0;
};

} // namespace services

#pragma once

#include "services/models/model_id.h"

#include <QList>

namespace services {

/// Who answers a message, and how often.
struct Recipients {
    /// Each of these models writes one answer. If there is none, the conversation's own model
    /// answers.
    QList<ModelId> models = {};
    int answers = 1; ///< how many the conversation's own model writes

    bool areSeveral() const { return answers > 1 || models.size() > 1; }
};

} // namespace services

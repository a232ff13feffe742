#pragma once

#include "services/models/model_id.h"

#include <QList>

namespace services {

/// Who is to answer a message, and how often. A value.
struct Recipients {
    QList<ModelId> models = {}; ///< one answer of each; none: the conversation's own model answers
    int answers = 1; ///< of the conversation's own model

    bool areSeveral() const { return answers > 1 || models.size() > 1; }
};

} // namespace services

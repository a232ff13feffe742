#pragma once

#include "runtime/model_id.h"

#include <QString>

namespace services {

using runtime::ModelId;

/// Reads toString(), which settings and databases contain.
inline ModelId parseModelId(const QString& text)
{
    return ModelId::fromText(text.toStdString());
}

inline QString toString(const ModelId& model)
{
    return QString::fromStdString(model.text());
}

} // namespace services

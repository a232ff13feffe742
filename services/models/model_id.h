#pragma once

#include "runtime/model_id.h"

#include <QMetaType>
#include <QString>
#include <QtGlobal>

namespace runtime {

/// Lets QHash and QSet contain models.
inline size_t qHash(const ModelId& model, size_t seed = 0) noexcept
{
    return std::hash<ModelId>()(model) ^ seed;
}

} // namespace runtime

Q_DECLARE_METATYPE(runtime::ModelId)

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

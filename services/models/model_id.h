#pragma once

#include <QString>

#include "runtime/model_id.h"

namespace services {

/// The text form of a runtime::ModelId, which the window and the databases keep.
using ModelId = QString;

inline runtime::ModelId modelFrom(const ModelId& text)
{
    return runtime::ModelId::fromText(text.toStdString());
}

inline ModelId textOf(const runtime::ModelId& model)
{
    return QString::fromStdString(model.text());
}

} // namespace services

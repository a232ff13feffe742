#pragma once

#include "runtime/model_id.h"

#include <QString>

#include <filesystem>

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

/// Conversions between the paths of the engine and the ids of the window. Empty: the built-in
/// model.
ModelId modelIdOf(const std::filesystem::path& path);
std::filesystem::path pathOf(const ModelId& model);

} // namespace services

#pragma once

#include <QString>

namespace services {

/// The path of a model's file or folder; empty: the built-in model.
using ModelId = QString;

} // namespace services

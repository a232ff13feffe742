#pragma once

#include <QString>

namespace services {

/// A text of the user's as the name of a file without its ending: letters, digits, '-', '_' and
/// spaces, at most 60 characters; `fallback` if nothing is left of it.
QString fileNameOf(const QString& text, const QString& fallback);

} // namespace services

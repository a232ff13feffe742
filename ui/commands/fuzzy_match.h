#pragma once

#include <QString>

#include <optional>

namespace ui {

/// How well some typed letters fit a name: more is better, none: not at all. All letters have to be
/// in the name, in this order; those that follow each other or begin a word count for more. Upper
/// and lower case are the same, and so are letters with and without accents.
std::optional<int> fuzzyMatch(const QString& typed, const QString& name);

} // namespace ui

#pragma once

#include <QString>

#include <optional>

namespace ui {

/// How well typed letters match a name: a higher number is better; nothing: they do not match. The
/// name must contain all letters in this order. Letters that follow one another or begin a word
/// count more. Case and accents do not matter.
std::optional<int> fuzzyMatch(const QString& typed, const QString& name);

} // namespace ui

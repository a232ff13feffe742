#pragma once

#include "ui/markdown/math/math_node.h"

#include <optional>

namespace ui {

struct MathSymbol {
    QStringView name; ///< of the command, without the backslash
    QStringView text;
    MathClass mathClass = MathClass::Ordinary;
};

/// The sign of a command such as \alpha, \leq or \sum, or nothing.
std::optional<MathSymbol> mathSymbol(QStringView command);

/// The symbol for a character that stands for itself; "-" becomes a minus sign.
MathSymbol mathCharacter(QChar character);

/// Whether a command is a function name that is set upright, such as \sin or \lim, and whether its
/// scripts are set below and above it.
enum class FunctionName { None, Plain, WithLimits };
FunctionName functionName(QStringView command);

/// The sign for what follows \left, \big and the like: "(", "\{", "\langle", …; "" for ".", which
/// draws nothing.
std::optional<QString> delimiter(QStringView source);

/// Whether a sign is drawn larger than text; hasLimits(): whether its scripts are set below and
/// above it.
bool isBigOperator(QStringView text);
bool hasLimits(QStringView text);

/// A letter or digit in one of Unicode's mathematical alphabets.
QString inAlphabet(QChar letter, MathFont font);

} // namespace ui

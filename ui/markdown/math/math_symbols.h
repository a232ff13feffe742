#pragma once

#include "ui/markdown/math/math_node.h"

#include <optional>

namespace ui {

struct MathSymbol {
    QStringView name; ///< of the command, without its backslash
    QStringView text;
    MathClass mathClass = MathClass::Ordinary;
};

/// The sign of a command: \alpha, \leq, \sum, …; nothing if there is none of that name.
std::optional<MathSymbol> mathSymbol(QStringView command);

/// How a character that is typed as itself behaves; "-" becomes a minus sign.
MathSymbol mathCharacter(QChar character);

/// Functions that are set upright: sin, lim, …; whether their scripts stand below and above.
enum class FunctionName { None, Plain, WithLimits };
FunctionName functionName(QStringView command);

/// What follows \left, \big and the like: "(", "\{", "\langle", … as the sign to draw; "." is "".
std::optional<QString> delimiter(QStringView source);

/// Whether a sign is drawn larger than text, and whether its scripts stand below and above.
bool isBigOperator(QStringView text);
bool hasLimits(QStringView text);

/// A letter or digit in one of the alphabets that Unicode has for formulas.
QString inAlphabet(QChar letter, MathFont font);

} // namespace ui

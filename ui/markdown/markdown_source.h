#pragma once

#include <QByteArray>

namespace ui {

/// Markdown made ready for a parser that knows no formulas. Byte for byte as long as the original,
/// so that places in both are the same.
struct PreparedSource {
    QByteArray text;
    qsizetype openFormula = -1; ///< where a displayed formula begins that does not end; −1: none
};

/// Control characters that stand for what the parser must not touch. None of them is left in text
/// that comes from outside.
inline constexpr char maskedBackslash = 1; ///< of \( \) \[ \] and \begin
inline constexpr char maskedNewline = 2; ///< within a displayed formula
inline constexpr char maskedDash = 3; ///< of a row that would make a table which is none

/// Marks the delimiters of formulas, keeps the lines of a displayed formula together, and takes
/// tables apart that would cost more than they hold.
PreparedSource prepareSource(QByteArray text);

/// What was masked, as it was in the original.
QByteArray unmasked(QByteArray text);

/// … and as Markdown reads it outside of code, where a backslash before a bracket vanishes.
QByteArray unescaped(QByteArray text);

} // namespace ui

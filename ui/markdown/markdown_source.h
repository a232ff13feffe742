#pragma once

#include <QByteArray>

namespace ui {

/// Markdown prepared for a parser that knows no formulas. It has the length of the original in
/// bytes, so every offset is the same in both.
struct PreparedSource {
    QByteArray text;
    qsizetype openFormula = -1; ///< where a displayed formula begins that has no end; −1: none
};

/// Control characters that replace what the parser must not interpret. Text from outside never
/// contains them after preparation.
inline constexpr char maskedBackslash = 1; ///< of \( \) \[ \] and \begin
inline constexpr char maskedNewline = 2; ///< within a displayed formula
inline constexpr char maskedDash = 3; ///< of a row that would make a table of what is none

/// Masks the delimiters of formulas, joins the lines of each displayed formula, and breaks up
/// tables that would need more memory than their text is worth.
PreparedSource prepareSource(QByteArray text);

/// Restores the masked characters as they are in the original.
QByteArray unmasked(QByteArray text);

/// Restores them as Markdown reads them outside of code, where a backslash before a bracket
/// disappears.
QByteArray unescaped(QByteArray text);

} // namespace ui

#pragma once

#include <QString>

namespace services {

/// A text without accents and marks of Markdown, in which signs, fractions and some units are written in
/// one way.
QString toPlainText(QString text);

/// Writes the numbers that words spell in digits, and numbers and days of the week in Chinese signs in
/// digits and in English. The text is a plain one. A number whose word may mean something else gets
/// a "~".
QString withDigits(const QString& text);

} // namespace services

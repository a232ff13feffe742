#pragma once

#include <QLocale>
#include <QString>
#include <QStringList>

namespace ui {

/// What is said of an answer in Markdown, paragraph by paragraph: no marks, numbers of citations or
/// addresses; a block of code is the word "code", a formula the word "formula". Any thread may call
/// it.
QStringList spokenParts(const QString& markdown);

/// The language of a text, by its script and its words; that of the user if it isn't known. Any thread
/// may call it.
QLocale::Language spokenLanguage(const QString& text);

} // namespace ui

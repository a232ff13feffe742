#pragma once

#include "ui/markdown/markdown_block.h"

#include <QStringList>

#include <functional>

namespace ui {

/// Calls visit(run, position) for every run of text in a block, including those in the cells of a
/// table.
void forEachRun(
    const MarkdownBlock& block, const std::function<void(const InlineRun&, int)>& visit);

/// Calls visit(run, part) for the part of every run that is in [begin, end) of the visible text.
void forEachRun(const InlineText& text, int begin, int end,
    const std::function<void(const InlineRun&, const QString& part)>& visit);

int visibleLength(const InlineText& text); ///< in characters of the visible text

/// The text of a block that can be selected, with one character for every position on the screen: a
/// formula is one OBJECT REPLACEMENT CHARACTER, and there are tabs between the cells of a row.
QString visibleText(const MarkdownBlock& block);

/// The part [begin, end) of the visible text as readable text, with formulas as LaTeX.
QString plainText(const MarkdownBlock& block, int begin, int end);

/// The same part as Markdown, including the marks of lists and quotes.
QString markdownText(const MarkdownBlock& block, int begin, int end);

/// The whole block as a screen reader reads it, with the marker of a list item before it.
QString readableText(const MarkdownBlock& block);

/// The visible texts of all blocks in order; MarkdownView searches for words in them. Any thread
/// may call it.
QStringList readableBlocks(const QString& text, Markup markup = Markup::Markdown);

/// The contents of the code blocks of a Markdown text, in order. Any thread may call it.
QStringList codeBlocks(const QString& text);

} // namespace ui

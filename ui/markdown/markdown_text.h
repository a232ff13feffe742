#pragma once

#include "ui/markdown/markdown_block.h"

#include <QStringList>

#include <functional>

namespace ui {

/// Calls visit(run, position) for every run of text in a block, cells included.
void forEachRun(
    const MarkdownBlock& block, const std::function<void(const InlineRun&, int)>& visit);

/// What can be selected of a block, one character for every place of it on the screen: a formula is
/// one OBJECT REPLACEMENT CHARACTER, the cells of a row stand between tabs.
QString visibleText(const MarkdownBlock& block);

/// A part of it as text to read or to paste, formulas as LaTeX.
QString plainText(const MarkdownBlock& block, int begin, int end);

/// … with the marks that make it the same Markdown again, those of lists and quotes included.
QString markdownText(const MarkdownBlock& block, int begin, int end);

/// The whole block as a screen reader reads it: the mark of a list item before it.
QString readableText(const MarkdownBlock& block);

/// The visible texts of all blocks, in order: what MarkdownView looks for words in. Any thread.
QStringList readableBlocks(const QString& text, Markup markup = Markup::Markdown);

/// What stands in the blocks of code of a Markdown text, in order. Any thread.
QStringList codeBlocks(const QString& text);

} // namespace ui

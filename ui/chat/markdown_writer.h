#pragma once

#include "ui/chat/markdown_block.h"

struct cmark_node;

namespace ui {

/// Fills document, code and language of a block from its node of the syntax tree.
void writeBlock(MarkdownBlock& block, cmark_node* node, const MarkdownStyle& style);

/// An empty document that was never shown, which is what makes filling it quick.
std::shared_ptr<QTextDocument> newDocument(const MarkdownStyle& style);

/// Links that may be opened by a click: http, https, mailto.
bool isSafeLink(const QString& address);

} // namespace ui

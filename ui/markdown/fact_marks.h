#pragma once

#include "ui/markdown/markdown_block.h"

#include <QString>

#include <vector>

namespace ui {

/// A fact of a text that was compared with the images it is about, or with other versions of it.
struct FactMark {
    qsizetype begin = 0, end = 0; ///< in factText()
    bool isSupported = false; ///< an image has it
    bool hasPlace = false; ///< it can be shown in an image
    QString description = {}; ///< for the user: where it stands, or that it stands nowhere
    bool isDisputed = false; ///< other versions of the text say otherwise

    bool operator==(const FactMark&) const = default;
};

/// The text in which facts are searched: block by block, without code and formulas. Any thread may call
/// it.
QString factText(const std::vector<MarkdownBlock>& blocks);

/// Makes links of the facts, in ascending order, except in what is a link already. Any thread may call
/// it.
void linkFacts(std::vector<MarkdownBlock>& blocks, const QList<FactMark>& facts);

} // namespace ui

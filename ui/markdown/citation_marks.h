#pragma once

#include "ui/markdown/markdown_block.h"

#include <QHash>
#include <QStringList>

namespace ui {

/// What the marks of an answer, such as [2] or [1, 3], stand for.
struct CitationMarks {
    /// A line about each, for the user; [1] is the first. Empty: no marks.
    QStringList sources = {};
    /// The facts of each number's statements that its source doesn't contain, mark by mark in the
    /// order of the text. Empty: none. A number without an entry is not judged.
    QHash<int, QStringList> missing = {};

    bool operator==(const CitationMarks&) const = default;
};

/// Makes links of the marks in a text, where a source has their number: not in code or formulas, nor
/// in what is a link already. What is judged must be judged for every mark of a number; where there
/// are more or fewer of them, its marks are unsupported only if all of them are. Any thread may call
/// it.
void linkCitations(std::vector<MarkdownBlock>& blocks, const CitationMarks& marks);

} // namespace ui

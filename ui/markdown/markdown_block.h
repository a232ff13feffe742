#pragma once

#include <QList>
#include <QString>

#include <vector>

namespace ui {

/// How a text is read: exactly as it was typed, or as Markdown.
enum class Markup { Plain, Markdown };

/// A piece of a line in one style.
struct InlineRun {
    enum Style : quint8 {
        Emphasis = 1,
        Strong = 2,
        Code = 4,
        Struck = 8,
        Formula = 16, ///< the text is LaTeX without delimiters
        Raised = 32, ///< the number of a footnote
    };

    QString text;
    quint8 style = 0;
    QString link = {}; ///< an address that a click opens, or empty

    bool is(Style asked) const { return style & asked; }
    bool operator==(const InlineRun&) const = default;
};

using InlineText = std::vector<InlineRun>;

enum class ColumnAlignment : quint8 { Leading, Center, Trailing };

/// A column of a table, the same in all parts of a table.
struct TableColumn {
    ColumnAlignment alignment = ColumnAlignment::Leading;
    QString widest = {}; ///< the text of the cell that is probably the widest
    QString longestWord = {};

    bool operator==(const TableColumn&) const = default;
};

/// A leaf of a Markdown text, or a part of one. Lists and quotes are not blocks; a block says how
/// deep it is inside them. Blocks need no screen, so any thread can make them.
struct MarkdownBlock {
    enum class Kind {
        Text,
        Heading,
        Code,
        Table,
        Rule,
        Formula,
        Summary, ///< the title of a disclosure, which shows or hides the blocks below it
    };

    Kind kind = Kind::Text;
    int level = 0; ///< of a heading, 1 to 6
    QString marker = {}; ///< of the list item that begins here: "•", "3.", "☑"
    int listDepth = 0; ///< the number of lists around it
    int quoteDepth = 0; ///< the number of quotes around it
    int foldDepth = 0; ///< the number of disclosures around it
    double indent = 0; ///< by its lists and disclosures, in ems
    bool tight = false; ///< it belongs to a list without blank lines
    /// It continues the leaf of the block above, which was too long for one block.
    bool continues = false;
    bool inLine = false; ///< it continues in the middle of a line
    bool isOpen = false; ///< of Summary: what is in the disclosure is shown at first
    InlineText text = {}; ///< of Text and Heading; of Summary one run without style, or none
    QString code = {}; ///< of Code; for Formula the LaTeX
    QString language = {}; ///< of Code, as written after the fence; often empty
    bool isClosed = false; ///< of Code: its fence has ended, so more text doesn't change it
    /// The rows of a Table; the first part begins with headings.
    std::vector<std::vector<InlineText>> rows = {};
    std::vector<TableColumn> columns = {};

    bool operator==(const MarkdownBlock&) const = default;
};

} // namespace ui

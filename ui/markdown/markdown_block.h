#pragma once

#include <QList>
#include <QString>

#include <vector>

namespace ui {

/// How a text is to be read: as it was typed, or as Markdown.
enum class Markup { Plain, Markdown };

/// A piece of a line that looks the same throughout. A value.
struct InlineRun {
    enum Style : quint8 {
        Emphasis = 1,
        Strong = 2,
        Code = 4,
        Struck = 8,
        Formula = 16, ///< text is LaTeX without its delimiters
        Raised = 32, ///< the mark of a footnote
    };

    QString text;
    quint8 style = 0;
    QString link = {}; ///< an address that may be opened by a click, or nothing

    bool is(Style asked) const { return style & asked; }
    bool operator==(const InlineRun&) const = default;
};

using InlineText = std::vector<InlineRun>;

enum class ColumnAlignment : quint8 { Leading, Centre, Trailing };

/// A column of a table, as all parts of the table know it. A value.
struct TableColumn {
    ColumnAlignment alignment = ColumnAlignment::Leading;
    QString widest = {}; ///< the text of a cell that is likely the widest
    QString longestWord = {};

    bool operator==(const TableColumn&) const = default;
};

/// A leaf of a Markdown text: lists and quotes are not blocks but say where their leaves stand.
/// Nothing of it needs a screen, so blocks can be made in any thread. A value.
struct MarkdownBlock {
    enum class Kind { Text, Heading, Code, Table, Rule, Formula };

    Kind kind = Kind::Text;
    int level = 0; ///< of a heading, 1 to 6
    QString marker = {}; ///< of the list item that begins here: "•", "3.", "☑"
    int listDepth = 0; ///< lists around it
    int quoteDepth = 0; ///< quotes around it
    double indent = 0; ///< that its lists make, in widths of an em
    bool tight = false; ///< an item of a list without blank lines
    bool continues = false; ///< the next part of the leaf above, which was too long for one block
    bool inLine = false; ///< … and it goes on in the middle of a line
    InlineText text = {}; ///< of Text and Heading
    QString code = {}; ///< of Code; LaTeX of Formula
    QString language = {}; ///< of Code, as written after the fence; often empty
    std::vector<std::vector<InlineText>> rows
        = {}; ///< of Table; the first part begins with headings
    std::vector<TableColumn> columns = {};

    bool operator==(const MarkdownBlock&) const = default;
};

} // namespace ui

#pragma once

#include <QByteArray>
#include <QColor>
#include <QFont>
#include <QString>
#include <QTextDocument>

#include <memory>

namespace ui {

/// Fonts and colours that are written into a document when it is built.
struct MarkdownStyle {
    QFont font;
    QFont codeFont;
    QColor linkColour;
    QColor codeColour; ///< behind code within a line
    QColor borderColour; ///< of tables

    bool operator==(const MarkdownStyle&) const = default;
};

/// A leaf of a Markdown text: lists and quotes are not blocks but say where their leaves stand.
struct MarkdownBlock {
    enum class Kind { Text, Heading, Code, Table, Rule };

    Kind kind = Kind::Text;
    QByteArray source; ///< what it was made from; an equal source means an equal document
    QString marker; ///< of the list item that begins here: "•", "3.", "☑"
    int listDepth = 0; ///< lists around it
    int quoteDepth = 0; ///< quotes around it
    bool tight = false; ///< an item of a list without blank lines
    QString code; ///< Code: the text to copy
    QString language; ///< Code: as written after the fence, often empty
    std::shared_ptr<QTextDocument> document; ///< none for Rule

    QString plainText() const;
};

} // namespace ui

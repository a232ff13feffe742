#pragma once

#include "ui/markdown/code/languages.h"
#include "ui/theme/theme.h"

#include <QTextLayout>

namespace ui {

/// A part of a line of code in one style.
struct CodeToken {
    int begin = 0;
    int length = 0;
    CodeStyle style = CodeStyle::Plain;

    bool operator==(const CodeToken&) const = default;
};

/// What highlighting a line needs to know about the lines above it.
struct CodeState {
    quint16 rule = 0; ///< the rule that is open, counted from 1; 0: none
    quint16 depth = 0; ///< how deep the rule is nested
    bool isInTag = false;

    bool operator==(const CodeState&) const = default;
};

/// Appends the tokens of a line, without plain ones, and returns the state after the line. Looks at
/// every character a bounded number of times.
CodeState highlightLine(
    QStringView line, const Language& language, CodeState state, std::vector<CodeToken>& tokens);

/// Returns the state after several lines.
CodeState stateAfter(QStringView code, const Language& language, CodeState state);

/// The color of a style. Its contrast on the background of code is at least 4.5 : 1.
QColor codeColor(CodeStyle style, Scheme scheme);

/// The formats of a piece of code; `before` is the state at its beginning. Empty if `language` is
/// null.
QList<QTextLayout::FormatRange> codeFormats(
    const QString& code, const Language* language, CodeState before, Scheme scheme);

} // namespace ui

#pragma once

#include "ui/markdown/code/language.h"

namespace ui {

/// A piece of a line in one style.
struct CodeToken {
    int begin = 0;
    int length = 0;
    CodeStyle style = CodeStyle::Plain;

    bool operator==(const CodeToken&) const = default;
};

/// What the next line needs to know of those above it. A value.
struct CodeState {
    quint16 rule = 0; ///< that is open, counted from 1; 0: none
    quint16 depth = 0; ///< of its nesting
    bool isInTag = false;

    bool operator==(const CodeState&) const = default;
};

/// Finds the tokens of one line; plain ones are left out. Returns the state after it. Looks at
/// every character a bounded number of times.
CodeState highlightLine(
    QStringView line, const Language& language, CodeState state, std::vector<CodeToken>& tokens);

/// The state after some lines.
CodeState stateAfter(QStringView code, const Language& language, CodeState state);

} // namespace ui

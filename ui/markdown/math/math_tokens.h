#pragma once

#include <QString>

namespace ui {

/// Cuts LaTeX into tokens: a command with its backslash, or one character. Skips spaces between
/// tokens, and comments.
class MathTokens {
public:
    explicit MathTokens(const QString& latex)
        : m_text(latex)
    {
    }

    bool isAtEnd() const { return m_place >= m_text.size(); }
    void skipAll() { m_place = m_text.size(); }

    QString peek(); ///< empty at the end
    QString take();
    bool take(QStringView token); ///< takes it only if it is the next one

    QString takeBraces(); ///< the source between braces, or one token
    QString takeBrackets(); ///< the source between brackets; empty if there are none

private:
    void skipSpace();

    QString m_text;
    qsizetype m_place = 0;
};

} // namespace ui

#pragma once

#include <QString>

namespace ui {

/// LaTeX cut into tokens: a command with its backslash, or one character. Space between them and
/// comments are passed over.
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
    bool take(QStringView token); ///< if it is the next one

    QString takeBraces(); ///< the raw text between braces, or one token
    QString takeBrackets(); ///< the raw text between brackets, where there are any

private:
    void skipSpace();

    QString m_text;
    qsizetype m_place = 0;
};

} // namespace ui

#pragma once

#include "ui/markdown/math/math_node.h"

#include <QString>

#include <optional>

namespace ui {

/// Cuts LaTeX into tokens: a command with its backslash, or one character. Skips spaces between
/// tokens, and comments.
class MathTokens {
public:
    explicit MathTokens(const QString& latex)
        : m_text(latex)
    {
    }

    bool isAtEnd() const { return m_position >= m_text.size(); }
    void skipAll() { m_position = m_text.size(); }

    QString peek(); ///< empty at the end
    QString take();
    bool take(QStringView token); ///< takes it only if it is the next one

    QString takeBraces(); ///< the source between braces, or one token
    QString takeBrackets(); ///< the source between brackets; empty if there are none

private:
    void skipSpace();

    QString m_text;
    qsizetype m_position = 0;
};

struct MathSymbol {
    QStringView name; ///< of the command, without the backslash
    QStringView text;
    MathClass mathClass = MathClass::Ordinary;
};

/// The sign of a command such as \alpha, \leq or \sum, or nothing.
std::optional<MathSymbol> mathSymbol(QStringView command);

/// The symbol for a character that stands for itself; "-" becomes a minus sign.
MathSymbol mathCharacter(QChar character);

/// Whether a command is a function name that is set upright, such as \sin or \lim, and whether its
/// scripts are set below and above it.
enum class FunctionName { None, Plain, WithLimits };
FunctionName functionName(QStringView command);

/// The sign for what follows \left, \big and the like: "(", "\{", "\langle", …; "" for ".", which
/// draws nothing.
std::optional<QString> delimiter(QStringView source);

/// Whether a sign is drawn larger than text; hasLimits(): whether its scripts are set below and
/// above it.
bool isBigOperator(QStringView text);
bool hasLimits(QStringView text);

/// A letter or digit in one of Unicode's mathematical alphabets.
QString inAlphabet(QChar letter, MathFont font);

/// An environment of LaTeX, \begin{name}, that arranges cells in a grid.
struct MathEnvironment {
    QStringView name;
    QStringView open = {}, close = {};
    /// Repeated as often as needed; "rl" makes pairs without space between.
    QStringView columns = u"c";
    bool isDisplayed = false; ///< whether cells are set like displayed formulas
    bool takesColumns = false; ///< whether the columns follow in braces
};

/// The environment of that name, with or without a star, or nothing.
std::optional<MathEnvironment> mathEnvironment(QStringView name);

/// The width in ems of the space that a command makes; 0 for commands that show nothing; nothing
/// for all others.
std::optional<double> mathSpace(QStringView command);

std::optional<MathFont> mathFont(QStringView command); ///< \mathbf, \mathbb, …
std::optional<MathFont> textFont(QStringView command); ///< \text, \textbf, …
bool isMathAccent(QStringView command); ///< \hat, \overline, \underbrace, …

} // namespace ui

#pragma once

#include <QString>

#include <vector>

namespace ui {

/// The class of an atom, which decides the space between it and its neighbors, as in TeX.
enum class MathClass : quint8 {
    Ordinary,
    Operator, ///< `text`, drawn large if it is a sign such as ∑
    Binary,
    Relation,
    Opening,
    Closing,
    Punctuation,
    Inner
};

enum class MathFont : quint8 {
    Italic,
    Upright,
    Bold,
    BoldItalic,
    Blackboard,
    Calligraphic,
    Fraktur,
    Sans,
    Mono
};

/// A node of the syntax tree of a formula.
struct MathNode {
    enum class Kind : quint8 {
        Row, ///< children, one after the other
        Symbol, ///< `text` in `font`
        Operator, ///< text, big if it is a sign such as ∑
        Text, ///< words, including their spaces
        Fraction, ///< children: the part above, the part below
        Root, ///< children: the body, the index (may be empty)
        /// Children: the base, the lower and the upper script (empty rows if there is none).
        Scripts,
        Fenced, ///< child: the body; between `open` and `close`, which are as tall as it
        Grid, ///< children: the cells, row by row
        Accent, ///< `text` names the accent; child: the body
        Space, ///< of the width `amount`
        Unknown, ///< `text` is the source
    };

    Kind kind = Kind::Row;
    MathClass mathClass = MathClass::Ordinary;
    MathFont font = MathFont::Italic;
    bool hasLimits = false; ///< of Operator and Accent: scripts are above and below
    bool isBig = false;
    bool hasRule = true; ///< of Fraction
    QString text = {};
    QString open = {}, close = {}; ///< of Fenced and Grid; empty for none
    QString columns = {}; ///< of Grid: an l, c or r for each
    /// The width of a Space in ems; for a Symbol the height in ems that it is stretched to.
    double amount = 0;
    std::vector<MathNode> children = {};
};

/// Parses LaTeX. Unknown commands become Unknown nodes. A formula that is too long or nests too
/// deeply becomes one Unknown node, so depth and size of the tree are bounded.
MathNode parseMath(const QString& latex);

/// The tree as one line, for tests: frac{a}{b}, sum_{i}^{n}, …
QString describe(const MathNode& node);

} // namespace ui

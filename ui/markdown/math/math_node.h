#pragma once

#include <QString>

#include <vector>

namespace ui {

/// What an atom is to its neighbours, which decides the space between them (as in TeX).
enum class MathClass : quint8 {
    Ordinary,
    Operator,
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

/// A part of a formula. A value.
struct MathNode {
    enum class Kind : quint8 {
        Row, ///< children, one after the other
        Symbol, ///< text in a font
        Operator, ///< text, big if it is a sign such as ∑
        Text, ///< words, with their spaces
        Fraction, ///< children: above, below
        Root, ///< children: body, index (may be empty)
        Scripts, ///< children: base, below, above (empty rows where there is none)
        Fenced, ///< children: body; between open and close, as tall as the body
        Grid, ///< children: the cells, row by row
        Accent, ///< text says which; children: body
        Space, ///< amount
        Unknown, ///< text: the source
    };

    Kind kind = Kind::Row;
    MathClass mathClass = MathClass::Ordinary;
    MathFont font = MathFont::Italic;
    bool hasLimits = false; ///< of Operator and Accent: scripts stand above and below
    bool isBig = false;
    bool hasRule = true; ///< of Fraction
    QString text = {};
    QString open = {}, close = {}; ///< of Fenced and Grid; empty for none
    QString columns = {}; ///< of Grid: an l, c or r for each
    double amount = 0; ///< of Space, in ems; of Symbol: a height in ems that it grows to
    std::vector<MathNode> children = {};
};

/// Reads LaTeX. Commands that are not known become Unknown; what is nested too deep or too long
/// becomes Unknown as a whole, so the tree is never deeper or larger than a constant.
MathNode parseMath(const QString& latex);

/// The tree in one line, for tests: frac{a}{b}, sum_{i}^{n}, …
QString describe(const MathNode& node);

} // namespace ui

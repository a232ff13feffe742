#include "ui/markdown/math/math_node.h"
#include "ui/markdown/math/math_symbols.h"

#include <QHash>

#include <optional>
#include <utility>

namespace ui {

namespace {

using Kind = MathNode::Kind;

constexpr qsizetype longest = 8000; // UTF-16 units of a formula
constexpr int deepest = 24;
constexpr int maxNodes = 6000;
constexpr qsizetype maxColumns = 32;

MathNode leaf(Kind kind, const QString& text, MathClass mathClass = MathClass::Ordinary)
{
    MathNode node;
    node.kind = kind;
    node.text = text;
    node.mathClass = mathClass;
    return node;
}

MathNode space(double ems)
{
    MathNode node = leaf(Kind::Space, {});
    node.amount = ems;
    return node;
}

/// Reads from left to right, one function for each construct.
class Parser {
public:
    explicit Parser(const QString& latex)
        : m_tokens(latex)
    {
    }

    MathNode parse()
    {
        MathNode row;
        while (!m_tokens.isAtEnd()) {
            parseRow(row, {});
            if (!m_tokens.isAtEnd()) // something closes that was not open
                add(row, leaf(Kind::Unknown, m_tokens.take()));
        }
        return row;
    }

    bool isTooMuch() const { return m_isTooMuch; }

private:
    void add(MathNode& row, MathNode node)
    {
        if (++m_nodes > maxNodes)
            m_isTooMuch = true;
        row.children.push_back(std::move(node));
    }

    static bool endsRow(const QString& token)
    {
        return token == u"}" || token == u"&" || token == u"\\\\" || token == u"\\right"
            || token == u"\\end" || token == u"\\middle" || token == u"\\cr";
    }

    // Up to what closes it, which stays; `stop` is one more such token.
    void parseRow(MathNode& row, QStringView stop)
    {
        if (++m_depth > deepest)
            m_isTooMuch = true;
        while (!m_isTooMuch) {
            const QString token = m_tokens.peek();
            if (token.isEmpty() || endsRow(token) || (!stop.isEmpty() && token == stop))
                break;
            parseAtom(row);
        }
        if (m_isTooMuch)
            m_tokens.skipAll();
        --m_depth;
    }

    MathNode parseArgument()
    {
        MathNode row;
        if (m_tokens.take(u"{")) {
            parseRow(row, {});
            m_tokens.take(u"}");
            return row;
        }
        if (++m_depth > deepest)
            m_isTooMuch = true;
        const QString token = m_tokens.peek();
        if (!m_isTooMuch && !token.isEmpty() && !endsRow(token))
            add(row, parsePart());
        --m_depth;
        return row;
    }

    // One thing and the scripts at it.
    void parseAtom(MathNode& row)
    {
        const QString token = m_tokens.peek();
        if (token == u"^" || token == u"_" || token == u"'") {
            MathNode base;
            if (!row.children.empty() && row.children.back().kind != Kind::Space
                && row.children.back().kind != Kind::Scripts) {
                base = std::move(row.children.back());
                row.children.pop_back();
            }
            add(row, parseScripts(std::move(base)));
            return;
        }
        if (token == u"\\limits" || token == u"\\nolimits") {
            m_tokens.take();
            if (!row.children.empty())
                row.children.back().hasLimits = token == u"\\limits";
            return;
        }
        add(row, parsePart());
    }

    MathNode parseScripts(MathNode base)
    {
        MathNode node;
        node.kind = Kind::Scripts;
        node.mathClass = base.mathClass;
        MathNode below, above;
        for (QString token = m_tokens.peek(); !m_isTooMuch; token = m_tokens.peek()) {
            if (token == u"'") {
                m_tokens.take();
                add(above, leaf(Kind::Symbol, QStringLiteral("′")));
            } else if (token == u"^" || token == u"_") {
                m_tokens.take();
                MathNode script = parseArgument();
                MathNode& place = token == u"^" ? above : below;
                for (MathNode& part : script.children)
                    add(place, std::move(part));
            } else {
                break;
            }
        }
        node.children = {std::move(base), std::move(below), std::move(above)};
        return node;
    }

    // Anything but scripts.
    MathNode parsePart()
    {
        const QString token = m_tokens.take();
        if (token == u"{") {
            MathNode row;
            parseRow(row, {});
            m_tokens.take(u"}");
            return row;
        }
        if (token.startsWith(u'\\') && token.size() > 1)
            return parseCommand(token.mid(1));
        if (token == u"~")
            return space(0.33);
        return character(token);
    }

    MathNode character(const QString& token) const
    {
        const MathSymbol symbol = mathCharacter(token[0]);
        if (!symbol.text.isEmpty())
            return leaf(Kind::Symbol, symbol.text.toString(), symbol.mathClass);
        MathNode node = leaf(Kind::Symbol, token);
        node.font = m_font;
        const bool isLatinOrGreek = token[0].isLetter() && token[0].unicode() < 0x2000;
        if (m_font == MathFont::Italic && !isLatinOrGreek)
            node.font = MathFont::Upright;
        if (token.size() == 1)
            node.text = inAlphabet(token[0], m_font);
        return node;
    }

    MathNode parseCommand(const QString& name)
    {
        if (name == u"left")
            return parseFenced();
        if (name == u"begin")
            return parseEnvironment();
        if (const std::optional<MathNode> node = parseSpace(name))
            return *node;
        if (std::optional<MathNode> node = parseFraction(name))
            return std::move(*node);
        if (std::optional<MathNode> node = parseStack(name))
            return std::move(*node);
        if (std::optional<MathNode> node = parseFont(name))
            return std::move(*node);
        if (std::optional<MathNode> node = parseAccent(name))
            return std::move(*node);
        if (std::optional<MathNode> node = parseSized(name))
            return std::move(*node);
        return parseName(name);
    }

    MathNode parseName(const QString& name)
    {
        if (name == u"sqrt") {
            MathNode root;
            root.kind = Kind::Root;
            MathNode index;
            if (m_tokens.take(u"[")) {
                parseRow(index, u"]");
                m_tokens.take(u"]");
            }
            root.children = {parseArgument(), std::move(index)};
            return root;
        }
        if (name == u"not") {
            MathNode node = parseArgument();
            if (node.children.size() == 1 && node.children[0].kind == Kind::Symbol) {
                node = node.children[0];
                node.text += QChar(0x338);
            }
            return node;
        }
        if (const FunctionName function = functionName(name); function != FunctionName::None)
            return operatorNamed(name, function == FunctionName::WithLimits);
        if (const std::optional<MathSymbol> symbol = mathSymbol(name)) {
            MathNode node = leaf(Kind::Symbol, symbol->text.toString(), symbol->mathClass);
            const QChar first = node.text[0];
            const bool isSmallGreek = first >= u'α' && first <= u'ϖ';
            node.font = !isSmallGreek      ? MathFont::Upright
                : m_font == MathFont::Bold ? MathFont::BoldItalic
                                           : MathFont::Italic;
            if (symbol->mathClass == MathClass::Operator) {
                node.kind = Kind::Operator;
                node.isBig = isBigOperator(node.text);
                node.hasLimits = hasLimits(node.text);
            }
            return node;
        }
        return leaf(Kind::Unknown, u'\\' + name);
    }

    static MathNode operatorNamed(const QString& name, bool limits)
    {
        QString shown = name;
        if (name == u"limsup" || name == u"liminf")
            shown.insert(3, QChar(0x2009));
        MathNode node = leaf(Kind::Operator, shown, MathClass::Operator);
        node.font = MathFont::Upright;
        node.hasLimits = limits;
        return node;
    }

    std::optional<MathNode> parseSpace(const QString& name)
    {
        if (const std::optional<double> width = mathSpace(name))
            return space(*width);
        if (name == u"label" || name == u"color" || name == u"vspace") {
            m_tokens.takeBraces();
            return space(0);
        }
        if (name == u"hspace" || name == u"phantom" || name == u"hphantom") {
            m_tokens.takeBraces();
            return space(1);
        }
        return {};
    }

    std::optional<MathNode> parseFraction(const QString& name)
    {
        const bool isBinomial = name.endsWith(u"binom");
        if (name != u"frac" && name != u"dfrac" && name != u"tfrac" && name != u"cfrac"
            && name != u"binom" && name != u"dbinom" && name != u"tbinom")
            return {};
        MathNode fraction;
        fraction.kind = Kind::Fraction;
        fraction.mathClass = MathClass::Inner;
        fraction.isBig = name == u"dfrac" || name == u"cfrac" || name == u"dbinom";
        fraction.hasRule = !isBinomial;
        MathNode above = parseArgument();
        fraction.children = {std::move(above), parseArgument()};
        if (!isBinomial)
            return fraction;
        MathNode fenced;
        fenced.kind = Kind::Fenced;
        fenced.open = QStringLiteral("(");
        fenced.close = QStringLiteral(")");
        fenced.children = {std::move(fraction)};
        return fenced;
    }

    // One thing above or below another.
    std::optional<MathNode> parseStack(const QString& name)
    {
        MathNode node;
        node.kind = Kind::Scripts;
        if (name == u"overset" || name == u"stackrel") {
            MathNode above = parseArgument();
            MathNode base = parseArgument();
            node.mathClass
                = base.children.size() == 1 ? base.children[0].mathClass : MathClass::Ordinary;
            node.children = {std::move(base), {}, std::move(above)};
        } else if (name == u"underset") {
            MathNode below = parseArgument();
            MathNode base = parseArgument();
            node.mathClass
                = base.children.size() == 1 ? base.children[0].mathClass : MathClass::Ordinary;
            node.children = {std::move(base), std::move(below), {}};
        } else if (name == u"xrightarrow" || name == u"xleftarrow") {
            MathNode below;
            if (m_tokens.take(u"[")) {
                parseRow(below, u"]");
                m_tokens.take(u"]");
            }
            node.mathClass = MathClass::Relation;
            MathNode arrow = leaf(Kind::Symbol,
                name == u"xrightarrow" ? QStringLiteral("⟶") : QStringLiteral("⟵"),
                MathClass::Relation);
            node.children = {std::move(arrow), std::move(below), parseArgument()};
        } else {
            return {};
        }
        node.children[0].hasLimits = true;
        return node;
    }

    std::optional<MathNode> parseFont(const QString& name)
    {
        if (const std::optional<MathFont> font = textFont(name)) {
            QString text = m_tokens.takeBraces();
            MathNode node = leaf(Kind::Text, text.remove(u'$'));
            node.font = *font;
            if (name == u"tag")
                node.text = QStringLiteral("\u2003(%1)").arg(text);
            return node;
        }
        if (name == u"operatorname" || name == u"operatorname*" || name == u"mathop") {
            const bool limits = m_tokens.take(u"*");
            QString text = m_tokens.takeBraces();
            return operatorNamed(text.remove(u"\\,"_qs), limits);
        }
        if (name == u"textcolor" || name == u"colorbox") {
            m_tokens.takeBraces();
            return parseArgument();
        }
        const std::optional<MathFont> font = mathFont(name);
        if (!font)
            return {};
        if (name.size() == 2 && name != u"bm") { // {\bf x}: to the end of the group
            m_font = *font;
            return space(0);
        }
        const MathFont outer = std::exchange(m_font, *font);
        MathNode argument = parseArgument();
        m_font = outer;
        return argument;
    }

    std::optional<MathNode> parseAccent(const QString& name)
    {
        if (!isMathAccent(name))
            return {};
        MathNode node = leaf(Kind::Accent, name);
        node.hasLimits = name.endsWith(u"brace");
        node.children = {parseArgument()};
        return node;
    }

    // \big( and its larger sisters.
    std::optional<MathNode> parseSized(const QString& name)
    {
        static const QHash<QString, double> sizes
            = {{u"big"_qs, 1.2}, {u"Big"_qs, 1.8}, {u"bigg"_qs, 2.4}, {u"Bigg"_qs, 3}};
        QString bare = name;
        if (bare.endsWith(u'l') || bare.endsWith(u'r') || bare.endsWith(u'm'))
            bare.chop(1);
        const auto found = sizes.find(bare);
        if (found == sizes.end())
            return {};
        const std::optional<QString> sign = delimiter(m_tokens.take());
        MathNode node = leaf(Kind::Symbol, sign.value_or(QString()),
            name.endsWith(u'r')       ? MathClass::Closing
                : name.endsWith(u'm') ? MathClass::Relation
                                      : MathClass::Opening);
        node.font = MathFont::Upright;
        node.amount = *found;
        return node;
    }

    MathNode parseFenced()
    {
        MathNode node;
        node.kind = Kind::Fenced;
        node.mathClass = MathClass::Inner;
        node.open = delimiter(m_tokens.take()).value_or(QString());
        MathNode body;
        parseRow(body, {});
        while (m_tokens.take(u"\\middle")) {
            MathNode bar = leaf(
                Kind::Symbol, delimiter(m_tokens.take()).value_or(QString()), MathClass::Relation);
            bar.font = MathFont::Upright;
            add(body, std::move(bar));
            parseRow(body, {});
        }
        if (m_tokens.take(u"\\right"))
            node.close = delimiter(m_tokens.take()).value_or(QString());
        node.children = {std::move(body)};
        return node;
    }

    MathNode parseEnvironment()
    {
        const QString name = m_tokens.takeBraces();
        const std::optional<MathEnvironment> environment = mathEnvironment(name);
        if (!environment)
            return leaf(Kind::Unknown, QStringLiteral("\\begin{%1}").arg(name));
        MathNode grid;
        grid.kind = Kind::Grid;
        grid.mathClass = MathClass::Inner;
        grid.open = environment->open.toString();
        grid.close = environment->close.toString();
        grid.isBig = environment->isDisplayed;
        grid.hasLimits = environment->columns == u"rl";
        if (environment->takesColumns)
            grid.columns = m_tokens.takeBraces();
        else
            m_tokens.takeBrackets();
        grid.columns.removeIf([](QChar c) { return !QStringView(u"lcr").contains(c); });
        const qsizetype columns = parseCells(grid);
        if (m_tokens.take(u"\\end"))
            m_tokens.takeBraces();
        fillColumns(grid, *environment, columns);
        return grid;
    }

    // Returns how many columns there are; every row gets as many.
    qsizetype parseCells(MathNode& grid)
    {
        std::vector<std::vector<MathNode>> rows(1);
        qsizetype columns = 1;
        while (!m_isTooMuch) {
            MathNode cell;
            parseRow(cell, {});
            rows.back().push_back(std::move(cell));
            columns = std::max(columns, qsizetype(rows.back().size()));
            if (columns > maxColumns)
                m_isTooMuch = true;
            if (m_tokens.take(u"&"))
                continue;
            if (!m_tokens.take(u"\\\\") && !m_tokens.take(u"\\cr"))
                break;
            m_tokens.takeBrackets();
            rows.emplace_back();
        }
        if (rows.size() > 1 && rows.back().size() == 1 && rows.back()[0].children.empty())
            rows.pop_back();
        for (std::vector<MathNode>& row : rows) {
            row.resize(size_t(columns));
            for (MathNode& cell : row)
                add(grid, std::move(cell));
        }
        return columns;
    }

    static void fillColumns(MathNode& grid, const MathEnvironment& environment, qsizetype columns)
    {
        while (grid.columns.size() < columns)
            grid.columns += environment.columns[grid.columns.size() % environment.columns.size()];
        grid.columns.truncate(columns);
    }

    MathTokens m_tokens;
    int m_depth = 0, m_nodes = 0;
    bool m_isTooMuch = false;
    MathFont m_font = MathFont::Italic;
};

} // namespace

MathNode parseMath(const QString& latex)
{
    if (latex.size() <= longest) {
        Parser parser(latex);
        MathNode node = parser.parse();
        if (!parser.isTooMuch())
            return node;
    }
    MathNode row;
    row.children.push_back(leaf(MathNode::Kind::Unknown, latex.left(longest)));
    return row;
}

} // namespace ui

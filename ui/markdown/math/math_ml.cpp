#include "ui/markdown/math/math_ml.h"

#include "ui/markdown/math/math_node.h"

#include <QHash>

#include <algorithm>

namespace ui {

namespace {

using Kind = MathNode::Kind;

QString element(const QString& tag, const QString& content, const QString& attributes = {})
{
    const QString space = attributes.isEmpty() ? QString() : QStringLiteral(" ");
    return u'<' + tag + space + attributes + u'>' + content + QLatin1String("</") + tag + u'>';
}

QString fontAttributes(MathFont font)
{
    switch (font) {
    case MathFont::Bold:
        return QStringLiteral("mathvariant=\"normal\" style=\"font-weight:bold\"");
    case MathFont::BoldItalic:
        return QStringLiteral("style=\"font-weight:bold\"");
    case MathFont::Sans:
        return QStringLiteral("mathvariant=\"normal\" style=\"font-family:sans-serif\"");
    case MathFont::Mono:
        return QStringLiteral("mathvariant=\"normal\" style=\"font-family:monospace\"");
    case MathFont::Italic:
        return {};
    default:
        return QStringLiteral("mathvariant=\"normal\"");
    }
}

QString symbol(const MathNode& node)
{
    if (node.text.isEmpty())
        return {};
    const QString text = node.text.toHtmlEscaped();
    if (node.amount > 0) {
        const QString size = QString::number(node.amount) + QStringLiteral("em");
        return element("mo", text,
            QStringLiteral("stretchy=\"true\" minsize=\"%1\" maxsize=\"%1\"").arg(size));
    }
    const QChar first = node.text[0];
    if (first.isDigit())
        return element("mn", text);
    if (first.isLetter() || first.isSurrogate())
        return element("mi", text, fontAttributes(node.font));
    return element("mo", text, QStringLiteral("stretchy=\"false\""));
}

QString operatorSign(const MathNode& node)
{
    if (!node.isBig)
        return element("mi", node.text.toHtmlEscaped(), fontAttributes(MathFont::Upright));
    return element("mo", node.text.toHtmlEscaped(), QStringLiteral("largeop=\"true\""));
}

// A sign above or below a body, with the tag that puts it there.
QString accent(const QString& name, const QString& body)
{
    static const QHash<QString, QString> signs{{"bar", "¯"}, {"overline", "‾"}, {"hat", "^"},
        {"widehat", "^"}, {"check", "ˇ"}, {"breve", "˘"}, {"vec", "→"}, {"overrightarrow", "→"},
        {"overleftarrow", "←"}, {"tilde", "~"}, {"widetilde", "~"}, {"dot", "˙"}, {"ddot", "¨"},
        {"dddot", "⋯"}, {"mathring", "˚"}, {"acute", "´"}, {"grave", "`"}, {"underline", "_"},
        {"overbrace", "⏞"}, {"underbrace", "⏟"}};
    const QString sign = signs.value(name);
    if (sign.isEmpty()) // a frame or a line through it, which MathML in browsers doesn't have
        return element("mrow", body,
            name == u"cancel" ? QStringLiteral("style=\"text-decoration:line-through\"")
                              : QStringLiteral("style=\"border:1px solid\""));
    const bool isWide
        = name.startsWith(u"wide") || name.startsWith(u"over") || name.startsWith(u"under");
    const QString mark = element("mo", sign,
        isWide ? QStringLiteral("stretchy=\"true\"") : QStringLiteral("stretchy=\"false\""));
    return name.startsWith(u"under")
        ? element("munder", body + mark, QStringLiteral("accentunder=\"true\""))
        : element("mover", body + mark, QStringLiteral("accent=\"true\""));
}

class Writer {
public:
    explicit Writer(bool isDisplayed)
        : m_isDisplayed(isDisplayed)
    {
    }

    QString write(const MathNode& node) const
    {
        switch (node.kind) {
        case Kind::Row:
            return row(node.children);
        case Kind::Symbol:
            return symbol(node);
        case Kind::Operator:
            return operatorSign(node);
        case Kind::Text:
            return element("mtext", node.text.toHtmlEscaped());
        case Kind::Fraction:
            return element("mfrac", child(node, 0) + child(node, 1),
                node.hasRule ? QString() : QStringLiteral("linethickness=\"0\""));
        case Kind::Root:
            return node.children[1].children.empty()
                ? element("msqrt", child(node, 0))
                : element("mroot", child(node, 0) + child(node, 1));
        case Kind::Scripts:
            return scripts(node);
        case Kind::Fenced:
            return fenced(node, child(node, 0));
        case Kind::Grid:
            return fenced(node, grid(node));
        case Kind::Accent:
            return accent(node.text, child(node, 0));
        case Kind::Space:
            return QStringLiteral("<mspace width=\"%1em\"></mspace>").arg(node.amount);
        case Kind::Unknown:
            return element("mtext", node.text.toHtmlEscaped());
        }
        return {};
    }

private:
    QString row(const std::vector<MathNode>& nodes) const
    {
        QString content;
        for (const MathNode& node : nodes)
            content += write(node);
        return element("mrow", content);
    }

    // Always one element, as an argument of another.
    QString child(const MathNode& node, size_t index) const
    {
        const QString content = write(node.children[index]);
        return content.isEmpty() ? QStringLiteral("<mrow></mrow>") : content;
    }

    QString scripts(const MathNode& node) const
    {
        const MathNode& base = node.children[0];
        const bool isBelow = !node.children[1].children.empty();
        const bool isAbove = !node.children[2].children.empty();
        const bool hasLimits = base.hasLimits && (m_isDisplayed || base.kind != Kind::Operator);
        const QString tag = hasLimits ? (isBelow && isAbove ? "munderover"
                                    : isBelow               ? "munder"
                                                            : "mover")
                                      : (isBelow && isAbove ? "msubsup"
                                              : isBelow     ? "msub"
                                                            : "msup");
        return element(tag,
            child(node, 0) + (isBelow ? child(node, 1) : QString())
                + (isAbove || !isBelow ? child(node, 2) : QString()));
    }

    static QString fenced(const MathNode& node, const QString& body)
    {
        const auto fence = [](const QString& sign) {
            return sign.isEmpty() ? QString()
                                  : element("mo", sign.toHtmlEscaped(),
                                      QStringLiteral("fence=\"true\" stretchy=\"true\""));
        };
        return element("mrow", fence(node.open) + body + fence(node.close));
    }

    QString grid(const MathNode& node) const
    {
        const size_t columns = size_t(std::max<qsizetype>(1, node.columns.size()));
        QString rows;
        for (size_t first = 0; first < node.children.size(); first += columns) {
            QString cells;
            for (size_t i = first; i < std::min(first + columns, node.children.size()); ++i) {
                const QChar alignment
                    = node.columns.isEmpty() ? QChar(u'c') : node.columns[qsizetype(i - first)];
                cells += element("mtd", child(node, i),
                    QStringLiteral("style=\"text-align:%1\"")
                        .arg(alignment == u'r'      ? "right"
                                : alignment == u'l' ? "left"
                                                    : "center"));
            }
            rows += element("mtr", cells);
        }
        return element("mtable", rows);
    }

    bool m_isDisplayed;
};

} // namespace

QString mathMl(const QString& latex, bool isDisplayed)
{
    const QString content = Writer(isDisplayed).write(parseMath(latex));
    const QString annotation
        = element("annotation", latex.toHtmlEscaped(), "encoding=\"application/x-tex\"");
    return element("math", element("semantics", element("mrow", content) + annotation),
        isDisplayed ? QStringLiteral("display=\"block\"") : QString());
}

} // namespace ui

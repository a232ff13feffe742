#include "ui/markdown/code/code_colours.h"

#include <array>

namespace ui {

namespace {

// In the order of CodeStyle.
constexpr std::array<QRgb, 10> lightColours = {0x1f1e1b, 0x8a2390, 0x1a6487, 0x2b6a2b, 0x9a4a00,
    0x6a6860, 0x2f4fc4, 0x1f6b2e, 0xa11d1d, 0x1a6487};
constexpr std::array<QRgb, 10> darkColours = {0xebebe8, 0xd7a1f0, 0x7cc8e8, 0xa5d69a, 0xf0b27a,
    0x9a9ca3, 0x9db8ff, 0x8fd69a, 0xffaaa2, 0x7cc8e8};

} // namespace

QColor codeColour(CodeStyle style, Scheme scheme)
{
    return QColor((scheme == Scheme::Light ? lightColours : darkColours)[size_t(style)]);
}

QList<QTextLayout::FormatRange> codeFormats(
    const QString& code, const Language* language, CodeState before, Scheme scheme)
{
    QList<QTextLayout::FormatRange> formats;
    if (!language)
        return formats;
    std::vector<CodeToken> tokens;
    int lineStart = 0;
    for (const QStringView line : QStringView(code).tokenize(u'\n')) {
        tokens.clear();
        before = highlightLine(line, *language, before, tokens);
        for (const CodeToken& token : tokens) {
            QTextLayout::FormatRange range{lineStart + token.begin, token.length, {}};
            range.format.setForeground(codeColour(token.style, scheme));
            if (token.style == CodeStyle::Heading)
                range.format.setFontWeight(QFont::DemiBold);
            formats << range;
        }
        lineStart += int(line.size()) + 1;
    }
    return formats;
}

} // namespace ui

#include "ui/theme/colors.h"

#include <QCoreApplication>

#include <cmath>
#include <vector>

namespace ui {

namespace {

// Their accents come from the table below.
const Colors lightColors = {
    .window = QColor(0xffffff),
    .sidebar = QColor(0xf5f4f1),
    .raised = QColor(0xffffff),
    .bubble = QColor(0xf1f0ec),
    .code = QColor(0xf6f5f2),
    .hover = QColor(0xe8e6e0),
    .border = QColor(0xe3e1da),
    .control = QColor(0x8a887f),
    .text = QColor(0x1f1e1b),
    .mutedText = QColor(0x66645c),
    .accent = {},
    .accentText = QColor(0xffffff),
    .error = QColor(0xa11d1d),
    .errorSurface = QColor(0xfdf0ee),
    .shadow = QColor(0, 0, 0, 70),
};

const Colors darkColors = {
    .window = QColor(0x1d1e21),
    .sidebar = QColor(0x17181a),
    .raised = QColor(0x292b2f),
    .bubble = QColor(0x2d3036),
    .code = QColor(0x16171a),
    .hover = QColor(0x363940),
    .border = QColor(0x35383d),
    .control = QColor(0x868a93),
    .text = QColor(0xebebe8),
    .mutedText = QColor(0xa6a8ad),
    .accent = {},
    .accentText = QColor(0x12141c),
    .error = QColor(0xffaaa2),
    .errorSurface = QColor(0x3a2423),
    .shadow = QColor(0, 0, 0, 150),
};

const Colors lightHighContrast = {
    .window = QColor(0xffffff),
    .sidebar = QColor(0xffffff),
    .raised = QColor(0xffffff),
    .bubble = QColor(0xf2f2f2),
    .code = QColor(0xf6f6f6),
    .hover = QColor(0xe6e6e6),
    .border = QColor(0x6a6a6a),
    .control = QColor(0x3a3a3a),
    .text = QColor(Qt::black),
    .mutedText = QColor(0x3a3a3a),
    .accent = {},
    .accentText = QColor(0xffffff),
    .error = QColor(0x8a0000),
    .errorSurface = QColor(0xffffff),
    .shadow = QColor(0, 0, 0, 70),
};

const Colors darkHighContrast = {
    .window = QColor(Qt::black),
    .sidebar = QColor(Qt::black),
    .raised = QColor(0x101010),
    .bubble = QColor(0x1a1a1a),
    .code = QColor(0x0a0a0a),
    .hover = QColor(0x2a2a2a),
    .border = QColor(0x8c8c8c),
    .control = QColor(0xc4c4c4),
    .text = QColor(0xffffff),
    .mutedText = QColor(0xd2d2d2),
    .accent = {},
    .accentText = QColor(Qt::black),
    .error = QColor(0xffc4be),
    .errorSurface = QColor(0x200000),
    .shadow = QColor(0, 0, 0, 150),
};

struct AccentRow {
    const char* name;
    const char* label;
    QRgb light, dark;
};

constexpr AccentRow accentTable[] = {
    {"blue", QT_TRANSLATE_NOOP("ui::Theme", "Blue"), 0x3457d5, 0x8aa6ff},
    {"teal", QT_TRANSLATE_NOOP("ui::Theme", "Teal"), 0x0b6b73, 0x5cc4c9},
    {"green", QT_TRANSLATE_NOOP("ui::Theme", "Green"), 0x2c6b38, 0x83cb8e},
    {"violet", QT_TRANSLATE_NOOP("ui::Theme", "Violet"), 0x7038bf, 0xbea4ff},
    {"rose", QT_TRANSLATE_NOOP("ui::Theme", "Rose"), 0xa92a5b, 0xff9fbe},
    {"amber", QT_TRANSLATE_NOOP("ui::Theme", "Amber"), 0x855300, 0xefb55e},
};

const Colors& baseColors(Scheme scheme, Contrast contrast)
{
    if (contrast == Contrast::High)
        return scheme == Scheme::Light ? lightHighContrast : darkHighContrast;
    return scheme == Scheme::Light ? lightColors : darkColors;
}

double luminance(const QColor& color)
{
    const auto linear = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF())
        + 0.0722 * linear(color.blueF());
}

// The color, lighter or darker until text in it can be read from afar.
QColor strengthened(QColor color, const Colors& base)
{
    const bool isDark = base.window.lightness() < 128;
    while (contrastRatio(color, base.hover) < 7)
        color = isDark ? color.lighter(104) : color.darker(104);
    return color;
}

struct Variant {
    Scheme scheme;
    Contrast contrast;
    QString accent;
    Colors colors;
};

// Every scheme with every accent.
std::vector<Variant> makeVariants()
{
    std::vector<Variant> variants;
    for (const Scheme scheme : {Scheme::Light, Scheme::Dark})
        for (const Contrast contrast : {Contrast::Normal, Contrast::High})
            for (const AccentRow& row : accentTable) {
                Colors colors = baseColors(scheme, contrast);
                colors.accent = QColor(scheme == Scheme::Light ? row.light : row.dark);
                if (contrast == Contrast::High)
                    colors.accent = strengthened(colors.accent, colors);
                variants.push_back({scheme, contrast, QLatin1String(row.name), colors});
            }
    return variants;
}

const std::vector<Variant>& variants()
{
    static const std::vector<Variant> all = makeVariants();
    return all;
}

} // namespace

QList<Accent> accents()
{
    QList<Accent> all;
    for (const AccentRow& row : accentTable)
        all << Accent{QLatin1String(row.name), QCoreApplication::translate("ui::Theme", row.label),
            QColor(row.light), QColor(row.dark)};
    return all;
}

const Colors& colors(Scheme scheme, const QString& accent, Contrast contrast)
{
    const Colors* first = nullptr;
    for (const Variant& variant : variants()) {
        if (variant.scheme != scheme || variant.contrast != contrast)
            continue;
        if (variant.accent == accent)
            return variant.colors;
        if (!first)
            first = &variant.colors;
    }
    return *first;
}

// A widget may have changed single colors of its palette, so only those are looked at that none has
// a reason to change.
const Colors& colors(const QPalette& palette)
{
    const Scheme scheme = detectScheme(palette);
    const QColor accent = palette.color(QPalette::Active, QPalette::Highlight);
    const QColor border = palette.color(QPalette::Active, QPalette::Mid);
    for (const Variant& variant : variants())
        if (variant.scheme == scheme && variant.colors.accent == accent
            && variant.colors.border == border)
            return variant.colors;
    return colors(scheme);
}

Scheme detectScheme(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < 128 ? Scheme::Dark : Scheme::Light;
}

QPalette toPalette(const Colors& colors)
{
    QPalette palette(colors.raised, colors.window);
    palette.setColor(QPalette::WindowText, colors.text);
    palette.setColor(QPalette::Text, colors.text);
    palette.setColor(QPalette::ButtonText, colors.text);
    palette.setColor(QPalette::Base, colors.raised);
    palette.setColor(QPalette::AlternateBase, colors.code);
    palette.setColor(QPalette::PlaceholderText, colors.mutedText);
    palette.setColor(QPalette::Highlight, colors.accent);
    palette.setColor(QPalette::HighlightedText, colors.accentText);
    palette.setColor(QPalette::Link, colors.accent);
    palette.setColor(QPalette::LinkVisited, colors.accent);
    palette.setColor(QPalette::ToolTipBase, colors.raised);
    palette.setColor(QPalette::ToolTipText, colors.text);
    palette.setColor(QPalette::Mid, colors.border);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, colors.control);
    return palette;
}

double contrastRatio(const QColor& one, const QColor& other)
{
    const double a = luminance(one), b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

} // namespace ui

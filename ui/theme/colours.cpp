#include "ui/theme/colours.h"

#include <QCoreApplication>

#include <cmath>
#include <vector>

namespace ui {

namespace {

// Their accents come from the table below.
const Colours lightColours = {
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

const Colours darkColours = {
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

const Colours lightHighContrast = {
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

const Colours darkHighContrast = {
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

const Colours& baseColours(Scheme scheme, Contrast contrast)
{
    if (contrast == Contrast::High)
        return scheme == Scheme::Light ? lightHighContrast : darkHighContrast;
    return scheme == Scheme::Light ? lightColours : darkColours;
}

double luminance(const QColor& colour)
{
    const auto linear = [](double value) {
        return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF())
        + 0.0722 * linear(colour.blueF());
}

// The color, lighter or darker until text in it can be read from afar.
QColor strengthened(QColor colour, const Colours& base)
{
    const bool isDark = base.window.lightness() < 128;
    while (contrastRatio(colour, base.hover) < 7)
        colour = isDark ? colour.lighter(104) : colour.darker(104);
    return colour;
}

struct Variant {
    Scheme scheme;
    Contrast contrast;
    QString accent;
    Colours colours;
};

// Every scheme with every accent.
std::vector<Variant> makeVariants()
{
    std::vector<Variant> variants;
    for (const Scheme scheme : {Scheme::Light, Scheme::Dark})
        for (const Contrast contrast : {Contrast::Normal, Contrast::High})
            for (const AccentRow& row : accentTable) {
                Colours colours = baseColours(scheme, contrast);
                colours.accent = QColor(scheme == Scheme::Light ? row.light : row.dark);
                if (contrast == Contrast::High)
                    colours.accent = strengthened(colours.accent, colours);
                variants.push_back({scheme, contrast, QLatin1String(row.name), colours});
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

const Colours& colours(Scheme scheme, const QString& accent, Contrast contrast)
{
    const Colours* first = nullptr;
    for (const Variant& variant : variants()) {
        if (variant.scheme != scheme || variant.contrast != contrast)
            continue;
        if (variant.accent == accent)
            return variant.colours;
        if (!first)
            first = &variant.colours;
    }
    return *first;
}

// A widget may have changed single colors of its palette, so only those are looked at that none has
// a reason to change.
const Colours& colours(const QPalette& palette)
{
    const Scheme scheme = detectScheme(palette);
    const QColor accent = palette.color(QPalette::Active, QPalette::Highlight);
    const QColor border = palette.color(QPalette::Active, QPalette::Mid);
    for (const Variant& variant : variants())
        if (variant.scheme == scheme && variant.colours.accent == accent
            && variant.colours.border == border)
            return variant.colours;
    return colours(scheme);
}

Scheme detectScheme(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < 128 ? Scheme::Dark : Scheme::Light;
}

QPalette toPalette(const Colours& colours)
{
    QPalette palette(colours.raised, colours.window);
    palette.setColor(QPalette::WindowText, colours.text);
    palette.setColor(QPalette::Text, colours.text);
    palette.setColor(QPalette::ButtonText, colours.text);
    palette.setColor(QPalette::Base, colours.raised);
    palette.setColor(QPalette::AlternateBase, colours.code);
    palette.setColor(QPalette::PlaceholderText, colours.mutedText);
    palette.setColor(QPalette::Highlight, colours.accent);
    palette.setColor(QPalette::HighlightedText, colours.accentText);
    palette.setColor(QPalette::Link, colours.accent);
    palette.setColor(QPalette::LinkVisited, colours.accent);
    palette.setColor(QPalette::ToolTipBase, colours.raised);
    palette.setColor(QPalette::ToolTipText, colours.text);
    palette.setColor(QPalette::Mid, colours.border);
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, colours.control);
    return palette;
}

double contrastRatio(const QColor& one, const QColor& other)
{
    const double a = luminance(one), b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

} // namespace ui

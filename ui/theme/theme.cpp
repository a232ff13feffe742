#include "ui/theme/theme.h"

#include "ui/theme/vignette_style.h"

#include <QApplication>
#include <QFont>

namespace ui {

namespace {

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
    .accent = QColor(0x3457d5),
    .accentText = QColor(0xffffff),
    .error = QColor(0xa11d1d),
    .errorSurface = QColor(0xfdf0ee),
};

const Colours darkColours = {
    .window = QColor(0x1d1e21),
    .sidebar = QColor(0x17181a),
    .raised = QColor(0x292b2f),
    .bubble = QColor(0x2d3036),
    .code = QColor(0x16171a),
    .hover = QColor(0x2a2c31),
    .border = QColor(0x35383d),
    .control = QColor(0x868a93),
    .text = QColor(0xebebe8),
    .mutedText = QColor(0xa6a8ad),
    .accent = QColor(0x8aa6ff),
    .accentText = QColor(0x12141c),
    .error = QColor(0xffaaa2),
    .errorSurface = QColor(0x3a2423),
};

QPalette paletteOf(const Colours& colours)
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

} // namespace

const Colours& colours(Scheme scheme)
{
    return scheme == Scheme::Light ? lightColours : darkColours;
}

Scheme schemeOf(const QPalette& palette)
{
    return palette.color(QPalette::Window).lightness() < 128 ? Scheme::Dark : Scheme::Light;
}

const Colours& colours(const QPalette& palette)
{
    return colours(schemeOf(palette));
}

Theme::Theme(QObject* parent)
    : QObject(parent)
    , m_scheme(schemeOf(QApplication::palette()))
{
    QApplication::setStyle(new VignetteStyle);
    QFont font = QApplication::font();
    font.setFamilies({QStringLiteral("Noto Sans"), QStringLiteral("Noto Color Emoji")});
    font.setPointSizeF(std::max(font.pointSizeF(), 10.5));
    QApplication::setFont(font);
    apply();
}

void Theme::setScheme(Scheme scheme)
{
    m_chosen = true;
    m_scheme = scheme;
    apply();
}

void Theme::followDesktop(Scheme scheme)
{
    if (m_chosen || scheme == m_scheme)
        return;
    m_scheme = scheme;
    apply();
}

void Theme::toggle()
{
    setScheme(m_scheme == Scheme::Light ? Scheme::Dark : Scheme::Light);
}

void Theme::apply()
{
    QApplication::setPalette(paletteOf(colours(m_scheme)));
}

} // namespace ui

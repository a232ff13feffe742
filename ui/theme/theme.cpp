#include "ui/theme/theme.h"

#include "ui/theme/vignette_style.h"

#include <QApplication>

#include <algorithm>

namespace ui {

namespace {

constexpr double smallestDesktopFont = 10.5; // points; many desktops say less than can be read well

} // namespace

Theme::Theme(QObject* parent)
    : QObject(parent)
    , m_style(new VignetteStyle)
    , m_desktopFont(QApplication::font())
    , m_desktopScheme(schemeOf(QApplication::palette()))
{
    QApplication::setStyle(m_style);
    apply();
}

void Theme::setLook(const Look& look)
{
    if (look == m_look)
        return;
    m_look = look;
    apply();
}

void Theme::setScheme(Scheme scheme)
{
    Look look = m_look;
    look.scheme = scheme;
    setLook(look);
}

void Theme::toggle()
{
    setScheme(scheme() == Scheme::Light ? Scheme::Dark : Scheme::Light);
}

double Theme::points() const
{
    return m_look.points > 0 ? m_look.points
                             : std::max(m_desktopFont.pointSizeF(), smallestDesktopFont);
}

void Theme::followDesktop(Scheme scheme)
{
    if (scheme == m_desktopScheme)
        return;
    m_desktopScheme = scheme;
    if (!m_look.scheme)
        apply();
}

void Theme::apply()
{
    applyFont();
    m_style->setOptions({m_look.density, m_look.codePoints, m_look.reducedMotion});
    const QPalette palette = paletteOf(colours(scheme(), m_look.accent, m_look.contrast));
    if (palette != QApplication::palette())
        QApplication::setPalette(palette);
    m_style->tellWidgets();
    emit changed();
}

void Theme::applyFont()
{
    QFont font = m_desktopFont;
    font.setFamilies({QStringLiteral("Noto Sans"), QStringLiteral("Noto Color Emoji")});
    font.setPointSizeF(points());
    if (font != QApplication::font())
        QApplication::setFont(font);
}

} // namespace ui

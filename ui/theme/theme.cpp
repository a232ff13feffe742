#include "ui/theme/theme.h"

#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "ui/theme/vignette_style.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double smallestDesktopFont = 10.5; // points; many desktops say less than can be read well

} // namespace

Theme::Theme(QObject* parent)
    : QObject(parent)
    , m_style(new VignetteStyle)
    , m_desktopFont(QApplication::font())
    , m_desktopScheme(detectScheme(QApplication::palette()))
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
    const QPalette palette = toPalette(colors(scheme(), m_look.accent, m_look.contrast));
    if (palette != QApplication::palette())
        QApplication::setPalette(palette);
    m_style->notifyWidgets();
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

namespace {

const QString service = QStringLiteral("org.freedesktop.portal.Desktop");
const QString path = QStringLiteral("/org/freedesktop/portal/desktop");
const QString interface = QStringLiteral("org.freedesktop.portal.Settings");
const QString group = QStringLiteral("org.freedesktop.appearance");
const QString key = QStringLiteral("color-scheme");

} // namespace

DesktopScheme::DesktopScheme(QObject* parent)
    : QObject(parent)
{
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected())
        return;
    bus.connect(service, path, interface, QStringLiteral("SettingChanged"), this,
        SLOT(onSettingChanged(QString, QString, QDBusVariant)));

    QDBusMessage read
        = QDBusMessage::createMethodCall(service, path, interface, QStringLiteral("Read"));
    read << group << key;
    auto* watcher = new QDBusPendingCallWatcher(bus.asyncCall(read, 2000), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        const QDBusPendingReply<QDBusVariant> reply = *watcher;
        if (!reply.isError())
            report(reply.value().variant());
        watcher->deleteLater();
    });
}

void DesktopScheme::onSettingChanged(
    const QString& changedGroup, const QString& changedKey, const QDBusVariant& value)
{
    if (changedGroup == group && changedKey == key)
        report(value.variant());
}

// 1: dark is preferred, 2: light; 0: no preference. The portal's Read wraps the number once more.
void DesktopScheme::report(const QVariant& value)
{
    const QVariant inner
        = value.canConvert<QDBusVariant>() ? value.value<QDBusVariant>().variant() : value;
    if (inner.toUInt() == 1)
        emit changed(Scheme::Dark);
    else if (inner.toUInt() == 2)
        emit changed(Scheme::Light);
}

namespace keys = services::settings;

namespace {

constexpr int fewestPoints = 7;

} // namespace

Look lookFrom(const services::Settings& settings)
{
    Look look;
    const QString scheme = settings.get(keys::scheme);
    if (scheme != QLatin1String("system"))
        look.scheme = scheme == QLatin1String("dark") ? Scheme::Dark : Scheme::Light;
    look.accent = settings.get(keys::accent);
    look.contrast = settings.get(keys::highContrast) ? Contrast::High : Contrast::Normal;
    const int points = settings.get(keys::fontSize);
    look.points = points > 0 ? std::max(points, fewestPoints) : 0;
    const int codePoints = settings.get(keys::codeFontSize);
    look.codePoints = codePoints > 0 ? std::max(codePoints, fewestPoints) : 0;
    const bool isCompact = settings.get(keys::density) == QLatin1String("compact");
    look.density = isCompact ? Density::Compact : Density::Comfortable;
    look.reducedMotion = settings.get(keys::reducedMotion);
    return look;
}

void keepThemeAsSet(Theme& theme, services::Settings& settings)
{
    theme.setLook(lookFrom(settings));
    QObject::connect(
        &settings, &services::Settings::changed, &theme, [&theme, &settings](const QString& key) {
            if (key.startsWith(QLatin1String("appearance/")))
                theme.setLook(lookFrom(settings));
        });
}

void toggleScheme(services::Settings& settings, const Theme& theme)
{
    const bool isDark = theme.scheme() == Scheme::Dark;
    settings.set(keys::scheme, isDark ? QStringLiteral("light") : QStringLiteral("dark"));
}

void zoomText(services::Settings& settings, const Theme& theme, int points)
{
    const int shown = int(std::lround(theme.points()));
    settings.set(keys::fontSize, std::clamp(shown + points, fewestPoints, keys::fontSize.most));
}

void resetZoom(services::Settings& settings)
{
    settings.reset(keys::fontSize);
}

} // namespace ui

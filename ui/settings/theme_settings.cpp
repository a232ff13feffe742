#include "ui/settings/theme_settings.h"

#include "services/settings/settings.h"
#include "services/settings/settings_table.h"

#include <algorithm>
#include <cmath>

namespace ui {

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

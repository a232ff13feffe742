#pragma once

#include "ui/theme/colors.h"
#include "ui/theme/metrics.h"

#include <QDBusVariant>
#include <QFont>
#include <QObject>

#include <optional>

namespace services {
class Settings;
}

namespace ui {

class VignetteStyle;

/// How the program looks.
struct Look {
    std::optional<Scheme> scheme; ///< nothing: the desktop's
    QString accent; ///< a name of accents()
    Contrast contrast = Contrast::Normal;
    int points = 0; ///< the size of text; 0: the desktop's
    int codePoints = 0; ///< 0: the size of text
    Density density = Density::Comfortable;
    bool reducedMotion = false;

    bool operator==(const Look&) const = default;
};

/// Gives the application its style, fonts and palette, and can change them at any time. Widgets do
/// not know it: they ask colors(palette()), metrics(this) and font(). They receive PaletteChange
/// and FontChange events and, for every change (also if they have a font of their own),
/// StyleChange.
class Theme : public QObject {
    Q_OBJECT

public:
    /// Uses the desktop's palette and font until a look is set.
    explicit Theme(QObject* parent = nullptr);

    const Look& look() const { return m_look; }
    void setLook(const Look& look);

    void setScheme(Scheme scheme); ///< changes nothing else
    void toggle(); ///< between light and dark

    /// The scheme that is shown.
    Scheme scheme() const { return m_look.scheme.value_or(m_desktopScheme); }

    /// The size of text that is shown.
    double points() const;

    /// Sets what the desktop prefers, for looks that leave the scheme to the desktop.
    void followDesktop(Scheme scheme);

signals:
    void changed();

private:
    void apply();
    void applyFont();

    VignetteStyle* m_style; // owned by the application
    QFont m_desktopFont;
    Scheme m_desktopScheme;
    Look m_look;
};

/// Asks the XDG settings portal whether the desktop is light or dark, and reports changes. Does
/// nothing if there is no portal.
class DesktopScheme : public QObject {
    Q_OBJECT

public:
    explicit DesktopScheme(QObject* parent = nullptr);

signals:
    void changed(ui::Scheme scheme);

private slots:
    void onSettingChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void report(const QVariant& value);
};

/// The look of the program that the settings describe.
Look lookFrom(const services::Settings& settings);

/// Gives the theme that look now and whenever one of its settings changes, as long as both exist.
void keepThemeAsSet(Theme& theme, services::Settings& settings);

// Commands of the window. The theme tells what is shown when the settings leave it to the desktop.
void toggleScheme(services::Settings& settings, const Theme& theme);
/// Changes the size of text by so many points.
void zoomText(services::Settings& settings, const Theme& theme, int points);
void resetZoom(services::Settings& settings);

} // namespace ui

#pragma once

#include "ui/theme/colours.h"
#include "ui/theme/metrics.h"

#include <QFont>
#include <QObject>

#include <optional>

namespace ui {

class VignetteStyle;

/// How the program is to look. A value.
struct Look {
    std::optional<Scheme> scheme; ///< none: as the desktop is
    QString accent; ///< a name of accents()
    Contrast contrast = Contrast::Usual;
    int points = 0; ///< of text; 0: as the desktop has it
    int codePoints = 0; ///< 0: as the text
    Density density = Density::Comfortable;
    bool reducedMotion = false;

    bool operator==(const Look&) const = default;
};

/// Gives the application its style, fonts and palette, and changes them at any time. Widgets do not
/// know it: they ask colours(palette()), metrics(this) and font(), and hear of changes by
/// PaletteChange and FontChange; of every change, also where they have a font of their own, by
/// StyleChange.
class Theme : public QObject {
    Q_OBJECT

public:
    /// Looks as the desktop's own palette and font, until told otherwise.
    explicit Theme(QObject* parent = nullptr);

    const Look& look() const { return m_look; }
    void setLook(const Look& look);

    void setScheme(Scheme scheme); ///< all else stays
    void toggle(); ///< light to dark and back

    /// The one that is shown.
    Scheme scheme() const { return m_look.scheme.value_or(m_desktopScheme); }

    /// The size of text that is shown.
    double points() const;

    /// What the desktop prefers, where the look leaves it to the desktop.
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

} // namespace ui

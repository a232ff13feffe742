#pragma once

#include <QColor>
#include <QObject>
#include <QPalette>

namespace ui {

enum class Scheme { Light, Dark };

/// The colours of one scheme. Text on the surface it is meant for has a contrast of at least 4.5 :
/// 1 (WCAG 2.2 AA), other marks 3 : 1; a test computes both.
struct Colours {
    QColor window; ///< behind the messages
    QColor sidebar;
    QColor raised; ///< the prompt box, menus
    QColor bubble; ///< behind the user's messages
    QColor code; ///< behind code
    QColor hover; ///< behind what the pointer is over or what is selected in the sidebar
    QColor border; ///< decorative lines
    QColor control; ///< outlines that show where a control is
    QColor text;
    QColor mutedText;
    QColor accent; ///< the send button, links, focus
    QColor accentText; ///< on accent
    QColor error; ///< text of errors
    QColor errorSurface; ///< behind it
};

/// The colours of the scheme that this palette belongs to.
const Colours& colours(const QPalette& palette);
const Colours& colours(Scheme scheme);

Scheme schemeOf(const QPalette& palette);

/// Gives the application its style, fonts and one of the two palettes. Begins with
/// the lightness of the desktop's own palette and follows followDesktop() until the user chooses.
/// Widgets do not know it: they ask colours(palette()) and repaint when the palette changes.
class Theme : public QObject {
    Q_OBJECT

public:
    explicit Theme(QObject* parent = nullptr);

    Scheme scheme() const { return m_scheme; }
    void setScheme(Scheme scheme);
    void toggle();

    /// What the desktop prefers; ignored once the user has chosen.
    void followDesktop(Scheme scheme);

private:
    void apply();

    Scheme m_scheme = Scheme::Light;
    bool m_chosen = false; // by the user, so the desktop is followed no longer
};

} // namespace ui

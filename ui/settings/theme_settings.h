#pragma once

#include "ui/theme/theme.h"

namespace services {
class Settings;
}

namespace ui {

/// What the settings say of the program's look.
Look lookFrom(const services::Settings& settings);

/// Gives the theme that look, now and whenever one of its settings changes, while both live.
void keepThemeAsSet(Theme& theme, services::Settings& settings);

// What the window's commands do. The theme is there to say what is shown while the settings leave
// it to the desktop.
void toggleScheme(services::Settings& settings, const Theme& theme);
void zoomText(services::Settings& settings, const Theme& theme, int points); ///< more or fewer
void resetZoom(services::Settings& settings);

} // namespace ui

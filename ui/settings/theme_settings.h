#pragma once

#include "ui/theme/theme.h"

namespace services {
class Settings;
}

namespace ui {

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

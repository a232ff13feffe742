#pragma once

#include "ui/services.h"

namespace ui {

class SettingsSection;

// Parts of the settings page that are not settings.
void addToken(SettingsSection& section, const Services& services);
void addPrivacy(SettingsSection& section, const Services& services);
void addTools(SettingsSection& section, const Services& services);
void addServer(SettingsSection& section, const Services& services);
void addDiagnostics(SettingsSection& section, const Services& services);

} // namespace ui

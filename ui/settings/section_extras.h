#pragma once

#include "ui/services.h"

namespace ui {

class SettingsSection;

// What stands on the settings page beside the settings themselves.
void addPrivacy(SettingsSection& section);
void addStorage(SettingsSection& section);
void addDiagnostics(SettingsSection& section, const Services& services);

} // namespace ui

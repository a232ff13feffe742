#pragma once

#include "ui/services.h"

namespace ui {

class CommandList;
class SettingsSection;

/// Adds a row for everything that the program keeps on the disk: what it is, where it lies, how
/// much it takes, and a button that frees it after a question. Sizes are measured in the background
/// whenever the rows are shown. Services and commands must outlive the section.
void addStorage(SettingsSection& section, const Services& services, CommandList& commands);

} // namespace ui

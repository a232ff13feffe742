#pragma once

#include <QString>

namespace services {

/// A text for a tool tip, which shows every letter as it is: Qt takes what looks like markup for
/// markup, and would open the files that it names. Titles, names of files and whatever a model
/// writes may look so. Every tool tip is made by this function or the next; a test of the
/// architecture sees to it.
QString plainToolTip(const QString& text);

/// The same, broken into lines where it is long.
QString plainToolTipInLines(const QString& text);

} // namespace services

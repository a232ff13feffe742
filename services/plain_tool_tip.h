#pragma once

#include <QString>

namespace services {

/// Makes a text for a tooltip that shows every character as it is. Without this, Qt interprets what
/// looks like markup and would open the files that it names; titles, file names and texts of models
/// may look so. Every tooltip is made by this function or the next; an architecture test checks it.
QString plainToolTip(const QString& text);

/// Does the same, and breaks a long text into lines.
QString plainToolTipInLines(const QString& text);

} // namespace services

#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace ui {

/// resources/icons/<name>.svg in one color, which replaces "currentColor" in the file. Each is
/// drawn once per color and kept, so calling it for every paint is cheap. For the window's thread.
QIcon icon(const QString& name, const QColor& color);

/// The program's icon, with its own colors.
QIcon applicationIcon();

} // namespace ui

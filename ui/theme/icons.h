#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace ui {

/// resources/icons/<name>.svg in one colour; the files are drawn with "currentColor". Each is drawn
/// once in a colour. For the window's thread. Cheap enough
/// for every paint. For the window's thread.
QIcon icon(const QString& name, const QColor& colour);

/// The same with its colours as drawn.
QIcon applicationIcon();

} // namespace ui

#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace ui {

/// resources/icons/<name>.svg in one colour; the files are drawn with "currentColor".
QIcon icon(const QString& name, const QColor& colour);

/// The same with its colours as drawn.
QIcon applicationIcon();

} // namespace ui

#pragma once

#include <QString>

namespace ui {

/// A text such as "1.2 GB".
QString sizeText(qint64 bytes);

/// A text such as "About 3 minutes left".
QString timeLeftText(double seconds);

} // namespace ui

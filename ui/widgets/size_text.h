#pragma once

#include <QString>

namespace ui {

/// A text such as "1.2 GB".
QString sizeText(qint64 bytes);

} // namespace ui

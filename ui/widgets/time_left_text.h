#pragma once

#include <QString>

namespace ui {

/// A text such as "About 3 minutes left".
QString timeLeftText(double seconds);

} // namespace ui

#pragma once

#include <QString>

namespace ui {

/// A path as people write it: with ~ for their home folder.
QString shownPath(const QString& path);

/// The name of a file with invisible marks where a line may end: before the suffix, and after the
/// signs between its words. For painting only.
QString breakableName(const QString& name);

} // namespace ui

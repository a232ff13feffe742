#pragma once

#include <QStringList>
#include <QWidget>

#include <functional>

namespace ui {

/// Calls `take` with the paths. If there are folders among the paths and pictures in folders below
/// them, first asks the user whether to add those folders. Looks for them in the background;
/// without folders, `take` is called at once. It is not called if the user cancels the question or
/// `parent` is destroyed.
void withFoldersBelow(
    QWidget* parent, const QStringList& paths, const std::function<void(const QStringList&)>& take);

} // namespace ui

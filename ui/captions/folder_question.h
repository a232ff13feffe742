#pragma once

#include <QStringList>
#include <QWidget>

#include <functional>

namespace ui {

/// Calls `take` with the paths: at once where no folder is among them; else when it is known that
/// there are no pictures in folders below, or the user was asked whether those are wanted, too. Not
/// at all if the question is cancelled, or `parent` dies.
void withFoldersBelow(
    QWidget* parent, const QStringList& paths, const std::function<void(const QStringList&)>& take);

} // namespace ui

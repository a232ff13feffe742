#pragma once

#include <QKeySequence>
#include <QLatin1String>
#include <QList>
#include <QString>

namespace ui {

class MainWindow;
class Page;
struct DropContents;

/// Names of pages, for whoever wants one to be shown. They never change, for sessions and the
/// settings of shortcuts hold them.
namespace page_id {
inline constexpr QLatin1String chat("chat");
inline constexpr QLatin1String captions("captions");
inline constexpr QLatin1String models("models");
inline constexpr QLatin1String settings("settings");
} // namespace page_id

/// What the window knows of a page before there is one.
struct PageRow {
    QString id;
    QString iconName; ///< empty: the page has no button at the left
    QString name; ///< for people
    QKeySequence keys;
    Page* (*make)(MainWindow& window); ///< called when the page is needed for the first time
    bool (*accepts)(const DropContents& contents) = nullptr; ///< null: nothing is dropped for it
};

/// All pages, in the order in which the window names them; the first is where the window begins and
/// Escape leads back to. A new page is a row here.
QList<PageRow> pages();

} // namespace ui

#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

class QWidget;

namespace ui {

class MainWindow;

/// A page of the window beside the chat.
struct Page {
    QString id; ///< "models"; for ever, as settings hold it
    QString iconName;
    QString name; ///< for people
    QKeySequence keys;
    QWidget* (*make)(MainWindow& window); ///< called when the page is shown for the first time
};

/// All of them, in the order in which the window names them. A new page is a row here.
QList<Page> pages();

} // namespace ui

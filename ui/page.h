#pragma once

#include <QList>
#include <QString>

class QMimeData;
class QWidget;

namespace services {
class Conversation;
}

namespace ui {

struct DropContents;

/// A page of the window, as the window knows it: what it asks of whichever page is shown. What a
/// page is called, and what may be dropped for it, stands in its row in ui/window/pages.cpp.
class Page {
public:
    virtual ~Page() = default;

    /// What is shown of it. The window owns it.
    virtual QWidget* widget() = 0;

    /// Takes its part of what was dropped on the window or opened with the program. The window
    /// calls this only if the page's row accepts the contents. `data` holds them, too, and is gone
    /// after the call.
    virtual void drop(const DropContents&, const QMimeData* /*data*/) { }

    /// Takes a paste that no widget wanted. False: the page has no use for it.
    virtual bool paste() { return false; }

    /// Leaves what is under way on the page. False: nothing is, and the window leaves the page.
    virtual bool escape() { return false; }

    /// The parts that F6 walks through, in its order.
    virtual QList<QWidget*> panes() { return {widget()}; }

    /// Brings a part of the page into view, by an id of the page's own.
    virtual void showPart(const QString& /*id*/) { }

    /// The conversation that is shown on it, to be marked in the list; null: none.
    virtual services::Conversation* conversation() const { return nullptr; }
};

} // namespace ui

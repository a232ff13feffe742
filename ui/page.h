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

/// A page of the window: everything that the window asks of the page that is shown. The name of a
/// page, and what may be dropped for it, are in its row in ui/window/pages.cpp.
class Page {
public:
    virtual ~Page() = default;

    /// The widget that shows the page. The window owns it.
    virtual QWidget* widget() = 0;

    /// Takes its part of what was dropped on the window or opened with the program. The window
    /// calls this only if the page's row accepts the contents. `data` has them as well and is valid
    /// only during the call.
    virtual void drop(const DropContents&, const QMimeData* /*data*/) { }

    /// Takes a paste that no widget has handled. Returns false if the page has no use for it.
    virtual bool paste() { return false; }

    /// Leaves whatever is open on the page. Returns false if nothing is; then the window leaves the
    /// page.
    virtual bool escape() { return false; }

    /// The parts that F6 goes through, in this order.
    virtual QList<QWidget*> panes() { return {widget()}; }

    /// Brings a part of the page into view; the page defines the ids.
    virtual void showPart(const QString& /*id*/) { }

    /// The conversation that the page shows, to be marked in the list; null if there is none.
    virtual services::Conversation* conversation() const { return nullptr; }

    /// Offers the ways in which the contents of the page can be exported, if there are any.
    virtual void exportContents() { }
};

} // namespace ui

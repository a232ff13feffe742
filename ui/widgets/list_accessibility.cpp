#include "ui/widgets/list_accessibility.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QHash>
#include <QListView>
#include <QPersistentModelIndex>
#include <QPointer>

namespace ui {

namespace {

// A row of a list. It is invalid once its row has been removed.
class AccessibleRow : public QAccessibleInterface {
public:
    AccessibleRow(QListView* view, const QModelIndex& index)
        : m_view(view)
        , m_index(index)
    {
    }

    const QPersistentModelIndex& index() const { return m_index; }

    bool isValid() const override { return m_view && m_index.isValid(); }
    QObject* object() const override { return nullptr; }
    QWindow* window() const override { return m_view ? m_view->window()->windowHandle() : nullptr; }
    QAccessibleInterface* parent() const override
    {
        return QAccessible::queryAccessibleInterface(m_view);
    }
    QAccessibleInterface* child(int) const override { return nullptr; }
    QAccessibleInterface* childAt(int, int) const override { return nullptr; }
    int childCount() const override { return 0; }
    int indexOfChild(const QAccessibleInterface*) const override { return -1; }
    QAccessible::Role role() const override { return QAccessible::ListItem; }

    QString text(QAccessible::Text type) const override
    {
        if (!isValid())
            return {};
        if (type == QAccessible::Description)
            return m_index.data(Qt::AccessibleDescriptionRole).toString();
        if (type != QAccessible::Name)
            return {};
        const QString name = m_index.data(Qt::AccessibleTextRole).toString();
        return name.isEmpty() ? m_index.data(Qt::DisplayRole).toString() : name;
    }
    void setText(QAccessible::Text, const QString&) override { }

    QRect rect() const override
    {
        if (!isValid())
            return {};
        const QRect area = m_view->visualRect(m_index);
        return {m_view->viewport()->mapToGlobal(area.topLeft()), area.size()};
    }

    QAccessible::State state() const override
    {
        QAccessible::State state;
        if (!isValid()) {
            state.invalid = true;
            return state;
        }
        const Qt::ItemFlags flags = m_index.flags();
        state.selectable = flags.testFlag(Qt::ItemIsSelectable);
        state.focusable = state.selectable && m_view->focusPolicy() != Qt::NoFocus;
        state.disabled = !flags.testFlag(Qt::ItemIsEnabled) || !m_view->isEnabled();
        state.editable = flags.testFlag(Qt::ItemIsEditable);
        state.checkable = flags.testFlag(Qt::ItemIsUserCheckable);
        state.checked = state.checkable
            && m_index.data(Qt::CheckStateRole).value<Qt::CheckState>() == Qt::Checked;
        state.selected = m_view->selectionModel()->isSelected(m_index);
        state.focused = m_view->hasFocus() && m_view->currentIndex() == m_index;
        const QRect seen = m_view->viewport()->rect();
        state.invisible = !m_view->isVisible();
        state.offscreen = !seen.intersects(m_view->visualRect(m_index));
        return state;
    }

private:
    const QPointer<QListView> m_view;
    const QPersistentModelIndex m_index;
};

// Owns the interfaces of its rows, by the registry of QAccessible.
class AccessibleList : public QAccessibleWidget {
public:
    explicit AccessibleList(QListView* view)
        : QAccessibleWidget(view, QAccessible::List)
    {
    }
    ~AccessibleList() override
    {
        for (const QAccessible::Id id : m_rows)
            QAccessible::deleteAccessibleInterface(id);
    }

    int childCount() const override
    {
        return view()->model() ? view()->model()->rowCount(view()->rootIndex()) : 0;
    }

    // Rows move: an interface that belongs to another one by now is replaced.
    QAccessibleInterface* child(int row) const override
    {
        if (row < 0 || row >= childCount())
            return nullptr;
        const QModelIndex index = indexOf(row);
        if (const auto known = m_rows.constFind(row); known != m_rows.constEnd()) {
            auto* interface = static_cast<AccessibleRow*>(QAccessible::accessibleInterface(*known));
            if (interface && interface->index() == index)
                return interface;
            QAccessible::deleteAccessibleInterface(*known);
        }
        auto* made = new AccessibleRow(view(), index);
        m_rows[row] = QAccessible::registerAccessibleInterface(made);
        return made;
    }

    int indexOfChild(const QAccessibleInterface* child) const override
    {
        for (auto row = m_rows.cbegin(); row != m_rows.cend(); ++row)
            if (QAccessible::accessibleInterface(*row) == child)
                return static_cast<const AccessibleRow*>(child)->index().row();
        return -1;
    }

    QAccessibleInterface* childAt(int x, int y) const override
    {
        const QModelIndex index = view()->indexAt(view()->viewport()->mapFromGlobal(QPoint(x, y)));
        return index.isValid() ? child(index.row()) : nullptr;
    }

    QAccessibleInterface* focusChild() const override
    {
        const bool isHere = view()->hasFocus() && view()->currentIndex().isValid();
        return isHere ? child(view()->currentIndex().row()) : nullptr;
    }

private:
    QListView* view() const { return static_cast<QListView*>(widget()); }
    QModelIndex indexOf(int row) const
    {
        return view()->model()->index(row, view()->modelColumn(), view()->rootIndex());
    }

    mutable QHash<int, QAccessible::Id> m_rows; // that somebody has asked for
};

QAccessibleInterface* makeAccessibleList(const QString&, QObject* object)
{
    auto* view = qobject_cast<QListView*>(object);
    const bool isPopup = view && view->window()->windowType() == Qt::Popup;
    return view && !isPopup ? new AccessibleList(view) : nullptr;
}

} // namespace

void installListAccessibility()
{
    QAccessible::installFactory(makeAccessibleList);
}

} // namespace ui

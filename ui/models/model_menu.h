#pragma once

#include "services/models/model_id_text.h"

#include <QFrame>
#include <QStyledItemDelegate>

class QListWidget;
class QPushButton;

namespace services {
class InstalledModels;
class ModelPool;
} // namespace services

namespace ui {

class Announcer;
class SearchField;
class TextLabel;

/// A small surface that opens below a widget. It closes with Escape or a click outside it, and the
/// widget gets the focus back.
class Popup : public QFrame {
    Q_OBJECT

public:
    explicit Popup(QWidget* opener);

    /// Opens below the widget, inside its window if possible.
    void open();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* m_opener;
};

/// Draws rows of two lines: a name and, smaller, a detail; the chosen row has a check mark.
class ModelRows : public QStyledItemDelegate {
    Q_OBJECT

public:
    enum Role {
        DetailRole = Qt::UserRole + 1, ///< QString
        ChosenRole, ///< bool
    };

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// A list of the models to choose from, below the button that names the current one. Typing filters
/// it; arrow keys and Enter choose. Models that cannot be used appear only on the models page.
class ModelMenu : public Popup {
    Q_OBJECT

public:
    /// Pool and models must outlive the menu.
    ModelMenu(services::ModelPool& pool, services::InstalledModels& installed, QWidget* opener);

    void openAt(const services::ModelId& current);

    SearchField* filterField() const { return m_filter; }
    QListWidget* list() const { return m_list; }

signals:
    void chosen(const services::ModelId& model);
    void modelsPageRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill();
    void filter();
    void choose();
    void moveBy(int rows);
    QString detailText(const services::ModelId& model) const;

    services::ModelPool& m_pool;
    services::InstalledModels& m_installed;
    services::ModelId m_current;
    SearchField* m_filter;
    QListWidget* m_list;
    TextLabel* m_nothing;
    QPushButton* m_more;
    Announcer* m_announcer;
};

} // namespace ui

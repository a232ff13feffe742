#pragma once

#include "services/conversations/message.h"
#include "services/documents/index/document_index.h"
#include "services/documents/index/document_search.h"
#include "services/documents/library/document_questions.h"

#include <QAbstractListModel>
#include <QList>
#include <QStyledItemDelegate>
#include <QWidget>

class QListView;

namespace ui {

class TextLabel;

/// A file as the viewer of documents opens it at its beginning.
services::Source sourceOf(const QString& file);

/// A passage of a file as the viewer of documents opens it. `title` may be empty.
services::Source sourceOf(
    const QString& file, const QString& title, const services::Passage& passage);

/// What a passage says, in one line: rows of tables are cells with dots between them.
QString passageExcerpt(const QString& passage);

/// Passages that were found, the best first.
class HitModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        PlaceRole = Qt::UserRole + 1, ///< QString: the page, if there is one, and the headings
        ExcerptRole, ///< QString: what the passage says, in one line
    };

    using QAbstractListModel::QAbstractListModel;

    void setHits(const std::vector<services::DocumentHit>& hits);
    const services::Source& hit(int row) const { return m_hits[row]; }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    QList<services::Source> m_hits;
};

/// Draws a passage of a HitModel as a card: the file, the location in it, and what it says there.
class HitDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// What documents say to a question: a sentence, and below it the passages as cards. Enter or a click
/// opens one.
class FoundPassages : public QWidget {
    Q_OBJECT

public:
    explicit FoundPassages(QWidget* parent = nullptr);

    void showFound(const services::Found& found);
    void showWaiting();
    void enter(); ///< gives the first card the focus

    QString message() const;
    QListView* list() const { return m_list; }
    const HitModel& hits() const { return m_hits; }

signals:
    void opened(const services::Source& source);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void open(const QModelIndex& index);

    HitModel m_hits;
    TextLabel* m_message;
    QListView* m_list;
};

} // namespace ui

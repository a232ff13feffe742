#pragma once

#include "services/conversations/source.h"
#include "services/documents/index/document_search.h"

#include <QAbstractListModel>
#include <QList>

namespace ui {

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

} // namespace ui

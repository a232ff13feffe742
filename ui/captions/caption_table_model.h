#pragma once

#include "services/captions/caption_run.h"

#include <QAbstractTableModel>
#include <QPointer>

namespace ui {

/// The rows of a caption run as a table model. Captions can be edited. If the user edits a caption
/// while the model describes the picture, the user's text is kept and not the model's.
class CaptionTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { FileColumn, CaptionColumn, StateColumn, columns };
    enum Role {
        StateRole = Qt::UserRole + 1, ///< int: a services::CaptionRow::State
        PathRole, ///< QString: the path of the file
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setRun(services::CaptionRun* run); ///< null: there are no rows
    services::CaptionRun* run() const { return m_run; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& text, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QPointer<services::CaptionRun> m_run;
};

/// The name of a state in the user's language.
QString stateName(services::CaptionRow::State state);

} // namespace ui

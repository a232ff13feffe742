#pragma once

#include "ui/captions/caption_filter.h"
#include "ui/captions/caption_table_model.h"
#include "ui/captions/caption_thumbnails.h"

#include <QTableView>

namespace ui {

/// The table of the pictures of a run with their captions. Enter, F2 or a double click edits a
/// caption; a double click on a picture opens it.
class CaptionTable : public QTableView {
    Q_OBJECT

public:
    explicit CaptionTable(QWidget* parent = nullptr);

    using QTableView::edit;
    void setRun(services::CaptionRun* run);
    CaptionFilter& filter() { return m_filter; }
    QList<qsizetype> selectedRows() const; ///< rows of the run, ascending

signals:
    void runAgainRequested(const QList<qsizetype>& rows);
    void pictureOpened(const QString& file);
    /// The number of rows that the filter shows, or the selection, has changed.
    void shownChanged();

protected:
    bool edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) override;
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void applyMetrics();
    void open(const QModelIndex& index);
    void showPicture(const QModelIndex& index);
    void editCaption(const QModelIndex& index);
    void copyCaptions() const;

    CaptionThumbnails m_thumbnails;
    CaptionTableModel m_model;
    CaptionFilter m_filter;
};

} // namespace ui

#pragma once

#include "services/captions/caption_run.h"
#include "services/captions/caption_store.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QImage>
#include <QList>
#include <QObject>
#include <QPointer>
#include <QRectF>
#include <QSet>
#include <QSortFilterProxyModel>
#include <QString>
#include <QTableView>

#include <optional>

class QMenu;

namespace ui {

/// Shows only those rows of a CaptionTableModel whose file name or caption contains some words and
/// that are in some state.
class CaptionFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setWords(const QString& words);
    void setState(std::optional<services::CaptionRow::State> state); ///< nothing: every state
    /// Whether only captions are shown that have facts which their images don't have.
    void setMissingFacts(bool isRequired);
    /// Always shows this row of the source model, because it is being edited; −1: none.
    void setEdited(int row);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    QStringList m_words;
    std::optional<services::CaptionRow::State> m_state;
    bool m_missingFacts = false;
    int m_edited = -1;
};

/// Small versions of image files, which are read in the background on demand. Keeps those that were
/// read last. Lives in the window's thread.
class CaptionThumbnails : public QObject {
    Q_OBJECT

public:
    static constexpr int side = 96; ///< in pixels: enough for twice the size that is shown
    static constexpr qsizetype kept = 160;

    using QObject::QObject;

    /// Returns the thumbnail, or null if it has not been read yet, in which case it will be, or if
    /// the file cannot be read.
    QImage thumbnail(const QString& file);

    /// True if the file was read and isn't an image that can be shown.
    bool isBroken(const QString& file) const
    {
        const auto found = m_images.constFind(file);
        return found != m_images.constEnd() && found->isNull();
    }

signals:
    void loaded();

private:
    void loadNext();
    void keep(const QString& file, const QImage& image);

    QHash<QString, QImage> m_images;
    QList<QString> m_order; // of m_images, the oldest first
    QList<QString> m_wanted; // the newest last: what was scrolled past is not read
    QSet<QString> m_loading;
};

/// The rows of a caption run as a table model. Captions can be edited. If the user edits a caption
/// while the model describes the image, the user's text is kept and not the model's.
class CaptionTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { FileColumn, CaptionColumn, StateColumn, columns };
    enum Role {
        StateRole = Qt::UserRole + 1, ///< int: a services::CaptionRow::State
        PathRole, ///< QString: the path of the file
        FactsRole, ///< QList<services::PictureFact>: of the caption that the cell shows
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

/// The table of the images of a run with their captions. Enter, F2 or a double click edits a
/// caption; a double click on an image opens it. A click on a fact of a caption shows its place in the
/// image, and so does the menu.
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
    /// `place` is a part of the image to point at, in parts of its width and height; null: none.
    void pictureOpened(const QString& file, const QRectF& place);
    /// The number of rows that the filter shows, or the selection, has changed.
    void shownChanged();

protected:
    bool edit(const QModelIndex& index, EditTrigger trigger, QEvent* event) override;
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void applyMetrics();
    void open(const QModelIndex& index);
    void showPicture(const QModelIndex& index, const QRectF& place = {});
    int factAt(const QPoint& position) const;
    void showFact(const QModelIndex& index, int fact, const QPoint& position);
    void addFacts(QMenu& menu, const QPersistentModelIndex& index);
    void editCaption(const QModelIndex& index);
    void copyCaptions() const;

    CaptionThumbnails m_thumbnails;
    CaptionTableModel m_model;
    CaptionFilter m_filter;
};

} // namespace ui

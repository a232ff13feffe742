#pragma once

#include "services/pictures/picture.h"
#include "ui/pictures/picture_canvas.h"

#include <QList>
#include <QWidget>

class QHBoxLayout;
class QPushButton;

namespace ui {

class Announcer;
class TextLabel;

/// Shows images side by side, each at the same part and zoom, or marks where they differ from the
/// first one. Keys: D shows the differences, Enter asks about the images, Escape closes, arrow keys
/// and + − 0 1 as in a PictureCanvas. Covers the whole of its parent.
class PictureComparison : public QWidget {
    Q_OBJECT

public:
    static constexpr qsizetype maxPictures = 4; ///< side by side

    explicit PictureComparison(QWidget* parent);

    /// Shows at most maxPictures of these, from `first` on. There must be at least two.
    void open(const QList<services::Picture>& pictures, qsizetype first);
    void close();

    bool showsDifference() const;
    const QList<PictureCanvas*>& canvases() const { return m_canvases; }

signals:
    void asked(const QList<services::Picture>& pictures); ///< about those that are shown
    void closed();

protected:
    bool focusNextPrevChild(bool next) override; ///< keeps the focus inside
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* makeBar();
    void addCanvas(); // for the next picture
    void follow(const PictureCanvas& canvas);
    void setDifference(bool isShown);
    void showDifference(qsizetype index);
    void showOriginal(qsizetype index);
    void ask();
    void zoomBy(double factor);

    QList<services::Picture> m_pictures;
    QList<PictureCanvas*> m_canvases; // one per image, in the columns
    QList<TextLabel*> m_names; // likewise
    QHBoxLayout* m_columns;
    QPushButton* m_difference;
    QPushButton* m_zoom;
    Announcer* m_announcer;
    quint64 m_generation = 0; // of what is shown: results for an earlier one are known by it
};

} // namespace ui

#pragma once

#include <QImage>
#include <QList>
#include <QRectF>
#include <QWidget>

namespace ui {

/// A page, or a picture, with places marked on it as by a marker pen. It is as large as its owner makes
/// it, and stretches what it shows to that.
class PageCanvas : public QWidget {
    Q_OBJECT

public:
    explicit PageCanvas(QWidget* parent = nullptr);

    void setPicture(const QImage& picture); ///< null: an empty page
    const QImage& picture() const { return m_picture; }

    /// Sets the size of the page in points, in which places are given too.
    void setPoints(const QSizeF& points);

    /// Marks places; those from index `strong` on stand out.
    void setMarks(const QList<QRectF>& marks, qsizetype strong);
    const QList<QRectF>& marks() const { return m_marks; }

    /// What a place of the page covers, in pixels of the widget.
    QRectF toWidget(const QRectF& place) const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    QImage m_picture;
    QSizeF m_points{1, 1};
    QList<QRectF> m_marks;
    qsizetype m_strong = 0;
    bool m_showsFocus = false;
};

} // namespace ui

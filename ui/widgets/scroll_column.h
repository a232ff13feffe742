#pragma once

#include <QHeaderView>
#include <QScrollArea>

class QVBoxLayout;

namespace ui {

/// The content of a page: one column of comfortable width in the middle, which scrolls if
/// necessary.
class ScrollColumn : public QScrollArea {
    Q_OBJECT

public:
    explicit ScrollColumn(QWidget* parent = nullptr);

    /// The layout for the widgets of the page, from the top. The page itself adds a stretch at the
    /// end.
    QVBoxLayout* column() const { return m_column; }

    /// Scrolls a part of the page into view, once the event loop has given it its place.
    void reveal(QWidget* part);

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyMetrics();

    QWidget* m_content;
    QVBoxLayout* m_column;
};

/// A page that fills its place, and scrolls if that is lower than the page can be.
class ScrollIfLow : public QScrollArea {
    Q_OBJECT

public:
    explicit ScrollIfLow(QWidget* content, QWidget* parent = nullptr);

    QSize minimumSizeHint() const override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

/// Names over the columns of a table, quiet, with a line below.
class QuietHeader : public QHeaderView {
public:
    explicit QuietHeader(QWidget* parent = nullptr);

protected:
    void paintSection(QPainter* painter, const QRect& rect, int section) const override;
};

} // namespace ui

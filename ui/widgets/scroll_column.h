#pragma once

#include <QScrollArea>

class QVBoxLayout;

namespace ui {

/// A page's content: one column of comfortable width in the middle, which scrolls if it must.
class ScrollColumn : public QScrollArea {
    Q_OBJECT

public:
    explicit ScrollColumn(QWidget* parent = nullptr);

    /// Where the page's widgets go, from the top. A stretch at the end is the page's to add.
    QVBoxLayout* column() const { return m_column; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void applyMetrics();

    QWidget* m_content;
    QVBoxLayout* m_column;
};

} // namespace ui

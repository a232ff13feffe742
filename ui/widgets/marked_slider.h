#pragma once

#include <QSlider>

#include <optional>

namespace ui {

/// A horizontal slider with a mark at the value that holds if nothing is set. A double click on it
/// goes back to the mark.
class MarkedSlider : public QSlider {
    Q_OBJECT

public:
    explicit MarkedSlider(QWidget* parent = nullptr);

    void setMark(std::optional<int> value); ///< nothing: without a mark
    std::optional<int> mark() const { return m_mark; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    std::optional<int> m_mark;
};

} // namespace ui

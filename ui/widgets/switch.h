#pragma once

#include <QCheckBox>

namespace ui {

/// On or off. A check box to screen readers and the keyboard.
class Switch : public QCheckBox {
    Q_OBJECT

public:
    explicit Switch(const QString& name, QWidget* parent = nullptr); ///< not shown

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    bool hitButton(const QPoint& place) const override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace ui

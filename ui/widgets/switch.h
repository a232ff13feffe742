#pragma once

#include <QCheckBox>

namespace ui {

/// A switch: on or off. For screen readers and the keyboard it is a check box.
class Switch : public QCheckBox {
    Q_OBJECT

public:
    /// `name` is for screen readers and is not shown.
    explicit Switch(const QString& name, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    bool hitButton(const QPoint& place) const override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace ui

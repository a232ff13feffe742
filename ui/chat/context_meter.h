#pragma once

#include <QAbstractButton>

namespace ui {

/// A ring that shows how much of the model's context is used. Its tooltip, which a click shows as
/// well, has the numbers. Hidden as long as they are not known.
class ContextMeter : public QAbstractButton {
    Q_OBJECT

public:
    explicit ContextMeter(QWidget* parent = nullptr);

    /// `total` is 0 if the numbers are not known.
    void setUse(qint64 tokens, qint64 total);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    qint64 m_tokens = 0;
    qint64 m_total = 0;
};

} // namespace ui

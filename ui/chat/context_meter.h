#pragma once

#include <QAbstractButton>

namespace ui {

/// A ring that fills as the model's context does. Its tooltip, which a click shows too, says the
/// numbers. Hidden while nothing is known.
class ContextMeter : public QAbstractButton {
    Q_OBJECT

public:
    explicit ContextMeter(QWidget* parent = nullptr);

    /// `total` is 0 while nothing is known.
    void setUse(qint64 tokens, qint64 total);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    qint64 m_tokens = 0;
    qint64 m_total = 0;
};

} // namespace ui

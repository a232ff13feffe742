#pragma once

#include <QKeySequence>
#include <QWidget>

namespace ui {

/// Shows keys to press as they are labelled on the keyboard: "Ctrl+N" in a frame.
class KeyCap : public QWidget {
    Q_OBJECT

public:
    explicit KeyCap(const QKeySequence& keys, QWidget* parent = nullptr);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QFont keyFont() const;

    QString m_text;
};

} // namespace ui

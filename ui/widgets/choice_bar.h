#pragma once

#include <QCheckBox>
#include <QKeySequence>
#include <QWidget>

class QAbstractButton;
class QHBoxLayout;

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
    bool hitButton(const QPoint& point) const override;
    void paintEvent(QPaintEvent* event) override;
};

/// Shows keys to press as they are labeled on the keyboard: "Ctrl+N" in a frame.
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

/// A few choices side by side. The buttons are checkable; whoever makes the bar puts them into a
/// QButtonGroup.
class ChoiceBar : public QWidget {
    Q_OBJECT

public:
    /// `name` is what screen readers call the whole bar.
    explicit ChoiceBar(const QString& name, QWidget* parent = nullptr);

    QAbstractButton* addChoice(const QString& name, const QString& help);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QHBoxLayout* m_layout;
};

} // namespace ui

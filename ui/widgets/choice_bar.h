#pragma once

#include <QWidget>

class QAbstractButton;
class QHBoxLayout;

namespace ui {

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

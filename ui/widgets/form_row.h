#pragma once

#include <QWidget>

class QBoxLayout;

namespace ui {

class IconButton;
class TextLabel;

/// A row for something that can be set: its name, a line of help below it, and its control at the
/// right, or below if the row is narrow. Screen readers read name and help with the control. The
/// wheel scrolls the page and changes no value until the control has the focus.
class FormRow : public QWidget {
    Q_OBJECT

public:
    enum class ControlPosition { Beside, Below }; ///< where the control is, if there is room

    FormRow(const QString& name, const QString& help, QWidget* control,
        ControlPosition position = ControlPosition::Beside, QWidget* parent = nullptr);

    QWidget* control() const { return m_control; }
    QString name() const;
    QString help() const;

    /// Shows or hides a button that restores the default.
    void setResettable(bool resettable);

signals:
    void resetRequested();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyMetrics();
    void place();

    TextLabel* m_name;
    TextLabel* m_help;
    QWidget* m_control;
    IconButton* m_reset;
    QBoxLayout* m_layout;
    ControlPosition m_place;
};

} // namespace ui

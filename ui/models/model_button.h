#pragma once

#include <QAbstractButton>

namespace ui {

/// A button with the name of the model that answers, and an arrow that says that others can be
/// chosen. While the model is being loaded, a bar at its lower edge shows the progress.
class ModelButton : public QAbstractButton {
    Q_OBJECT

public:
    explicit ModelButton(QWidget* parent = nullptr);

    void setName(const QString& name);
    /// A text beside the name, which screen readers also read; may be empty.
    void setNote(const QString& note, bool isError = false);
    void setProgress(double share); ///< 0 … 1; negative: nothing is being loaded
    double progress() const { return m_share; }
    QString note() const { return m_note; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QFont nameFont() const;
    void describe();
    void paintProgress(QPainter& painter) const;
    void paintText(QPainter& painter) const;

    QString m_note;
    bool m_isError = false;
    double m_share = -1;
};

} // namespace ui

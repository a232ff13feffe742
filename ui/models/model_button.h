#pragma once

#include <QAbstractButton>

namespace ui {

/// The name of the model that answers, with a mark that says that there are others to choose. While
/// the model is being loaded a bar fills the button from below.
class ModelButton : public QAbstractButton {
    Q_OBJECT

public:
    explicit ModelButton(QWidget* parent = nullptr);

    void setName(const QString& name);
    /// What is said beside the name, and to screen readers; may be empty.
    void setNote(const QString& note, bool isError = false);
    void setProgress(double share); ///< 0 … 1; below 0: nothing is being loaded
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

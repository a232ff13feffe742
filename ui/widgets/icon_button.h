#pragma once

#include <QToolButton>

namespace ui {

/// A button with an icon in the color of text; its name is in its tooltip and for screen readers.
/// The look `Filled` has the accent color as background.
class IconButton : public QToolButton {
    Q_OBJECT

public:
    enum class Look { Quiet, Filled };

    IconButton(const QString& iconName, const QString& name, Look look, QWidget* parent = nullptr);

    /// Changes icon and name, because the button does something else now.
    void setMeaning(const QString& iconName, const QString& name);

    /// Makes the button visible; otherwise it is so only while it has the focus.
    void setRevealed(bool revealed);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_iconName;
    Look m_look;
    bool m_isRevealed = true;
};

} // namespace ui

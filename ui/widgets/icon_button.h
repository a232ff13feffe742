#pragma once

#include <QToolButton>

namespace ui {

/// A button that shows an icon in the text's colour, and its name only to the pointer and to screen
/// readers. `Filled` ones stand on the accent colour.
class IconButton : public QToolButton {
    Q_OBJECT

public:
    enum class Look { Quiet, Filled };

    IconButton(const QString& iconName, const QString& name, Look look, QWidget* parent = nullptr);

    /// Another icon and name: the button does something else now.
    void setMeaning(const QString& iconName, const QString& name);

    /// Not revealed: it is there, but can be seen only while it has the focus.
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

#pragma once

#include <QFrame>

namespace ui {

/// A small surface that opens below a widget. It closes with Escape or a click beside it, and the
/// widget gets the focus back.
class Popup : public QFrame {
    Q_OBJECT

public:
    explicit Popup(QWidget* opener);

    /// Opens below the widget, inside its window if possible.
    void open();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* m_opener;
};

} // namespace ui

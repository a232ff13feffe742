#pragma once

#include <QFrame>

namespace ui {

/// A small surface that opens below a widget and closes with Escape or a click beside it; the focus
/// then goes back to that widget.
class Popup : public QFrame {
    Q_OBJECT

public:
    explicit Popup(QWidget* opener);

    /// Below the opener, within its window where that is possible.
    void open();

protected:
    void paintEvent(QPaintEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* m_opener;
};

} // namespace ui

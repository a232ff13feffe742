#pragma once

#include <QLabel>

namespace ui {

/// One line of text that ends in … where there is no room for all of it; the whole text is then in
/// the tooltip, and always what screen readers read.
class ElidedLabel : public QLabel {
    Q_OBJECT

public:
    using QLabel::QLabel;

    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool isCut() const;
};

} // namespace ui

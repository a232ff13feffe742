#pragma once

#include "ui/widgets/text_label.h"

namespace ui {

/// One line of text that ends in "…" if there is no room for all of it. The whole text is then in
/// the tooltip; screen readers always read all of it.
class ElidedLabel : public TextLabel {
    Q_OBJECT

public:
    explicit ElidedLabel(TextRole role, const QString& text = {}, QWidget* parent = nullptr);

    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool isCut() const;
};

} // namespace ui

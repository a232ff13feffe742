#pragma once

#include "ui/widgets/text_label.h"

namespace ui {

/// A word or two on a rounded surface of their own, which judge the row that they are in. Hidden while
/// there is no text.
class Badge : public TextLabel {
    Q_OBJECT

public:
    explicit Badge(QWidget* parent = nullptr);

    /// `explanation` is its tooltip, and its description for screen readers.
    void setBadge(const QString& text, const QString& explanation, bool isGood);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    bool m_isGood = true;
};

} // namespace ui

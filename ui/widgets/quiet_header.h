#pragma once

#include <QHeaderView>

namespace ui {

/// Names over the columns of a table, quiet, with a line below.
class QuietHeader : public QHeaderView {
public:
    explicit QuietHeader(QWidget* parent = nullptr);

protected:
    void paintSection(QPainter* painter, const QRect& place, int section) const override;
};

} // namespace ui

#pragma once

#include <QWidget>

namespace ui {

/// Lies over the whole window while files hover over it and says what will happen.
class DropOverlay : public QWidget {
    Q_OBJECT

public:
    explicit DropOverlay(QWidget* parent);

    /// `sentence`: what a drop will do.
    void showOver(const QString& sentence);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
};

} // namespace ui

#pragma once

#include <QWidget>

namespace ui {

/// Covers the window while files are dragged over it and says what a drop will do.
class DropOverlay : public QWidget {
    Q_OBJECT

public:
    explicit DropOverlay(QWidget* parent);

    /// `sentence` says what a drop will do.
    void showOver(const QString& sentence);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
};

} // namespace ui

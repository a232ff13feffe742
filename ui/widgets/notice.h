#pragma once

#include <QWidget>

class QLabel;

namespace ui {

/// A sentence about something that failed, where it failed. Stays until it is dismissed; its text
/// can be selected.
class Notice : public QWidget {
    Q_OBJECT

public:
    explicit Notice(const QString& sentence, QWidget* parent = nullptr);

    QString sentence() const;

signals:
    void dismissed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void applyColours();

    QLabel* m_label;
};

} // namespace ui

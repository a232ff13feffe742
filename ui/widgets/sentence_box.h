#pragma once

#include "ui/widgets/text_label.h"

namespace ui {

/// A sentence about something that failed, on a surface of its own, where it failed. What can be
/// done about it is added by those who derive from it.
class ErrorBox : public QWidget {
    Q_OBJECT

public:
    QString sentence() const { return m_label->text(); }

protected:
    explicit ErrorBox(const QString& sentence, QWidget* parent = nullptr);

    TextLabel* label() const { return m_label; }
    void setSentence(const QString& sentence);

    void paintEvent(QPaintEvent* event) override;

private:
    TextLabel* m_label;
};

} // namespace ui

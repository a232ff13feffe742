#pragma once

#include "ui/widgets/text_label.h"

namespace ui {

enum class Tone { Failure, News };

/// A sentence about something that failed or was done, on a surface of its own in the place where
/// that happened. Derived classes add what can be done about it.
class SentenceBox : public QWidget {
    Q_OBJECT

public:
    QString sentence() const { return m_label->text(); }
    Tone tone() const { return m_tone; }

protected:
    SentenceBox(const QString& sentence, Tone tone, QWidget* parent = nullptr);

    TextLabel* label() const { return m_label; }
    void setSentence(const QString& sentence);

    void paintEvent(QPaintEvent* event) override;

private:
    Tone m_tone;
    TextLabel* m_label;
};

} // namespace ui

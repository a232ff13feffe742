#pragma once

#include <QString>
#include <QWidget>

#include <functional>

class QHBoxLayout;

namespace ui {

class TextLabel;

/// Something the user should know before sending, with what can be done about it. Hidden while
/// there is nothing to say. Told to screen readers when it comes up.
class PromptWarning : public QWidget {
    Q_OBJECT

public:
    struct Choice {
        QString name;
        std::function<void()> act;
    };

    explicit PromptWarning(QWidget* parent = nullptr);

    void show(const QString& sentence, const QList<Choice>& choices);
    QString sentence() const;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    TextLabel* m_sentence;
    QHBoxLayout* m_buttons;
};

} // namespace ui

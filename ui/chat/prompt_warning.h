#pragma once

#include <QString>
#include <QWidget>

#include <functional>

class QHBoxLayout;

namespace ui {

class TextLabel;

/// Tells the user something before a message is sent, with buttons for what can be done about it.
/// Hidden if there is nothing to tell. Screen readers announce it when it appears.
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

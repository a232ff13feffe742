#pragma once

#include <QWidget>

class QPushButton;

namespace ui {

class TextLabel;

/// What stands where there is nothing yet: an icon, what is missing, what to do about it, and, if
/// there is one thing to do, a button that does it.
class EmptyState : public QWidget {
    Q_OBJECT

public:
    EmptyState(const QString& iconName, const QString& title, const QString& sentence,
        QWidget* parent = nullptr);

    void setTexts(const QString& title, const QString& sentence);
    void setAction(const QString& name); ///< shows the button

signals:
    void triggered(); ///< the button

private:
    TextLabel* m_title;
    TextLabel* m_sentence;
    QPushButton* m_button;
};

} // namespace ui

#pragma once

#include <QWidget>

class QBoxLayout;
class QHBoxLayout;
class QPushButton;

namespace ui {

class TextLabel;

/// The top of a page: its name, a sentence about it below, and at the right the buttons that act on
/// the whole page; below the name where there is no room for both.
class PageHeading : public QWidget {
    Q_OBJECT

public:
    explicit PageHeading(
        const QString& title, const QString& message = {}, QWidget* parent = nullptr);

    void setMessage(const QString& message); ///< hidden if it is empty
    void addAction(QWidget* button); ///< the heading owns it

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    TextLabel* m_title;
    TextLabel* m_message;
    QHBoxLayout* m_actions;
    QBoxLayout* m_line; // the title and the actions
};

/// Shown where there is nothing yet: an icon, what is missing, what the user can do about it and,
/// if that is one thing, a button that does it.
class EmptyState : public QWidget {
    Q_OBJECT

public:
    EmptyState(const QString& iconName, const QString& title, const QString& message,
        QWidget* parent = nullptr);

    void setTexts(const QString& title, const QString& message);
    void setAction(const QString& name); ///< shows the button

signals:
    void triggered(); ///< the button was clicked

private:
    TextLabel* m_title;
    TextLabel* m_message;
    QPushButton* m_button;
};

} // namespace ui

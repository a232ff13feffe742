#pragma once

#include "services/conversations/tool_use.h"

#include <QWidget>

class QHBoxLayout;
class QPushButton;
class QToolButton;

namespace ui {

class TextLabel;
class ToolArgumentsView;

/// A call of a tool in an answer: the tool, all that it is called with, and what came of it, which is
/// folded away. While the user has to allow it, there are buttons for that.
class ToolUseView : public QWidget {
    Q_OBJECT

public:
    explicit ToolUseView(QWidget* parent = nullptr);

    void setUse(const services::ToolUse& use);

    /// Lines about it for screen readers.
    QString readableText() const;

signals:
    void decided(services::ToolDecision decision);
    void heightChanged(); ///< by the user

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QPushButton* addDecision(const QString& name, services::ToolDecision decision);
    QString stateText() const;
    void showCall();
    void updateResult();

    services::ToolUse m_use;
    TextLabel* m_name;
    TextLabel* m_state;
    ToolArgumentsView* m_arguments;
    QWidget* m_question; // with the buttons
    QHBoxLayout* m_buttons;
    QList<QPushButton*> m_decisions;
    QToolButton* m_fold;
    TextLabel* m_result;
};

/// All calls of an answer, one below the other.
class ToolUseList : public QWidget {
    Q_OBJECT

public:
    explicit ToolUseList(QWidget* parent = nullptr);

    void setUses(const QList<services::ToolUse>& uses);
    QString readableText() const;

    /// What it will be, before there is a widget.
    static int estimatedHeight(qsizetype uses);

signals:
    void decided(int use, services::ToolDecision decision);
    void heightChanged();

private:
    QList<ToolUseView*> m_views;
};

} // namespace ui

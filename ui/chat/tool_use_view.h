#pragma once

#include "services/conversations/message.h"

#include <QTextEdit>
#include <QWidget>

class QHBoxLayout;
class QPushButton;
class QToolButton;

namespace ui {

class TextLabel;

/// All that a tool is called with, to be read before the call is allowed: each argument begins a
/// paragraph with its name in bold, and nothing in a value can look like that. It is as high as its
/// text, up to a dozen lines; the rest is scrolled to, by keyboard, too.
class ToolArgumentsView : public QTextEdit {
    Q_OBJECT

public:
    explicit ToolArgumentsView(QWidget* parent = nullptr);

    void setArguments(const QList<services::ShownArgument>& arguments);

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent* event) override;

private:
    void fill();
    int maxHeight() const; ///< in pixels

    QList<services::ShownArgument> m_arguments;
    mutable int m_measuredWidth = -1, m_measuredHeight = 0; ///< the last that was measured
};

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

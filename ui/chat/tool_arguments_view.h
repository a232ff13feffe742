#pragma once

#include "services/conversations/shown_arguments.h"

#include <QTextEdit>

namespace ui {

/// All that a tool is called with, to be read before the call is allowed: each argument begins a
/// paragraph with its name in bold, and nothing in a value can look like that. As high as its text, up
/// to a dozen lines; the rest is scrolled to, by keyboard, too.
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

} // namespace ui

#include "ui/widgets/lines_edit.h"

#include <cmath>

namespace ui {

LinesEdit::LinesEdit(int lines, const QString& placeholder, QWidget* parent)
    : QPlainTextEdit(parent)
    , m_lines(lines)
{
    setPlaceholderText(placeholder);
    setTabChangesFocus(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize LinesEdit::sizeHint() const
{
    const int around = 2 * (frameWidth() + int(std::ceil(document()->documentMargin())));
    return {QPlainTextEdit::sizeHint().width(), m_lines * fontMetrics().lineSpacing() + around};
}

QSize LinesEdit::minimumSizeHint() const
{
    return {QPlainTextEdit::minimumSizeHint().width(), sizeHint().height()};
}

} // namespace ui

#include "ui/chat/tool_arguments_view.h"

#include <QEvent>
#include <QTextBlockFormat>
#include <QTextCursor>
#include <QTextDocument>

#include <algorithm>
#include <memory>

namespace ui {

using services::ShownArgument;

namespace {

constexpr int maxLines = 12;
constexpr int indent = 16; // pixels
constexpr qsizetype pieceLength
    = 1000; // characters; laying out a paragraph of megabytes takes minutes
constexpr qsizetype surelyHigh = 8000; // characters, which take more than maxLines at any width

// The end of a piece that begins at `begin`, never within a surrogate pair.
qsizetype endOfPiece(const QString& text, qsizetype begin)
{
    const qsizetype end = std::min(begin + pieceLength, text.size());
    return end < text.size() && text[end].isLowSurrogate() ? end + 1 : end;
}

// Names and values of any script stay where they are: every paragraph runs from left to right.
QTextBlockFormat paragraph(int textIndent)
{
    QTextBlockFormat format;
    format.setLayoutDirection(Qt::LeftToRight);
    format.setLeftMargin(indent);
    format.setTextIndent(textIndent);
    return format;
}

} // namespace

ToolArgumentsView::ToolArgumentsView(QWidget* parent)
    : QTextEdit(parent)
{
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setTabChangesFocus(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void ToolArgumentsView::setArguments(const QList<ShownArgument>& arguments)
{
    if (arguments == m_arguments)
        return;
    m_arguments = arguments;
    fill();
}

void ToolArgumentsView::fill()
{
    clear();
    QTextCharFormat plain, bold;
    plain.setFontWeight(QFont::Normal);
    bold.setFontWeight(QFont::DemiBold);
    QTextCursor cursor(document());
    for (qsizetype place = 0; place < m_arguments.size(); ++place) {
        const ShownArgument& argument = m_arguments.at(place);
        if (place == 0)
            cursor.setBlockFormat(paragraph(-indent));
        else
            cursor.insertBlock(paragraph(-indent));
        // The left-to-right mark keeps a name and a value that both run from right to left apart.
        if (!argument.name.isEmpty())
            cursor.insertText(argument.name + QChar(0x200E) + QStringLiteral(": "), bold);
        for (qsizetype begin = 0; begin < argument.value.size();) {
            const qsizetype end = endOfPiece(argument.value, begin);
            if (begin > 0)
                cursor.insertBlock(paragraph(0));
            cursor.insertText(argument.value.mid(begin, end - begin), plain);
            begin = end;
        }
    }
    m_measuredWidth = -1;
    updateGeometry();
}

int ToolArgumentsView::maxHeight() const
{
    return maxLines * fontMetrics().lineSpacing() + 2 * frameWidth()
        + 2 * int(document()->documentMargin());
}

// Measured in a copy, for the document itself is laid out for the width that the view has now.
int ToolArgumentsView::heightForWidth(int width) const
{
    if (document()->characterCount() > surelyHigh)
        return maxHeight();
    if (width != m_measuredWidth) {
        const std::unique_ptr<QTextDocument> copy(document()->clone());
        copy->setTextWidth(std::max(1, width - 2 * frameWidth()));
        m_measuredHeight = int(copy->size().height()) + 2 * frameWidth();
        m_measuredWidth = width;
    }
    return std::min(m_measuredHeight, maxHeight());
}

QSize ToolArgumentsView::sizeHint() const
{
    return {QTextEdit::sizeHint().width(), heightForWidth(width())};
}

QSize ToolArgumentsView::minimumSizeHint() const
{
    return {0, fontMetrics().lineSpacing() + 2 * frameWidth()};
}

void ToolArgumentsView::changeEvent(QEvent* event)
{
    QTextEdit::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) {
        m_measuredWidth = -1;
        updateGeometry();
    }
}

} // namespace ui

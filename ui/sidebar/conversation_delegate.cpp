#include "ui/sidebar/conversation_delegate.h"

#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_search.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QLineEdit>
#include <QPainter>
#include <QTextLayout>

namespace ui {

using services::ConversationList;
using services::ConversationSearch;

namespace {

constexpr int rowPadding = 18; // pixels, as below
constexpr int sidePadding = 14;
constexpr int dotSide = 8;
constexpr int pinSide = 16;
constexpr int excerptLines = 2;
constexpr double excerptScale = 0.92; // of the font

QFont excerptFont(const QFont& font)
{
    QFont small = font;
    small.setPointSizeF(font.pointSizeF() * excerptScale);
    return small;
}

// An excerpt without its marks, and the ranges that stood between them.
struct MarkedText {
    explicit MarkedText(const QString& excerpt)
    {
        for (const QChar letter : excerpt) {
            if (letter == QChar(2))
                ranges.append({int(text.size()), 0, {}});
            else if (letter != QChar(3))
                text += letter;
            else if (!ranges.isEmpty())
                ranges.last().length = int(text.size()) - ranges.last().start;
        }
    }

    QString text;
    QList<QTextLayout::FormatRange> ranges;
};

void drawExcerpt(
    QPainter& painter, const QRect& place, const QString& excerpt, const Colours& colour)
{
    MarkedText marked(excerpt);
    for (QTextLayout::FormatRange& range : marked.ranges) {
        range.format.setForeground(colour.text);
        range.format.setFontWeight(QFont::DemiBold);
    }
    QTextLayout layout(marked.text, painter.font());
    layout.setFormats(marked.ranges);
    layout.beginLayout();
    qreal y = 0;
    for (int line = 0; line < excerptLines; ++line) {
        QTextLine textLine = layout.createLine();
        if (!textLine.isValid())
            break;
        textLine.setLineWidth(place.width());
        textLine.setPosition({0, y});
        y += textLine.height();
    }
    layout.endLayout();
    painter.setPen(colour.mutedText);
    layout.draw(&painter, place.topLeft());
}

// The dot or the pin, at the right end of the place. Returns what is left of it.
QRect drawMark(QPainter& painter, QRect place, const QModelIndex& index, const Colours& colour)
{
    if (index.data(ConversationList::WritingRole).toBool()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour.accent);
        painter.drawEllipse(
            QRectF(place.right() - dotSide, place.center().y() - dotSide / 2.0, dotSide, dotSide));
        place.setRight(place.right() - 2 * dotSide);
    } else if (index.data(ConversationList::PinnedRole).toBool()) {
        const QRect mark(
            place.right() - pinSide + 1, place.center().y() - pinSide / 2 + 1, pinSide, pinSide);
        icon(QStringLiteral("pin"), colour.mutedText).paint(&painter, mark);
        place.setRight(mark.left() - sidePadding / 2);
    }
    return place;
}

} // namespace

void ConversationDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Colours& colour = colours(option.palette);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(option.state & QStyle::State_HasFocus ? QPen(colour.accent, 2) : Qt::NoPen);
    if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver))
        painter->setBrush(colour.hover);
    painter->drawRoundedRect(QRectF(option.rect).adjusted(2, 2, -2, -2), 8, 8);

    const QString excerpt = index.data(ConversationSearch::ExcerptRole).toString();
    QRect place = option.rect.adjusted(sidePadding, 0, -sidePadding, 0);
    if (!excerpt.isEmpty())
        place = QRect(
            place.left(), place.top() + rowPadding / 2, place.width(), option.fontMetrics.height());
    const QRect below = place.translated(0, option.fontMetrics.height());
    place = drawMark(*painter, place, index, colour);
    painter->setPen(colour.text);
    painter->setFont(option.font);
    const QString title = option.fontMetrics.elidedText(
        index.data(Qt::DisplayRole).toString(), Qt::ElideRight, place.width());
    painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter, title);
    if (!excerpt.isEmpty()) {
        painter->setFont(excerptFont(option.font));
        drawExcerpt(*painter, below, excerpt, colour);
    }
    painter->restore();
}

QSize ConversationDelegate::sizeHint(
    const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    int height = option.fontMetrics.height() + rowPadding;
    if (!index.data(ConversationSearch::ExcerptRole).toString().isEmpty())
        height += excerptLines * QFontMetrics(excerptFont(option.font)).height();
    return {120, height};
}

// Qt's own would have no frame and grow with its text.
QWidget* ConversationDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem&, const QModelIndex&) const
{
    auto* editor = new QLineEdit(parent);
    editor->setAccessibleName(tr("Name of the conversation"));
    editor->setTextMargins(5, 0, 5, 0);
    return editor;
}

void ConversationDelegate::updateEditorGeometry(
    QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const
{
    const int height = option.fontMetrics.height() + rowPadding;
    editor->setGeometry(
        QRect(option.rect.topLeft(), QSize(option.rect.width(), height)).adjusted(2, 1, -2, -1));
}

} // namespace ui

#include "ui/chat/chat_view.h"
#include "ui/chat/message_actions.h"
#include "ui/chat/message_notes.h"
#include "ui/chat/message_view.h"
#include "ui/chat/source_cards.h"
#include "ui/chat/text_attachment_view.h"
#include "ui/chat/tool_use_view.h"
#include "ui/markdown/markdown_view.h"
#include "ui/markdown/thinking_view.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/picture_tile.h"
#include "ui/widgets/text_label.h"

#include <algorithm>

namespace ui {

// The layout of a message's parts.

namespace {

constexpr int bubblePadding = 14; // pixels, as below
constexpr int footerHeight = 28;
constexpr int footerRise = 4; // its buttons have a margin of their own
constexpr int dividerHeight = 36; // of the line that says where reading begins

} // namespace

QRect MessageView::mirrored(const QRect& rect, int width) const
{
    if (layoutDirection() == Qt::LeftToRight || rect.isEmpty())
        return rect;
    return QRect(width - rect.right() - 1, rect.top(), rect.width(), rect.height());
}

// Places the tiles in lines, the user's aligned at the end. Returns where the part below begins.
int MessageView::placeTiles(MessageLayout& layout, int y, int width) const
{
    for (qsizetype first = 0; first < m_tiles.size();) {
        qsizetype end = first;
        int lineWidth = -messageGap, lineHeight = 0;
        do {
            lineWidth += messageGap + m_tiles[end]->width();
            lineHeight = std::max(lineHeight, m_tiles[end]->height());
            ++end;
        } while (end < m_tiles.size() && lineWidth + messageGap + m_tiles[end]->width() <= width);

        int x = sidePadding + (isUser() ? std::max(0, width - lineWidth) : 0);
        for (; first < end; ++first) {
            layout.tiles << QRect(QPoint(x, y), m_tiles[first]->size());
            x += m_tiles[first]->width() + messageGap;
        }
        y += lineHeight + messageGap;
    }
    return y;
}

// One below the other; those that are unfolded take the whole width.
int MessageView::placeAttachments(MessageLayout& layout, int y, int width) const
{
    for (const TextAttachmentView* attachment : m_attachments) {
        const QSize wanted = attachment->sizeHint();
        const int taken = attachment->isUnfolded() ? width : std::min(width, wanted.width());
        const int x = sidePadding + (isUser() ? width - taken : 0);
        layout.attachments << QRect(x, y, taken, wanted.height());
        y += wanted.height() + messageGap;
    }
    return y;
}

void MessageView::placeText(MessageLayout& layout, int& y, int width) const
{
    if (m_text->isHidden())
        return;
    if (!isUser()) {
        layout.text = QRect(sidePadding, y, width, m_text->heightForWidth(width));
        y = layout.text.bottom() + 1 + messageGap;
        return;
    }
    const int widest = std::max(40, width * 85 / 100 - 2 * bubblePadding);
    const int textWidth = std::min(widest, m_text->naturalWidth());
    const int textHeight = m_text->heightForWidth(textWidth);
    layout.bubble = QRect(sidePadding + width - textWidth - 2 * bubblePadding, y,
        textWidth + 2 * bubblePadding, textHeight + 2 * (bubblePadding - 4));
    layout.text
        = QRect(layout.bubble.left() + bubblePadding, y + bubblePadding - 4, textWidth, textHeight);
    y = layout.bubble.bottom() + 1 + messageGap;
}

MessageLayout MessageView::layOut(int wholeWidth) const
{
    MessageLayout layout;
    const int width = std::max(1, wholeWidth - 2 * sidePadding);
    int y = messageTop;
    if (m_context.above != MessageContext::Above::IsRead) {
        layout.divider = QRect(sidePadding, 0, width, dividerHeight);
        y += dividerHeight;
    }
    if (isUser())
        y = placeTiles(layout, y, width);
    y = placeAttachments(layout, y, width);
    if (m_thinking && !m_thinking->isHidden()) {
        layout.thinking = QRect(sidePadding, y, width, m_thinking->heightForWidth(width));
        y = layout.thinking.bottom() + 1 + messageGap;
    }
    if (m_toolUses && !m_toolUses->isHidden()) {
        layout.toolUses = QRect(sidePadding, y, width, m_toolUses->heightForWidth(width));
        y = layout.toolUses.bottom() + 1 + messageGap;
    }
    if (!isUser()) // tools have returned them
        y = placeTiles(layout, y, width);
    placeText(layout, y, width);
    if (m_sources && !m_sources->isHidden()) {
        layout.sources = QRect(sidePadding, y, width, m_sources->heightForWidth(width));
        y = layout.sources.bottom() + 1 + messageGap;
    }
    if (m_note && !m_note->isHidden()) {
        layout.note = QRect(sidePadding, y, width, m_note->heightForWidth(width));
        y = layout.note.bottom() + 1 + messageGap;
    }
    if (!m_pending->isHidden()) {
        layout.pending = QRect(sidePadding, y, width, m_pending->heightForWidth(width));
        y = layout.pending.bottom() + 1 + messageGap;
    }
    if (m_error && !m_error->isHidden()) {
        layout.error = QRect(sidePadding, y, width, m_error->heightForWidth(width));
        y = layout.error.bottom() + 1 + messageGap;
    }
    if (m_hint && !m_hint->isHidden()) {
        layout.hint = QRect(sidePadding, y, width, m_hint->heightForWidth(width));
        y = layout.hint.bottom() + 1 + messageGap;
    }
    placeFooter(layout, y, width);
    for (QList<QRect>* rects : {&layout.tiles, &layout.attachments})
        for (QRect& rect : *rects)
            rect = mirrored(rect, wholeWidth);
    for (QRect* rect : {&layout.bubble, &layout.thinking, &layout.toolUses, &layout.text,
             &layout.sources, &layout.note, &layout.pending, &layout.error, &layout.hint,
             &layout.actions, &layout.statistics})
        *rect = mirrored(*rect, wholeWidth);
    return layout;
}

// The statistics of an answer are after its actions, those of a question before them.
void MessageView::placeFooter(MessageLayout& layout, int y, int width) const
{
    const bool acts = m_actions->isNeeded(), counts = !m_statistics->text().isEmpty();
    const int actionsWidth = acts ? std::min(width, m_actions->sizeHint().width()) : 0;
    if (acts)
        layout.actions = QRect(sidePadding + (isUser() ? width - actionsWidth : 0), y - footerRise,
            actionsWidth, footerHeight);
    if (counts) {
        const int taken = acts ? actionsWidth + messageGap : 0;
        const int wanted = m_statistics->sizeHint().width();
        const int left = isUser() ? std::max(0, width - taken - wanted) : taken;
        layout.statistics = QRect(sidePadding + left, y - footerRise,
            width - taken - (isUser() ? left : 0), footerHeight);
    }
    const bool hasFooter = acts || counts;
    const int end
        = hasFooter ? y - footerRise + footerHeight : std::max(messageTop, y - messageGap);
    layout.height = end + (isUser() ? messageTop : messageBottom);
}

int MessageView::heightForWidth(int width) const
{
    return layOut(width).height;
}

void MessageView::applyLayout()
{
    const MessageLayout layout = layOut(width());
    for (qsizetype i = 0; i < m_tiles.size(); ++i)
        m_tiles[i]->setGeometry(layout.tiles[i]);
    for (qsizetype i = 0; i < m_attachments.size(); ++i)
        m_attachments[i]->setGeometry(layout.attachments[i]);
    if (m_thinking)
        m_thinking->setGeometry(layout.thinking);
    if (m_toolUses)
        m_toolUses->setGeometry(layout.toolUses);
    m_text->setGeometry(layout.text);
    if (m_sources)
        m_sources->setGeometry(layout.sources);
    if (m_note)
        m_note->setGeometry(layout.note);
    m_pending->setGeometry(layout.pending);
    if (m_error)
        m_error->setGeometry(layout.error);
    if (m_hint)
        m_hint->setGeometry(layout.hint);
    m_actions->setGeometry(layout.actions);
    m_statistics->setGeometry(layout.statistics);
    update();
}

namespace {

// The messages that have a widget, in the order in which they are read, whatever order the widgets
// were made in.
class MessageList : public QAccessibleWidget {
public:
    explicit MessageList(QWidget* viewport)
        : QAccessibleWidget(viewport, QAccessible::List)
    {
    }

    int childCount() const override { return int(views().size()); }

    QAccessibleInterface* child(int index) const override
    {
        return QAccessible::queryAccessibleInterface(views().value(index));
    }

    int indexOfChild(const QAccessibleInterface* child) const override
    {
        const auto* view = child ? qobject_cast<MessageView*>(child->object()) : nullptr;
        return int(views().indexOf(view));
    }

private:
    QList<MessageView*> views() const
    {
        QList<MessageView*> views
            = widget()->findChildren<MessageView*>(QString(), Qt::FindDirectChildrenOnly);
        views.removeIf([](const MessageView* view) { return view->isHidden(); });
        std::ranges::sort(views, {}, &QWidget::y);
        return views;
    }
};

QAccessibleInterface* makeAccessible(const QString&, QObject* object)
{
    if (auto* view = qobject_cast<MessageView*>(object))
        return new ReadableText(
            view, QAccessible::ListItem, [view] { return view->readableText(); });
    if (auto* chat = qobject_cast<ChatView*>(object))
        return new ReadWidget(chat); // of a scroll area Qt tells nothing but its viewport
    const auto* chat = qobject_cast<ChatView*>(object->parent());
    if (chat && chat->viewport() == object)
        return new MessageList(chat->viewport());
    return nullptr;
}

} // namespace

void installMessageAccessibility()
{
    installReadingOrder(); // first, for those that come later are asked before it
    QAccessible::installFactory(makeAccessible);
    installAnnouncerAccessibility();
}

} // namespace ui

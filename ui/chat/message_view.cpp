#include "ui/chat/message_view.h"

#include "ui/chat/markdown_view.h"
#include "ui/chat/statistics_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/picture_tile.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QLabel>
#include <QPainter>

namespace ui {

using services::Message;

namespace {

constexpr int pictureSide = 320; // pixels, as all below
constexpr int smallPictureSide = 180; // of several
constexpr int bubblePadding = 14;
constexpr int gap = 8;
constexpr int footerHeight = 28;
constexpr int footerRise = 4; // its buttons have a margin of their own

void setInk(QLabel* label, const QColor& colour)
{
    QPalette palette = label->palette();
    if (palette.color(QPalette::WindowText) == colour)
        return;
    palette.setColor(QPalette::WindowText, colour);
    label->setPalette(palette);
}

} // namespace

// Rectangles of the parts; those of hidden parts are empty.
struct MessageView::Layout {
    QList<QRect> tiles;
    QRect bubble, text, pending, error, actions, statistics;
    int height = 0;
};

MessageView::MessageView(services::Author author, QWidget* parent)
    : QWidget(parent)
    , m_author(author)
    , m_text(new MarkdownView(author == services::Author::User ? MarkdownView::Markup::Plain
                                                               : MarkdownView::Markup::Markdown,
          this))
    , m_pending(new QLabel(tr("One moment…"), this))
    , m_error(new QLabel(this))
    , m_statistics(new ElidedLabel(this))
    , m_actions(new MessageActions(author, this))
{
    setAccessibleName(isUser() ? tr("Your message") : tr("Answer"));
    m_error->setWordWrap(true);
    m_error->setTextFormat(Qt::PlainText);
    m_error->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_error->setMargin(10);
    QFont small = font();
    small.setPointSizeF(font().pointSizeF() * 0.85);
    m_statistics->setFont(small);
    connect(m_actions, &MessageActions::copyRequested, this,
        [this] { QApplication::clipboard()->setText(m_source); });
    applyColours();
}

void MessageView::setMessage(const Message& message, const MessagePlace& place)
{
    const bool ended = m_state != message.state && !message.isOpen();
    m_state = message.state;
    m_source = message.text;
    setPictures(message.pictures);
    m_text->setText(message.text);
    if (ended && !isUser())
        m_text->refresh();
    m_text->setVisible(!message.text.isEmpty());
    m_pending->setVisible(message.state == Message::State::Waiting);
    m_error->setText(message.error);
    m_error->setAccessibleName(message.error);
    m_error->setVisible(!message.error.isEmpty());
    m_actions->update(message, place);
    m_statistics->setText(statisticsText(message));
    m_statistics->setVisible(!m_statistics->text().isEmpty());
    applyLayout();

    const QString readable = readableText();
    if (readable != m_readable) {
        QAccessibleTextUpdateEvent event(this, 0, m_readable, readable);
        m_readable = readable;
        QAccessible::updateAccessibility(&event);
    }
}

void MessageView::setPictures(const QList<services::Picture>& pictures)
{
    if (m_tiles.size() == pictures.size())
        return; // a message's pictures never change
    const int side = pictures.size() > 1 ? smallPictureSide : pictureSide;
    for (const services::Picture& picture : pictures) {
        const QString name = picture.name.isEmpty() ? tr("Picture") : picture.name;
        auto* tile = new PictureTile(side, PictureTile::Fit::Whole, name, this);
        tile->setPicture(picture.preview);
        tile->setFocusPolicy(Qt::NoFocus);
        tile->show();
        m_tiles << tile;
    }
}

QString MessageView::readableText() const
{
    QStringList parts;
    if (!m_source.isEmpty())
        parts << m_text->plainText();
    if (!m_error->text().isEmpty())
        parts << m_error->text();
    return parts.join(u'\n');
}

// In lines, the user's flush right. Returns where the part below begins.
int MessageView::placeTiles(Layout& layout, int width) const
{
    int y = 0;
    for (qsizetype first = 0; first < m_tiles.size();) {
        qsizetype end = first;
        int lineWidth = -gap, lineHeight = 0;
        do {
            lineWidth += gap + m_tiles[end]->width();
            lineHeight = std::max(lineHeight, m_tiles[end]->height());
            ++end;
        } while (end < m_tiles.size() && lineWidth + gap + m_tiles[end]->width() <= width);

        int x = isUser() ? std::max(0, width - lineWidth) : 0;
        for (; first < end; ++first) {
            layout.tiles << QRect(QPoint(x, y), m_tiles[first]->size());
            x += m_tiles[first]->width() + gap;
        }
        y += lineHeight + gap;
    }
    return y;
}

void MessageView::placeText(Layout& layout, int& y, int width) const
{
    if (m_text->isHidden())
        return;
    if (!isUser()) {
        layout.text = QRect(0, y, width, m_text->heightForWidth(width));
        y = layout.text.bottom() + 1 + gap;
        return;
    }
    const int widest = width * 4 / 5 - 2 * bubblePadding;
    const int textWidth = std::min(widest, std::max(24, m_text->naturalWidth()));
    const int height = m_text->heightForWidth(textWidth);
    layout.bubble = QRect(width - textWidth - 2 * bubblePadding, y, textWidth + 2 * bubblePadding,
        height + 2 * bubblePadding - 8);
    layout.text
        = QRect(layout.bubble.left() + bubblePadding, y + bubblePadding - 4, textWidth, height);
    y = layout.bubble.bottom() + 1 + gap;
}

MessageView::Layout MessageView::layOut(int width) const
{
    Layout layout;
    int y = placeTiles(layout, width);
    placeText(layout, y, width);
    if (!m_pending->isHidden()) {
        layout.pending = QRect(0, y, width, m_pending->sizeHint().height());
        y = layout.pending.bottom() + 1 + gap;
    }
    if (!m_error->isHidden()) {
        layout.error = QRect(0, y, width, m_error->heightForWidth(width));
        y = layout.error.bottom() + 1 + gap;
    }
    placeFooter(layout, y, width);
    return layout;
}

void MessageView::placeFooter(Layout& layout, int y, int width) const
{
    const bool acts = m_actions->isNeeded(), counts = !m_statistics->isHidden();
    const int actionsWidth = acts ? m_actions->sizeHint().width() : 0;
    if (acts)
        layout.actions = QRect(
            isUser() ? width - actionsWidth : 0, y - footerRise, actionsWidth, footerHeight);
    if (counts) {
        const int left = acts ? actionsWidth + gap : 0;
        layout.statistics = QRect(left, y - footerRise, width - left, footerHeight);
    }
    const int end = acts || counts ? y - footerRise + footerHeight : std::max(0, y - gap);
    layout.height = end + (isUser() ? 0 : 20);
}

int MessageView::heightForWidth(int width) const
{
    return layOut(width).height;
}

void MessageView::applyLayout()
{
    const Layout layout = layOut(width());
    for (qsizetype i = 0; i < m_tiles.size(); ++i)
        m_tiles[i]->setGeometry(layout.tiles[i]);
    m_text->setGeometry(layout.text);
    m_pending->setGeometry(layout.pending);
    m_error->setGeometry(layout.error);
    m_actions->setGeometry(layout.actions);
    m_statistics->setGeometry(layout.statistics);
    update();
}

void MessageView::resizeEvent(QResizeEvent*)
{
    applyLayout();
}

void MessageView::applyColours()
{
    const Colours& colour = colours(palette());
    setInk(m_pending, colour.mutedText);
    setInk(m_statistics, colour.mutedText);
    setInk(m_error, colour.error);
}

void MessageView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColours();
}

void MessageView::enterEvent(QEnterEvent* event)
{
    m_actions->setRevealed(true);
    QWidget::enterEvent(event);
}

void MessageView::leaveEvent(QEvent* event)
{
    m_actions->setRevealed(false);
    QWidget::leaveEvent(event);
}

void MessageView::paintEvent(QPaintEvent*)
{
    const Layout layout = layOut(width());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours(palette()).bubble);
    if (!layout.bubble.isEmpty())
        painter.drawRoundedRect(layout.bubble, 16, 16);
    painter.setBrush(colours(palette()).errorSurface);
    if (!layout.error.isEmpty())
        painter.drawRoundedRect(layout.error, 10, 10);
}

} // namespace ui

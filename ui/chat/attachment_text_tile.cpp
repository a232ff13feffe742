#include "ui/chat/attachment_text_tile.h"

#include "services/plain_tool_tip.h"
#include "ui/theme/colours.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QCoreApplication>
#include <QPainter>
#include <QStyle>

namespace ui {

namespace {

constexpr int tileWidth = 200; // pixels, as below
constexpr int radius = 12;
constexpr int iconSide = 16;
constexpr qsizetype beginning = 120; // characters

QString beginningOf(const services::TextAttachment& text)
{
    constexpr size_t bytes = 4 * beginning;
    return text.document
        ? QString::fromUtf8(QByteArray::fromStdString(text.document->text.substr(0, bytes)))
              .left(beginning)
              .simplified()
        : text.text.left(beginning).simplified();
}

QString pagesText(int pages)
{
    return QCoreApplication::translate("ui::AttachmentTextTile", "%Ln pages", nullptr, pages);
}

} // namespace

QString lengthText(qsizetype characters)
{
    return QCoreApplication::translate(
        "ui::AttachmentTextTile", "%Ln characters", nullptr, int(characters));
}

QString lengthText(const services::TextAttachment& text)
{
    if (!text.document)
        return lengthText(text.text.size());
    if (text.document->isPaged)
        return pagesText(int(text.document->pages.size()));
    return lengthText(qsizetype(text.document->text.size()));
}

AttachmentTextTile::AttachmentTextTile(
    const services::TextAttachment& text, int height, QWidget* parent)
    : QAbstractButton(parent)
    , m_name(text.name)
    , m_beginning(beginningOf(text))
    , m_size(lengthText(text))
{
    setFixedSize(tileWidth, height);
    describe();
    setAccessibleDescription(tr("Shows the text."));
    setToolTip(services::plainToolTip(tr("%1 — click to read it").arg(m_name)));
}

AttachmentTextTile::AttachmentTextTile(const QString& name, int height, QWidget* parent)
    : QAbstractButton(parent)
    , m_name(name)
    , m_beginning(tr("Reading …"))
{
    setFixedSize(tileWidth, height);
    describe();
    setToolTip(services::plainToolTip(name));
}

void AttachmentTextTile::showPages(int pages)
{
    m_size = pagesText(pages);
    describe();
    update();
}

void AttachmentTextTile::describe()
{
    setFocusPolicy(Qt::TabFocus);
    setAccessibleName(
        m_size.isEmpty() ? m_name : tr("%1, %2", "name of a text, its length").arg(m_name, m_size));
}

void AttachmentTextTile::paintEvent(QPaintEvent*)
{
    const Colours& colour = colours(palette());
    const Metrics metric = metrics(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(hasFocus() ? QPen(colour.accent, 2) : QPen(colour.border, 1));
    painter.setBrush(underMouse() ? colour.hover : colour.bubble);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);

    const QRect inside
        = rect().adjusted(metric.medium, metric.small, -metric.medium, -metric.small);
    const int line = fontMetrics().height();
    const auto drawLine = [&](const QRect& place, const QString& text) {
        painter.drawText(place, Qt::AlignVCenter | Qt::AlignLeading,
            fontMetrics().elidedText(text, Qt::ElideRight, place.width()));
    };
    const auto mirrored = [this](const QRect& place) {
        return QStyle::visualRect(layoutDirection(), rect(), place);
    };
    const QRect iconPlace(inside.left(), inside.top() + (line - iconSide) / 2, iconSide, iconSide);
    ui::icon(QStringLiteral("document"), colour.mutedText).paint(&painter, mirrored(iconPlace));
    painter.setPen(colour.text);
    const int indent = iconSide + metric.tight;
    drawLine(mirrored(QRect(inside.left() + indent, inside.top(), inside.width() - indent, line)),
        m_name);
    painter.setPen(colour.mutedText);
    const int below = inside.height() - line;
    drawLine(QRect(inside.left(), inside.top() + line, inside.width(), below / 2), m_beginning);
    drawLine(
        QRect(inside.left(), inside.top() + line + below / 2, inside.width(), below / 2), m_size);
}

} // namespace ui

#include "ui/drops/drop_overlay.h"

#include "ui/drops/attachments.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QDragEnterEvent>
#include <QGuiApplication>
#include <QMimeData>
#include <QPainter>
#include <QShortcut>

#include <utility>

namespace ui {

DropOverlay::DropOverlay(QWidget* parent, Sentence message, Drop drop)
    : QWidget(parent)
    , m_message(std::move(message))
    , m_drop(std::move(drop))
{
    parent->setAcceptDrops(true);
    parent->installEventFilter(this);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAccessibleName(tr("Drop files here"));
    hide();
}

DropOverlay::DropOverlay(
    QWidget* parent, const QString& message, const std::function<void(const QStringList&)>& drop)
    : DropOverlay(
        parent,
        [message](
            const QMimeData* data) { return localFiles(data).isEmpty() ? QString() : message; },
        [drop](const QMimeData* data) { drop(localFiles(data)); })
{
    takePasted();
}

void DropOverlay::takePasted()
{
    auto* paste = new QShortcut(QKeySequence::Paste, parentWidget());
    paste->setContext(Qt::WidgetWithChildrenShortcut);
    connect(paste, &QShortcut::activated, this, [this] {
        const QMimeData* data = QGuiApplication::clipboard()->mimeData();
        if (data && !m_message(data).isEmpty())
            m_drop(data);
    });
}

bool DropOverlay::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::DragEnter)
        enter(static_cast<QDropEvent&>(*event));
    else if (event->type() == QEvent::Drop)
        drop(static_cast<QDropEvent&>(*event));
    else if (event->type() == QEvent::DragLeave)
        hide();
    else if (event->type() == QEvent::Resize)
        setGeometry(parentWidget()->rect());
    return QWidget::eventFilter(watched, event);
}

void DropOverlay::enter(QDropEvent& event)
{
    m_text = m_message(event.mimeData());
    if (m_text.isEmpty())
        return;
    event.acceptProposedAction();
    setGeometry(parentWidget()->rect());
    raise();
    show();
}

void DropOverlay::drop(QDropEvent& event)
{
    hide();
    if (m_message(event.mimeData()).isEmpty())
        return;
    event.acceptProposedAction();
    m_drop(event.mimeData());
}

void DropOverlay::paintEvent(QPaintEvent*)
{
    const Colors& color = colors(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = color.window;
    veil.setAlpha(225);
    painter.fillRect(rect(), veil);
    painter.setPen(QPen(color.accent, 3, Qt::DashLine));
    painter.drawRoundedRect(rect().adjusted(20, 20, -20, -20), 20, 20);
    QFont large = font();
    large.setPointSizeF(font().pointSizeF() * 1.5);
    large.setWeight(QFont::DemiBold);
    painter.setFont(large);
    painter.setPen(color.text);
    painter.drawText(rect(), Qt::AlignCenter, m_text);
}

} // namespace ui

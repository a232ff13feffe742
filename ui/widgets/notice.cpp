#include "ui/widgets/notice.h"

#include "ui/theme/theme.h"
#include "ui/widgets/icon_button.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>

namespace ui {

Notice::Notice(const QString& sentence, QWidget* parent)
    : QWidget(parent)
    , m_label(new QLabel(sentence, this))
{
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::PlainText);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_label->setAccessibleName(sentence);
    auto* close
        = new IconButton(QStringLiteral("close"), tr("Dismiss"), IconButton::Look::Quiet, this);
    close->setFixedSize(28, 28);
    connect(close, &IconButton::clicked, this, &Notice::dismissed);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(14, 6, 6, 6);
    layout->addWidget(m_label, 1);
    layout->addWidget(close, 0, Qt::AlignTop);
    applyColours();
}

QString Notice::sentence() const
{
    return m_label->text();
}

void Notice::applyColours()
{
    QPalette palette = m_label->palette();
    const QColor error = colours(this->palette()).error;
    if (palette.color(QPalette::WindowText) == error)
        return;
    palette.setColor(QPalette::WindowText, error);
    m_label->setPalette(palette);
}

void Notice::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColours();
}

void Notice::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours(palette()).errorSurface);
    painter.drawRoundedRect(rect(), 10, 10);
}

} // namespace ui

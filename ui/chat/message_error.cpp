#include "ui/chat/message_error.h"

#include "ui/theme/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int radius = 10; // pixels

} // namespace

MessageError::MessageError(QWidget* parent)
    : QWidget(parent)
    , m_label(new QLabel(this))
    , m_retry(new QPushButton(tr("Try again"), this))
    , m_continue(new QPushButton(tr("Continue"), this))
{
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::PlainText);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* details = new QPushButton(tr("Copy details"), this);
    details->setFlat(true);
    connect(
        m_retry, &QPushButton::clicked, this, [this] { emit wished(MessageWish::AnswerAgain); });
    connect(
        m_continue, &QPushButton::clicked, this, [this] { emit wished(MessageWish::Continue); });
    connect(
        details, &QPushButton::clicked, this, [this] { emit wished(MessageWish::CopyDetails); });

    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_retry);
    buttons->addWidget(m_continue);
    buttons->addWidget(details);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 10, 12, 10);
    layout->setSpacing(8);
    layout->addWidget(m_label);
    layout->addLayout(buttons);
    applyColours();
}

void MessageError::setError(const QString& sentence, bool canContinue)
{
    m_label->setText(sentence);
    m_label->setAccessibleName(sentence);
    m_continue->setVisible(canContinue);
    setVisible(!sentence.isEmpty());
}

QString MessageError::sentence() const
{
    return m_label->text();
}

void MessageError::applyColours()
{
    QPalette palette = m_label->palette();
    const QColor error = colours(this->palette()).error;
    if (palette.color(QPalette::WindowText) == error)
        return;
    palette.setColor(QPalette::WindowText, error);
    m_label->setPalette(palette);
}

void MessageError::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        applyColours();
}

void MessageError::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours(palette()).errorSurface);
    painter.drawRoundedRect(rect(), radius, radius);
}

} // namespace ui

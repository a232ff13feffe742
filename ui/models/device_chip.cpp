#include "ui/models/device_chip.h"

#include "services/models/devices.h"
#include "services/plain_tool_tip.h"
#include "ui/models/popup.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QLocale>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int leastWidth = 40; // pixels
constexpr int detailsWidth = 340;

} // namespace

DeviceChip::DeviceChip(QWidget* parent)
    : QAbstractButton(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    connect(this, &QAbstractButton::clicked, this, &DeviceChip::openDetails);
}

void DeviceChip::setModel(const services::ModelSummary& model)
{
    m_model = model;
    setText(QString(model.device).replace(QStringLiteral(", "), QStringLiteral(" · ")));
    setAccessibleName(tr("Device: %1").arg(text()));
    setToolTip(services::plainToolTip(tr("%1 – why this device").arg(text())));
    updateGeometry();
    update();
}

QString DeviceChip::details() const
{
    QStringList lines{tr("%1 computes on: %2.").arg(m_model.name, m_model.device)};
    lines << m_model.notes;
    for (const services::Device& device : services::devices())
        if (!device.problem.isEmpty())
            lines << tr("%1 is not available. %2").arg(device.description, device.problem);
    lines << tr("Its context holds %1 tokens.").arg(QLocale().toString(m_model.contextTokens));
    lines << (m_model.canSee ? tr("It sees pictures.") : tr("It reads text only."));
    if (!m_model.draft.isEmpty())
        lines << tr("%1 guesses ahead for it.").arg(m_model.draft);
    return lines.join(u'\n');
}

void DeviceChip::openDetails()
{
    auto* popup = new Popup(this);
    popup->setAttribute(Qt::WA_DeleteOnClose);
    auto* label = new TextLabel(TextRole::Body, details(), popup);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    label->setFixedWidth(detailsWidth);
    const Metrics distance = metrics(this);
    auto* layout = new QVBoxLayout(popup);
    layout->setContentsMargins(distance.large, distance.medium, distance.large, distance.medium);
    layout->addWidget(label);
    popup->open();
    label->setFocus(Qt::PopupFocusReason);
}

QSize DeviceChip::sizeHint() const
{
    const Metrics distance = metrics(this);
    return {QFontMetrics(smallFont(font())).horizontalAdvance(text()) + 2 * distance.small + 2,
        std::max(24, distance.control - distance.tight)};
}

QSize DeviceChip::minimumSizeHint() const
{
    return {std::min(leastWidth, sizeHint().width()), sizeHint().height()};
}

void DeviceChip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colours& scheme = colours(palette());
    const double radius = height() / 2.0;
    painter.setPen(hasFocus() ? QPen(scheme.accent, 2) : QPen(scheme.border, 1));
    painter.setBrush(underMouse() || isDown() ? QBrush(scheme.hover) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);
    const int inset = metrics(this).small;
    const QRect room = rect().adjusted(inset, 0, -inset, 0);
    painter.setFont(smallFont(font()));
    painter.setPen(scheme.mutedText);
    painter.drawText(room, Qt::AlignCenter,
        QFontMetrics(smallFont(font())).elidedText(text(), Qt::ElideRight, room.width()));
}

void DeviceChip::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void DeviceChip::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

} // namespace ui

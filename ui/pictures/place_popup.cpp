#include "ui/pictures/place_popup.h"

#include "services/pictures/picture_place.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr QSizeF maxPart(440, 200); // pixels of the screen
constexpr double maxScale = 2; // pixels of the screen for one of the image
constexpr int hideMilliseconds = 250; // for the way of the pointer from the fact to the popup
constexpr int apart = 6; // pixels between the fact and the popup

// The part of the image that is shown around a place, both in its pixels.
QRectF partAround(const QRectF& place, const QSizeF& image)
{
    const double height = std::max(place.height(), 8.0);
    const QRectF part = place.marginsAdded({7 * height, 2 * height, 7 * height, 2 * height});
    return part.intersected(QRectF({}, image));
}

} // namespace

PlacePopup::PlacePopup(QWidget* owner)
    : QWidget(owner, Qt::ToolTip)
    , m_part(new QLabel(this))
    , m_description(new TextLabel(TextRole::Small, {}, this))
    , m_result(new TextLabel(TextRole::Strong, {}, this))
    , m_check(new QPushButton(this))
{
    setObjectName(QStringLiteral("placePopup"));
    setAttribute(Qt::WA_ShowWithoutActivating);
    setCursor(Qt::PointingHandCursor);
    setAccessibleName(tr("Place in the picture"));
    m_hide.setSingleShot(true);
    m_hide.setInterval(hideMilliseconds);
    connect(&m_hide, &QTimer::timeout, this, &QWidget::hide);
    auto* layout = new QVBoxLayout(this);
    const Metrics space = metrics(this);
    layout->setContentsMargins(space.small, space.small, space.small, space.small);
    layout->setSpacing(space.tight);
    layout->setSizeConstraint(QLayout::SetFixedSize);
    layout->addWidget(m_part, 0, Qt::AlignHCenter);
    layout->addWidget(m_description);
    layout->addWidget(m_result);
    layout->addWidget(m_check, 0, Qt::AlignLeading);
    for (TextLabel* line : {m_description, m_result})
        line->setWordWrap(false);
    m_check->setFocusPolicy(Qt::NoFocus); // a tool tip has no focus
    m_check->setCursor(Qt::ArrowCursor);
    connect(m_check, &QPushButton::clicked, this, &PlacePopup::checkToggled);
    showCheck(Check::Impossible);
}

QPixmap PlacePopup::cutOut(const QImage& image, const QRectF& place) const
{
    const QRectF spot = services::inPixels(place, image.size());
    const QRect part = partAround(spot, image.size()).toAlignedRect().intersected(image.rect());
    if (part.isEmpty())
        return {};
    const double pixels = devicePixelRatioF();
    const double scale = std::min(
        {maxPart.width() / part.width(), maxPart.height() / part.height(), maxScale / pixels});
    QPixmap shown((QSizeF(part.size()) * scale * pixels).toSize().expandedTo({1, 1}));
    shown.setDevicePixelRatio(pixels);
    QPainter painter(&shown);
    painter.setRenderHints(QPainter::SmoothPixmapTransform | QPainter::Antialiasing);
    painter.drawImage(QRectF({}, QSizeF(shown.size()) / pixels), image, part);
    const QRectF box = QRectF((spot.topLeft() - QPointF(part.topLeft())) * scale, spot.size() * scale)
                           .marginsAdded({3, 3, 3, 3});
    const Colors& color = colors(palette());
    painter.setPen(QPen(color.accentText, 4));
    painter.drawRoundedRect(box, 3, 3);
    painter.setPen(QPen(color.accent, 2));
    painter.drawRoundedRect(box, 3, 3);
    return shown;
}

void PlacePopup::showPlace(
    const QImage& image, const QRectF& place, const QString& description, const QRect& fact)
{
    m_hide.stop();
    m_part->setPixmap(cutOut(image, place));
    m_description->setText(description);
    setAccessibleDescription(description);
    adjustSize();
    const QRect room = parentWidget()->screen()->availableGeometry();
    QRect frame(fact.bottomLeft() + QPoint(0, apart), size());
    if (frame.bottom() > room.bottom())
        frame.moveBottom(fact.top() - apart);
    frame.moveLeft(std::clamp(
        frame.left(), room.left(), std::max(room.left(), room.right() - frame.width())));
    move(frame.topLeft());
    show();
}

void PlacePopup::showCheck(Check check, const QString& result)
{
    m_check->setVisible(check != Check::Impossible);
    m_check->setText(check == Check::Running ? tr("Cancel") : tr("Check again"));
    m_result->setRole(check == Check::Differs ? TextRole::Error : TextRole::Strong);
    m_result->setText(result);
    m_result->setVisible(!result.isEmpty());
    adjustSize();
}

QString PlacePopup::result() const
{
    return m_result->text();
}

void PlacePopup::hideSoon()
{
    if (!underMouse())
        m_hide.start();
}

void PlacePopup::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setPen(colors(palette()).border);
    painter.setBrush(colors(palette()).raised);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void PlacePopup::enterEvent(QEnterEvent*)
{
    m_hide.stop();
}

void PlacePopup::leaveEvent(QEvent*)
{
    m_hide.start();
}

void PlacePopup::mouseReleaseEvent(QMouseEvent* event)
{
    hide();
    if (rect().contains(event->position().toPoint()))
        emit clicked();
}

} // namespace ui

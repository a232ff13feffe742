#include "ui/models/model_header.h"

#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/models/load_settings.h"
#include "services/text.h"
#include "ui/models/model_menu.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QPainter>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int minWidth = 40; // pixels
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
    setText(services::shownDevice(model).replace(QStringLiteral(", "), QStringLiteral(" · ")));
    setAccessibleName(tr("Device: %1").arg(text()));
    setToolTip(services::plainToolTip(tr("%1 – device details").arg(text())));
    updateGeometry();
    update();
}

QString DeviceChip::details() const
{
    QStringList lines{
        tr("%1 runs on: %2").arg(services::shownName(m_model), services::shownDevice(m_model))};
    lines << services::noteMessages(m_model);
    for (const services::Device& device : services::devices())
        if (!device.problem.isEmpty())
            lines << tr("%1 unavailable: %2").arg(device.description, device.problem);
    lines << tr("Context length: %1 tokens").arg(QLocale().toString(qint64(m_model.contextTokens)));
    lines << (m_model.canSee ? tr("Can process pictures") : tr("Text only"));
    if (!m_model.draft.empty())
        lines << tr("Draft model: %1").arg(QString::fromStdString(m_model.draft));
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
    return {std::min(minWidth, sizeHint().width()), sizeHint().height()};
}

void DeviceChip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& scheme = colors(palette());
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

namespace {

constexpr int radius = 8; // pixels, as below
constexpr int barHeight = 3;
constexpr int minNameWidth = 140; // or less for a short one

// Whole pixels that the text surely fits into: rounded down it would be shortened for less than one.
int textWidth(const QFont& font, const QString& text)
{
    return int(std::ceil(QFontMetricsF(font).horizontalAdvance(text))) + 1;
}

} // namespace

ModelButton::ModelButton(QWidget* parent)
    : QAbstractButton(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ModelButton::setName(const QString& name)
{
    setText(name);
    describe();
    updateGeometry();
}

void ModelButton::setNote(const QString& note, bool isError)
{
    if (note == m_note && isError == m_isError)
        return;
    m_note = note;
    m_isError = isError;
    describe();
    updateGeometry();
    update();
}

void ModelButton::setProgress(double share)
{
    if (share == m_share)
        return;
    m_share = share;
    update();
}

void ModelButton::describe()
{
    setAccessibleName(tr("Model: %1").arg(text()));
    setAccessibleDescription(m_note);
    setToolTip(services::plainToolTip(tr("%1 – choose another model").arg(text())));
}

QFont ModelButton::nameFont() const
{
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    return bold;
}

QSize ModelButton::sizeHint() const
{
    const Metrics distance = metrics(this);
    int width
        = 2 * distance.medium + textWidth(nameFont(), text()) + distance.small + distance.icon;
    if (!m_note.isEmpty())
        width += distance.small + textWidth(font(), m_note);
    return {width, distance.control};
}

QSize ModelButton::minimumSizeHint() const
{
    return {std::min(minNameWidth, sizeHint().width()), metrics(this).control};
}

void ModelButton::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& scheme = colors(palette());
    if (underMouse() || isDown()) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(scheme.hover);
        painter.drawRoundedRect(rect(), radius, radius);
    }
    paintProgress(painter);
    paintText(painter);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(scheme.accent, 2));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);
    }
}

// A line along the bottom, from where reading begins.
void ModelButton::paintProgress(QPainter& painter) const
{
    if (m_share < 0)
        return;
    const Colors& scheme = colors(palette());
    const double inset = radius;
    QRectF track(inset, height() - barHeight - 1, width() - 2 * inset, barHeight);
    painter.setPen(Qt::NoPen);
    painter.setBrush(scheme.border);
    painter.drawRoundedRect(track, barHeight / 2.0, barHeight / 2.0);
    const double done = track.width() * std::clamp(m_share, 0.0, 1.0);
    if (layoutDirection() == Qt::RightToLeft)
        track.setLeft(track.right() - done);
    else
        track.setWidth(done);
    painter.setBrush(scheme.accent);
    painter.drawRoundedRect(track, barHeight / 2.0, barHeight / 2.0);
}

void ModelButton::paintText(QPainter& painter) const
{
    const Metrics distance = metrics(this);
    const Colors& scheme = colors(palette());
    const auto place = [this](int left, int width) {
        return QStyle::visualRect(layoutDirection(), rect(), QRect(left, 0, width, height()));
    };
    int end = width() - distance.medium;
    const int mark = distance.icon * 3 / 4;
    const QRect markRect = place(end - mark, mark);
    ui::icon(QStringLiteral("expanded"), scheme.mutedText)
        .paint(&painter, QRect(markRect.left(), (height() - mark) / 2, mark, mark));
    end -= mark + distance.small;

    const QFontMetrics bold(nameFont());
    const int left = distance.medium;
    const int nameWidth = std::min(textWidth(nameFont(), text()), end - left);
    painter.setLayoutDirection(Qt::LayoutDirectionAuto); // names run in their own direction
    painter.setFont(nameFont());
    painter.setPen(scheme.text);
    painter.drawText(place(left, nameWidth), Qt::AlignVCenter | Qt::AlignAbsolute | Qt::AlignLeft,
        bold.elidedText(text(), Qt::ElideMiddle, nameWidth));
    const int noteLeft = left + nameWidth + distance.small;
    if (m_note.isEmpty() || noteLeft >= end)
        return;
    painter.setFont(font());
    painter.setPen(m_isError ? scheme.error : scheme.mutedText);
    painter.drawText(place(noteLeft, end - noteLeft),
        int(QStyle::visualAlignment(layoutDirection(), Qt::AlignLeft) | Qt::AlignVCenter),
        fontMetrics().elidedText(m_note, Qt::ElideRight, end - noteLeft));
}

void ModelButton::enterEvent(QEnterEvent* event)
{
    QAbstractButton::enterEvent(event);
    update();
}

void ModelButton::leaveEvent(QEvent* event)
{
    QAbstractButton::leaveEvent(event);
    update();
}

using services::InstalledModels;
using services::ModelId;
using services::ModelPool;
using services::ModelState;

namespace {

constexpr int minDeviceWidth = 120; // pixels

} // namespace

ModelHeader::ModelHeader(ModelPool& pool, InstalledModels& installed, QWidget* parent)
    : QWidget(parent)
    , m_pool(pool)
    , m_installed(installed)
    , m_sidebar(new IconButton(
          QStringLiteral("sidebar"), tr("Show or hide chats"), IconButton::Look::Quiet, this))
    , m_name(new ModelButton(this))
    , m_cancel(new IconButton(
          QStringLiteral("close"), tr("Cancel loading"), IconButton::Look::Quiet, this))
    , m_eject(new IconButton(
          QStringLiteral("eject"), tr("Unload model"), IconButton::Look::Quiet, this))
    , m_device(new DeviceChip(this))
    , m_settings(new IconButton(
          QStringLiteral("settings"), tr("Chat settings"), IconButton::Look::Quiet, this))
    , m_announcer(new Announcer(this))
{
    m_sidebar->setProperty("command", "window.sidebar");
    m_name->setProperty("command", "chat.model");
    m_settings->setProperty("command", "chat.settings");
    layOut();
    connect(m_sidebar, &IconButton::clicked, this, &ModelHeader::sidebarToggled);
    connect(m_settings, &IconButton::clicked, this, &ModelHeader::settingsPanelToggled);
    connect(m_name, &ModelButton::clicked, this, &ModelHeader::openMenu);
    connect(
        m_cancel, &IconButton::clicked, this, [this] { m_pool.registry().cancelLoad(m_model); });
    connect(m_eject, &IconButton::clicked, this, [this] { m_pool.registry().unload(m_model); });
    connect(&pool, &ModelPool::stateChanged, this, [this](const ModelId& model) {
        if (model == m_model)
            showState();
    });
    connect(&installed, &InstalledModels::changed, this, &ModelHeader::showState);
    showState();
}

void ModelHeader::layOut()
{
    const Metrics distance = metrics(this);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(distance.medium, distance.small, distance.medium, distance.small);
    layout->setSpacing(distance.tight);
    layout->addWidget(m_sidebar);
    layout->addWidget(m_name);
    layout->addWidget(m_cancel);
    layout->addWidget(m_eject);
    layout->addSpacing(distance.tight);
    layout->addWidget(m_device);
    layout->addStretch(1);
    layout->addWidget(m_settings);
    setFocusProxy(m_name);
}

void ModelHeader::setModel(const ModelId& model)
{
    if (model != m_model) {
        m_announced = -1;
        m_announcer->withdraw();
    }
    m_model = model;
    showState();
}

void ModelHeader::showState()
{
    const ModelState state = m_pool.registry().state(m_model);
    const bool isLoading = state.stage == ModelState::Stage::Loading;
    const bool isReady = state.stage == ModelState::Stage::Ready;
    const bool hadFocus = (m_cancel->hasFocus() && !isLoading) || (m_eject->hasFocus() && !isReady);
    m_name->setName(m_installed.displayName(m_model));
    m_cancel->setVisible(isLoading);
    m_eject->setVisible(isReady && !m_model.isRemote()); // what a server has in memory is its own
    if (hadFocus) // the button has gone
        m_name->setFocus();
    if (isReady)
        m_device->setModel(state.summary);
    if (isLoading)
        showLoading(state);
    else
        m_name->setProgress(-1);
    if (isReady)
        m_name->setNote({});
    else if (state.stage == ModelState::Stage::Failed)
        m_name->setNote(services::stateMessage(state), true);
    else if (state.stage == ModelState::Stage::Unloaded)
        m_name->setNote(tr("Loads with your next message"));
    showDevice();
    announce(state);
}

// The model's name matters more than the device if there is little room.
void ModelHeader::showDevice()
{
    int others = 2 * metrics(this).medium + std::min(m_name->sizeHint().width(), width() / 2);
    for (const QWidget* each : {m_sidebar, m_cancel, m_eject, m_settings})
        if (!each->isHidden())
            others += each->sizeHint().width() + layout()->spacing();
    const bool isReady = m_pool.registry().state(m_model).stage == ModelState::Stage::Ready;
    const bool fits = others + std::min(m_device->sizeHint().width(), minDeviceWidth) <= width();
    if (m_device->hasFocus() && !fits)
        m_name->setFocus();
    m_device->setVisible(isReady && fits);
}

void ModelHeader::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    showDevice();
}

void ModelHeader::showLoading(const ModelState& state)
{
    m_name->setProgress(state.share);
    const QString waits = services::stateMessage(state);
    m_name->setNote(waits.isEmpty() ? tr("Loading: %1 %").arg(int(state.share * 100)) : waits);
}

// Announces each stage once, not each step of the loading.
void ModelHeader::announce(const ModelState& state)
{
    if (m_announced == int(state.stage))
        return;
    const bool isNews = m_announced >= 0;
    m_announced = int(state.stage);
    if (!isNews)
        return;
    if (state.stage == ModelState::Stage::Ready)
        m_announcer->say(tr("%1 is loaded.").arg(m_name->text()));
    else if (state.stage == ModelState::Stage::Failed)
        m_announcer->say(services::stateMessage(state));
    else if (state.stage == ModelState::Stage::Unloaded)
        m_announcer->say(tr("%1 was unloaded.").arg(m_name->text()));
    else
        m_announcer->withdraw();
}

ModelMenu* ModelHeader::menu()
{
    if (!m_menu) {
        m_menu = new ModelMenu(m_pool, m_installed, m_name);
        connect(m_menu, &ModelMenu::chosen, this, &ModelHeader::modelChosen);
        connect(m_menu, &ModelMenu::modelsPageRequested, this, &ModelHeader::modelsPageRequested);
    }
    return m_menu;
}

void ModelHeader::openMenu()
{
    menu()->openAt(m_model);
}

} // namespace ui

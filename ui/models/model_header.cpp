#include "ui/models/model_header.h"

#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "ui/models/device_chip.h"
#include "ui/models/model_button.h"
#include "ui/models/model_menu.h"
#include "ui/theme/theme.h"
#include "ui/widgets/announcer.h"
#include "ui/widgets/icon_button.h"

#include <QHBoxLayout>

#include <algorithm>

namespace ui {

using services::InstalledModels;
using services::ModelId;
using services::ModelPool;
using services::ModelState;

namespace {

constexpr int leastDevice = 120; // pixels

} // namespace

ModelHeader::ModelHeader(ModelPool& pool, InstalledModels& installed, QWidget* parent)
    : QWidget(parent)
    , m_pool(pool)
    , m_installed(installed)
    , m_sidebar(new IconButton(QStringLiteral("sidebar"), tr("Show or hide the conversations"),
          IconButton::Look::Quiet, this))
    , m_name(new ModelButton(this))
    , m_cancel(new IconButton(
          QStringLiteral("close"), tr("Cancel the loading"), IconButton::Look::Quiet, this))
    , m_eject(new IconButton(QStringLiteral("eject"), tr("Take the model out of memory"),
          IconButton::Look::Quiet, this))
    , m_device(new DeviceChip(this))
    , m_settings(new IconButton(QStringLiteral("settings"), tr("Settings of this conversation"),
          IconButton::Look::Quiet, this))
    , m_announcer(new Announcer(this))
{
    m_sidebar->setProperty("command", "window.sidebar");
    m_name->setProperty("command", "chat.model");
    m_settings->setProperty("command", "chat.settings");
    layOut();
    connect(m_sidebar, &IconButton::clicked, this, &ModelHeader::sidebarToggled);
    connect(m_settings, &IconButton::clicked, this, &ModelHeader::settingsPanelToggled);
    connect(m_name, &ModelButton::clicked, this, &ModelHeader::openMenu);
    connect(m_cancel, &IconButton::clicked, this, [this] { m_pool.cancelLoad(m_model); });
    connect(m_eject, &IconButton::clicked, this, [this] { m_pool.unload(m_model); });
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
    const ModelState state = m_pool.state(m_model);
    const bool isLoading = state.stage == ModelState::Stage::Loading;
    const bool isReady = state.stage == ModelState::Stage::Ready;
    const bool hadFocus = (m_cancel->hasFocus() && !isLoading) || (m_eject->hasFocus() && !isReady);
    m_name->setName(m_installed.nameOf(m_model));
    m_cancel->setVisible(isLoading);
    m_eject->setVisible(isReady);
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
        m_name->setNote(state.sentence, true);
    else if (state.stage == ModelState::Stage::Unloaded)
        m_name->setNote(tr("loaded with the next message"));
    showDevice();
    announce(state);
}

// Where there is little room the name of the model matters more.
void ModelHeader::showDevice()
{
    int others = 2 * metrics(this).medium + std::min(m_name->sizeHint().width(), width() / 2);
    for (const QWidget* each : {m_sidebar, m_cancel, m_eject, m_settings})
        if (!each->isHidden())
            others += each->sizeHint().width() + layout()->spacing();
    const bool isReady = m_pool.state(m_model).stage == ModelState::Stage::Ready;
    const bool fits = others + std::min(m_device->sizeHint().width(), leastDevice) <= width();
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
    m_name->setNote(state.sentence.isEmpty() ? tr("loading: %1 %").arg(int(state.share * 100))
                                             : state.sentence);
}

// Once for each stage, not for each step of the loading.
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
        m_announcer->say(state.sentence);
    else if (state.stage == ModelState::Stage::Unloaded)
        m_announcer->say(tr("%1 is not in memory any more.").arg(m_name->text()));
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

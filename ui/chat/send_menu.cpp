#include "ui/chat/send_menu.h"

#include "services/plain_tool_tip.h"

#include <QKeyEvent>
#include <QMenu>

#include <algorithm>

namespace ui {

namespace {

constexpr int mostAnswers = 4;

} // namespace

SendMenu::SendMenu(QWidget* parent)
    : IconButton(QStringLiteral("more"), tr("More ways to send"), Look::Quiet, parent)
{
    setFocusPolicy(Qt::TabFocus);
    connect(this, &IconButton::clicked, this, &SendMenu::popup);
}

void SendMenu::setModels(const QList<Model>& models)
{
    m_models = models;
    m_chosen.removeIf([&models](const services::ModelId& id) {
        return std::none_of(
            models.begin(), models.end(), [&id](const Model& each) { return each.id == id; });
    });
}

QMenu* SendMenu::popup()
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    menu->installEventFilter(this);
    addAnswers(*menu);
    addModels(*menu);
    menu->popup(mapToGlobal(QPoint(0, -menu->sizeHint().height())));
    return menu;
}

void SendMenu::addAnswers(QMenu& menu)
{
    menu.addSection(tr("Several answers to choose from"));
    for (int count = 2; count <= mostAnswers; ++count)
        menu.addAction(tr("Give me %Ln answers", nullptr, count), this,
            [this, count] { emit chosen({.answers = count}); });
}

void SendMenu::addModels(QMenu& menu)
{
    menu.addSection(tr("Several models, side by side"));
    if (m_models.size() < 2) {
        menu.addAction(tr("Add a second model to compare answers"))->setEnabled(false);
        return;
    }
    auto* send = new QAction(tr("Send to the ticked models"), &menu);
    send->setEnabled(m_chosen.size() > 1);
    connect(send, &QAction::triggered, this, [this] { emit chosen({.models = m_chosen}); });
    for (const Model& model : m_models) {
        QAction* action = menu.addAction(model.name);
        action->setCheckable(true);
        action->setChecked(m_chosen.contains(model.id));
        action->setToolTip(services::plainToolTip(model.id));
        connect(action, &QAction::toggled, this, [this, send, id = model.id](bool chosen) {
            choose(id, chosen);
            send->setEnabled(m_chosen.size() > 1);
        });
    }
    menu.addAction(send);
}

// In the order of the list, whatever was ticked first.
void SendMenu::choose(const services::ModelId& model, bool chosen)
{
    QList<services::ModelId> models;
    for (const Model& each : m_models)
        if (each.id == model ? chosen : m_chosen.contains(each.id))
            models << each.id;
    m_chosen = models;
}

// The menu stays open while models are ticked.
bool SendMenu::eventFilter(QObject* watched, QEvent* event)
{
    auto* menu = qobject_cast<QMenu*>(watched);
    QAction* action = menu ? menu->activeAction() : nullptr;
    if (!action || !action->isCheckable())
        return IconButton::eventFilter(watched, event);
    const auto* key = event->type() == QEvent::KeyPress ? static_cast<QKeyEvent*>(event) : nullptr;
    const bool isKey = key
        && (key->key() == Qt::Key_Space || key->key() == Qt::Key_Return
            || key->key() == Qt::Key_Enter);
    if (!isKey && event->type() != QEvent::MouseButtonRelease)
        return IconButton::eventFilter(watched, event);
    action->toggle();
    return true;
}

} // namespace ui

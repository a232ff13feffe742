#include "ui/catalog/model_pages.h"

#include "services/models/model_id_text.h"
#include "ui/catalog/get_models.h"
#include "ui/models/models_page.h"
#include "ui/providers/providers_page.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/choice_bar.h"

#include <QAbstractButton>
#include <QButtonGroup>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <iterator>

namespace ui {

ModelPages::ModelPages(
    ModelsPage* installed, GetModels* getModels, ProvidersPage* providers, QWidget* parent)
    : QWidget(parent)
    , m_bar(new ChoiceBar(tr("Model pages"), this))
    , m_choices(new QButtonGroup(this))
    , m_views(new QStackedWidget(this))
    , m_installed(installed)
    , m_get(getModels)
    , m_elsewhere(providers)
{
    const Metrics distance = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, distance.medium, 0, 0);
    layout->setSpacing(distance.small);
    layout->addWidget(m_bar, 0, Qt::AlignHCenter);
    layout->addWidget(m_views, 1);
    addChoice(tr("On this computer"), tr("Models you can use now"), m_installed);
    addChoice(tr("Get models"), tr("Models you can download"), m_get);
    addChoice(tr("Remote servers"), tr("Models on remote servers"), m_elsewhere);
    connect(m_get, &GetModels::modelChosen, this, &ModelPages::modelChosen);
    connect(m_installed, &ModelsPage::fetchRequested, this, [this](const QString& repository) {
        show(m_get);
        m_get->showRepository(repository);
    });
    show(m_installed);
}

void ModelPages::addChoice(const QString& name, const QString& help, QWidget* shown)
{
    QAbstractButton* button = m_bar->addChoice(name, help);
    m_choices->addButton(button, m_views->addWidget(shown));
    connect(button, &QAbstractButton::clicked, this, [this, shown] { show(shown); });
}

void ModelPages::show(QWidget* shown)
{
    m_views->setCurrentWidget(shown);
    m_choices->button(m_views->currentIndex())->setChecked(true);
}

void ModelPages::drop(const DropContents& contents, const QMimeData* data)
{
    show(m_installed);
    m_installed->drop(contents, data);
}

QList<QWidget*> ModelPages::panes()
{
    return {m_bar, m_views->currentWidget()};
}

void ModelPages::showPart(const QString& id)
{
    if (id == QLatin1String(here))
        return show(m_installed);
    if (id.startsWith(QLatin1String(contextOf))) {
        show(m_installed);
        return m_installed->showContext(
            services::parseModelId(id.mid(int(std::size(contextOf)) - 1)));
    }
    if (id == QLatin1String(elsewhere)) {
        show(m_elsewhere);
        return m_elsewhere->setFocus(Qt::OtherFocusReason);
    }
    show(m_get);
    if (id == QLatin1String(forPhotographs))
        m_get->showSeeing();
    else if (id == QLatin1String(forDocuments))
        m_get->showEmbedding();
    else
        m_get->setFocus(Qt::OtherFocusReason);
}

} // namespace ui

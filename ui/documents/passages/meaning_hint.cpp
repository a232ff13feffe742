#include "ui/documents/passages/meaning_hint.h"

#include "services/documents/library/document_library.h"
#include "services/models/installed_models.h"
#include "services/models/model_texts.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "ui/theme/metrics.h"

#include <QHBoxLayout>
#include <QPushButton>

namespace ui {

using services::InstalledModels;
using services::ModelId;
namespace keys = services::settings;

MeaningHint::MeaningHint(services::DocumentLibrary& documents, InstalledModels& installed,
    services::Settings& settings, QWidget* parent)
    : Banner({}, Tone::News, parent)
    , m_documents(documents)
    , m_installed(installed)
    , m_settings(settings)
    , m_button(new QPushButton(this))
{
    connect(m_button, &QPushButton::clicked, this, &MeaningHint::act);
    connect(&installed, &InstalledModels::changed, this, &MeaningHint::follow);
    connect(&settings, &services::Settings::changed, this, [this](const QString& key) {
        if (key == QLatin1String(keys::embeddingModel.key))
            follow();
    });
    connect(&documents, &services::DocumentLibrary::changed, this, &MeaningHint::follow);
    const Metrics space = metrics(this);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(space.medium, space.small, space.small, space.small);
    layout->setSpacing(space.medium);
    layout->addWidget(label(), 1);
    layout->addWidget(m_button);
    follow();
}

// An installed embedding model that is not the one in use; the built-in model if there is none.
ModelId MeaningHint::installed() const
{
    const ModelId chosen = services::parseModelId(m_settings.get(keys::embeddingModel));
    for (const services::ModelFacts& model : m_installed.models())
        if (services::isEmbedding(model) && model.id != chosen)
            return model.id;
    return {};
}

void MeaningHint::follow()
{
    const QString chosen = m_settings.get(keys::embeddingModel);
    const QString& problem = m_documents.meaningProblem();
    const ModelId found = installed();
    setMessage(problem.isEmpty()
            ? tr("Keyword search only. Add an embedding model to search by meaning.")
            : tr("Keyword search only: %1").arg(problem));
    m_button->setText(
        found.isBuiltIn() ? tr("Get a model") : tr("Use %1").arg(m_installed.displayName(found)));
    setVisible(chosen.isEmpty() || !problem.isEmpty());
}

void MeaningHint::act()
{
    const ModelId found = installed();
    if (found.isBuiltIn())
        emit modelRequested();
    else
        m_settings.set(keys::embeddingModel, services::toString(found));
}

} // namespace ui

#include "ui/chat/model_names.h"

#include "services/conversations/conversation.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/models/model_texts.h"

#include <QFileInfo>

#include <algorithm>
#include <tuple>

namespace ui {

QString modelName(const services::ModelId& model)
{
    if (model.isBuiltIn())
        return services::starterName();
    if (model.isRemote())
        return QString::fromStdString(model.name());
    return QFileInfo(services::toString(model)).completeBaseName();
}

bool namesItsModel(const services::Conversation& conversation, const services::Message& answer,
    const services::ModelId& current)
{
    if (answer.model != current)
        return true;
    const QList<services::MessageId> versions = conversation.tree().versions(answer.id);
    return std::ranges::any_of(versions, [&](services::MessageId version) {
        return conversation.messageById(version).model != answer.model;
    });
}

QStringList otherVersions(const services::Conversation& conversation, services::MessageId answer)
{
    QStringList texts;
    for (const services::MessageId id : conversation.tree().versions(answer)) {
        const services::Message& version = conversation.messageById(id);
        if (id != answer && version.state == services::Message::State::Complete
            && !version.text.isEmpty())
            texts << version.text;
    }
    return texts;
}

using services::InstalledModels;
using services::ModelFacts;
using services::ModelId;
using services::ModelPool;
using Stage = services::ModelState::Stage;

bool canSee(const ModelPool& models, const InstalledModels& installed, const ModelId& model)
{
    const services::ModelState state = models.registry().state(model);
    if (state.stage == Stage::Ready)
        return state.summary.canSee;
    if (model.isBuiltIn() || model.isRemote())
        return true;
    const ModelFacts* known = installed.find(model);
    return known && known->canSee();
}

namespace {

std::optional<ModelId> bestModel(
    const ModelPool& models, const InstalledModels& installed, bool mayBeStarter)
{
    const auto rank = [&models](const ModelFacts& model) {
        return std::tuple(models.registry().state(model.id).stage == Stage::Ready,
            !model.id.isBuiltIn(), model.parameters);
    };
    const ModelFacts* best = nullptr;
    for (const ModelFacts& model : installed.models())
        if (model.isUsable() && canSee(models, installed, model.id)
            && (mayBeStarter || !model.id.isBuiltIn()) && (!best || rank(*best) < rank(model)))
            best = &model;
    return best ? std::optional(best->id) : std::nullopt;
}

} // namespace

std::optional<ModelId> seeingModel(const ModelPool& models, const InstalledModels& installed)
{
    return bestModel(models, installed, /*mayBeStarter=*/true);
}

std::optional<ModelId> betterModel(const ModelPool& models, const InstalledModels& installed)
{
    return bestModel(models, installed, /*mayBeStarter=*/false);
}

} // namespace ui

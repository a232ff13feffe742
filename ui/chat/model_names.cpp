#include "ui/chat/model_names.h"

#include "services/conversations/conversation.h"
#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "services/models/model_description.h"

#include <QFileInfo>

#include <algorithm>
#include <tuple>

namespace ui {

QString modelName(const services::ModelId& model)
{
    if (model.isBuiltIn())
        return services::starterName();
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

using services::ModelDescription;
using services::ModelId;
using Stage = services::ModelState::Stage;

bool canSee(const Services& services, const ModelId& model)
{
    const services::ModelState state = services.models.state(model);
    if (state.stage == Stage::Ready)
        return state.summary.canSee;
    if (model.isBuiltIn() || model.isAtEndPoint())
        return true;
    const ModelDescription* known = services.installed.find(model);
    return known && known->canSee;
}

namespace {

std::optional<ModelId> bestModel(const Services& services, bool mayBeStarter)
{
    const auto rank = [&services](const ModelDescription& model) {
        return std::tuple(services.models.state(model.id).stage == Stage::Ready, !model.isStarter(),
            model.parameters);
    };
    const ModelDescription* best = nullptr;
    for (const ModelDescription& model : services.installed.models())
        if (model.isUsable() && canSee(services, model.id) && (mayBeStarter || !model.isStarter())
            && (!best || rank(*best) < rank(model)))
            best = &model;
    return best ? std::optional(best->id) : std::nullopt;
}

} // namespace

std::optional<ModelId> seeingModel(const Services& services)
{
    return bestModel(services, /*mayBeStarter=*/true);
}

std::optional<ModelId> betterModel(const Services& services)
{
    return bestModel(services, /*mayBeStarter=*/false);
}

} // namespace ui

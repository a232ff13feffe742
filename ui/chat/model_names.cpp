#include "ui/chat/model_names.h"

#include "services/conversations/conversation.h"
#include "services/models/model_description.h"

#include <QFileInfo>

#include <algorithm>

namespace ui {

QString modelName(const services::ModelId& model)
{
    if (model.isEmpty())
        return services::starterName();
    return QFileInfo(model).completeBaseName();
}

bool namesItsModel(const services::Conversation& conversation, const services::Message& answer,
    const services::ModelId& current)
{
    if (answer.model != current)
        return true;
    const QList<services::MessageId> versions = conversation.versions(answer.id);
    return std::ranges::any_of(versions, [&](services::MessageId version) {
        return conversation.messageById(version).model != answer.model;
    });
}

} // namespace ui

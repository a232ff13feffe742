#pragma once

#include "services/models/model_id.h"

#include <QString>

#include <functional>

namespace services {
class Conversation;
struct Message;
} // namespace services

namespace ui {

/// What people call a model, which InstalledModels knows.
using ModelNames = std::function<QString(const services::ModelId&)>;

/// A name where nobody can be asked: that of its file without the ending.
QString modelName(const services::ModelId& model);

/// Whether it is to be said who wrote an answer: another model than the current one, or one of
/// several that answered the same message.
bool namesItsModel(const services::Conversation& conversation, const services::Message& answer,
    const services::ModelId& current);

} // namespace ui

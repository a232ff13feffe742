#pragma once

#include "services/models/model_id.h"

#include <QString>

#include <functional>

namespace services {
class Conversation;
struct Message;
} // namespace services

namespace ui {

/// Returns the name of a model to be shown to users. InstalledModels knows it.
using ModelNames = std::function<QString(const services::ModelId&)>;

/// The name of a model when InstalledModels cannot be asked: its file's name without the ending.
QString modelName(const services::ModelId& model);

/// True if the model that wrote an answer should be named: it is not the current one, or several
/// models answered the same message.
bool namesItsModel(const services::Conversation& conversation, const services::Message& answer,
    const services::ModelId& current);

} // namespace ui

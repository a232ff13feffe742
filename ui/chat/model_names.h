#pragma once

#include "services/conversations/message.h"
#include "services/models/model_id_text.h"

#include <QString>

#include <functional>
#include <optional>

namespace services {
class Conversation;
class InstalledModels;
class ModelPool;
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

/// The texts of the complete versions of an answer but this one.
QStringList otherVersions(const services::Conversation& conversation, services::MessageId answer);

/// True if a model can see images, judged by its files as long as it is not loaded. False for a
/// file that has not been looked at yet; true for the built-in model, and for models of other
/// programs, of which it is not known.
bool canSee(const services::ModelPool& models, const services::InstalledModels& installed,
    const services::ModelId& model);

/// The model to ask about images in place of one that cannot see: one that is loaded if there is
/// one, otherwise the largest that is not the built-in one. Nothing if no model can see.
std::optional<services::ModelId> seeingModel(
    const services::ModelPool& models, const services::InstalledModels& installed);

/// The model to ask again where the built-in one does not know an image: as above, but never the
/// built-in one.
std::optional<services::ModelId> betterModel(
    const services::ModelPool& models, const services::InstalledModels& installed);

} // namespace ui

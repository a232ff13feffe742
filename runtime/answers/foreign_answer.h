#pragma once

#include "vision/known_world.h"

#include "runtime/answer_request.h"
#include <span>
#include <string>

namespace runtime {

/// Whether what was read in pictures is more than stands in a drawing: on its signs, charts, dialogs and
/// small receipts.
bool isWritten(std::span<const Passage> pictureTexts);

/// What is said in place of a model that does not know such pictures: the text that was read in them,
/// or, if there is none, that the model is not sure.
std::string foreignAnswer(const vision::KnownWorld& world, std::span<const Passage> pictureTexts);

} // namespace runtime

#pragma once

#include "services/pictures/picture.h"

#include "runtime/answer_request.h"
#include <vector>

namespace services {

/// What was read in the pictures of a message, as a model reads it behind them; each passage names its
/// picture.
std::vector<runtime::Passage> passagesIn(const QList<Picture>& pictures);

} // namespace services

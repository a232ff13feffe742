#pragma once

#include <QString>

namespace services {

/// What the built-in model answers, in English and in these words, when it sees something that it
/// has no name for; its training data say the same.
inline constexpr QStringView starterIsNotSure = u"I am not sure what this is.";

} // namespace services

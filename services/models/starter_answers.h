#pragma once

#include <QString>

namespace services {

/// The answer, always in English and in these words, that the built-in model was trained to give
/// for something that it has no name for.
inline constexpr QStringView starterIsNotSure = u"I am not sure what this is.";

} // namespace services

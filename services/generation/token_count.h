#pragma once

#include "runtime/token_count.h"

namespace services {

using runtime::leastAnswerTokens;

} // namespace services

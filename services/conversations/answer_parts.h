#pragma once

#include "services/conversations/message.h"
#include "services/conversations/thinking.h"

namespace services {

/// The parts of an answer as splitThinking() has them, also of one that calls tools: what a model
/// writes after its calls may begin with another thought.
Thinking partsOf(const Message& answer);

} // namespace services

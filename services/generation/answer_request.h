#pragma once

#include "runtime/answer_request.h"

namespace services {

using runtime::AnswerRequest;
using runtime::RequestMessage;
using runtime::Role;

} // namespace services

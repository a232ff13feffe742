#pragma once

#include <QString>

#include "runtime/answer_wait.h"

namespace services {

using runtime::AnswerWait;

/// A sentence in the language of the window.
QString sentenceOf(const AnswerWait& wait);

} // namespace services

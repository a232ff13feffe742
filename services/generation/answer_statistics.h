#pragma once

#include <QMetaType>

#include "runtime/answer_statistics.h"

namespace services {

using runtime::AnswerStatistics;

} // namespace services

Q_DECLARE_METATYPE(services::AnswerStatistics)

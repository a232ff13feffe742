#pragma once

#include "services/generation/answer_statistics.h"

#include <QJsonObject>

namespace services {

/// What is known of an answer, as the database and exported files hold it.
QJsonObject toJson(const AnswerStatistics& statistics);

/// The other way; the input may be anyone's. What is missing is as in AnswerStatistics{}.
AnswerStatistics statisticsFrom(const QJsonObject& object);

} // namespace services

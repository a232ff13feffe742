#pragma once

#include "services/generation/answer_statistics.h"

#include <QJsonObject>

namespace services {

/// The form of the statistics in the database and in exported files.
QJsonObject toJson(const AnswerStatistics& statistics);

/// Reads this form; the input may come from anyone. Missing values are those of AnswerStatistics{}.
AnswerStatistics statisticsFrom(const QJsonObject& object);

} // namespace services

#pragma once

#include "services/conversations/message.h"
#include "services/generation/model_state.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QList>

namespace services {

/// The form of sources in an exported conversation: an array of objects with "title", "address",
/// "page", "passage", "begin", "end", "heading", "rectangles" and "reading" ("earlier" or "never").
/// What is not known is left out.
QJsonArray toJson(const QList<Source>& sources);

/// Reads this form. The input may come from anyone: what does not fit counts as not known.
QList<Source> sourcesFrom(const QJsonArray& array);

/// Rectangles on a page as [[x, y, width, height], …]. Invalid ones are left out.
QJsonArray toJson(const QList<QRectF>& rectangles);
QList<QRectF> rectanglesFrom(const QJsonArray& array);

/// The form of the statistics in the database and in exported files.
QJsonObject toJson(const AnswerStatistics& statistics);

/// Reads this form; the input may come from anyone. Missing values are those of AnswerStatistics{}.
AnswerStatistics statisticsFrom(const QJsonObject& object);

} // namespace services

#pragma once

#include "services/conversations/source.h"

#include <QJsonArray>
#include <QList>

namespace services {

/// Sources as they stand in an exported conversation: an array of objects with "title", "address",
/// "page", "passage", "begin" and "end"; what is not known is left out.
QJsonArray toJson(const QList<Source>& sources);

/// The input may be anyone's: what does not fit counts as not known.
QList<Source> sourcesFrom(const QJsonArray& array);

} // namespace services

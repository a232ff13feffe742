#pragma once

#include "services/documents/answers/picture_checks.h"

#include <QList>
#include <QString>

#include <optional>

namespace services {

/// The text of a caption in which facts are searched; an index in it is one in the caption. Of a JSON
/// object it has each property on a line of its own, without quotation marks. Any thread may call it.
QString textOfFacts(const QString& caption);

/// Facts of a caption as the file of the runs holds them.
QString toJson(const QList<PictureFact>& facts);

/// The facts in such a text; nothing if it is empty or doesn't fit the caption.
std::optional<QList<PictureFact>> parseFacts(const QString& json, const QString& caption);

} // namespace services

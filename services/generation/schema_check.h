#pragma once

#include <QJsonDocument>
#include <QString>

namespace services {

inline constexpr qsizetype longestSchema = 1'000'000; ///< characters

/// What keeps answers from being held to a JSON schema, a sentence that names the place; empty if
/// nothing does, or there is no schema. Any thread; a large schema takes a while.
QString schemaProblem(const QString& schema);

/// The JSON of a schema, whose values may be nested deeper than those of other texts.
QJsonDocument parseSchema(const QString& schema, QJsonParseError* error = nullptr);

} // namespace services

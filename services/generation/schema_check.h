#pragma once

#include <QString>

namespace services {

inline constexpr qsizetype longestSchema = 1'000'000; ///< characters

/// What keeps answers from being held to a JSON schema, a sentence that names the place; empty if
/// nothing does, or there is no schema. Any thread; a large schema takes a while.
QString schemaProblem(const QString& schema);

} // namespace services

#pragma once

#include <QStringList>

namespace app {

/// `documents measure`: makes questions from passages of an index and searches for them. Returns the
/// exit code.
int measureDocuments(const QStringList& arguments);

} // namespace app

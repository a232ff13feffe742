#pragma once

#include <QString>
#include <QStringList>

namespace services {

/// What is looked for to answer a question: each in turn, until one is found to be answered. A question
/// that goes on from the one before ("and the second one?") is looked for together with that; one that
/// is only short, if nothing answers it alone. `before` may be empty.
QStringList searchedFor(const QString& question, const QString& before);

} // namespace services

#pragma once

#include <QSet>
#include <QString>

namespace services {

/// The numbers of sources that an answer names in brackets: 1, 2 and 3 of "[1, 3] … [2]".
QSet<int> citedNumbers(const QString& answer);

} // namespace services

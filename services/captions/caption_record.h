#pragma once

#include "services/captions/caption_row.h"

#include <QStringList>

#include <array>

namespace services {

/// Everything about a caption run except its rows.
struct CaptionRecord {
    QString id;
    qint64 created = 0; ///< milliseconds since 1970, UTC
    QStringList sources; ///< files and folders as they were given
    CaptionTask task;
    std::array<qsizetype, 5> counts{}; ///< how many rows are in each CaptionRow::State
};

} // namespace services

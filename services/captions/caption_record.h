#pragma once

#include "services/captions/caption_row.h"

#include <QStringList>

#include <array>

namespace services {

/// What there is to say about a caption run without its rows. A value.
struct CaptionRecord {
    QString id;
    qint64 created = 0; ///< milliseconds since 1970, UTC
    QStringList sources; ///< files and folders, as they were given
    CaptionTask task;
    std::array<qsizetype, 5> counts{}; ///< rows, by CaptionRow::State
};

} // namespace services

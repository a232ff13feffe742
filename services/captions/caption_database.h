#pragma once

#include "services/captions/caption_record.h"
#include "services/storage/database.h"

#include <QList>

namespace services {

/// The SQLite file of the caption runs. Belongs to the thread that made it. All functions throw
/// Error{BadFile} with a sentence.
class CaptionDatabase {
public:
    /// Opens or creates the file. Deletes for good the runs that were removed before.
    explicit CaptionDatabase(const QString& path);
    ~CaptionDatabase(); ///< does the same

    QList<CaptionRecord> runs(); ///< the newest first
    QList<CaptionRow> rows(const QString& run); ///< in the order of their places

    void saveRun(const CaptionRecord& record);
    void addRows(const QString& run, qsizetype first, const QStringList& files);
    void saveRow(const QString& run, qsizetype place, const CaptionRow& row);
    /// Hides or restores a run. A hidden one is deleted for good by erase(), or when the file is
    /// closed.
    void setDeleted(const QString& run, bool isDeleted);
    /// With every trace, see Database::eraseTraces. What cannot be erased now is tried again with the
    /// next one, and when the file is closed or opened.
    void erase(const QString& run);

private:
    void eraseForgotten();
    void eraseWhere(const QString& condition, const QVariantList& values = {});
    void tidy(qint64 mostBytes);

    Database m_database;
    QStringList m_forgotten; // that have not been erased
    bool m_isUntidy = false; // traces of what was deleted may still be in the file
};

} // namespace services

#include "services/documents/tables/export_table.h"

#include "services/documents/answers/table_csv.h"
#include "services/refuse.h"

#include <QCoreApplication>
#include <QSaveFile>

namespace services {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::exportTable)
};

constexpr char byteOrderMark[] = "\xEF\xBB\xBF";

} // namespace

void exportTable(const QStringList& columns, const QList<FileRow>& rows, const QString& path)
{
    std::vector<std::string> names;
    for (const QString& column : columns)
        names.push_back(column.toStdString());
    std::string csv = byteOrderMark + csvHead(names);
    for (const FileRow& row : rows)
        if (row.error.empty())
            csv += csvLine(row);
    QSaveFile file(path);
    const bool isWritten = file.open(QIODevice::WriteOnly)
        && file.write(csv.data(), qint64(csv.size())) == qint64(csv.size()) && file.commit();
    if (!isWritten)
        refuse(Text::tr("%1 cannot be written: %2.").arg(path, file.errorString()));
}

} // namespace services

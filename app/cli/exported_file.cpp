#include "app/cli/exported_file.h"

#include "services/storage/whole_file.h"
#include "services/system/private_files.h"

#include <QFileInfo>

namespace app {

void writeExport(const QString& path, const QByteArray& bytes)
{
    const bool isNew = !QFileInfo::exists(path);
    services::writeWhole(path, bytes);
    if (isNew)
        services::giveUsualPermissions(path);
}

} // namespace app

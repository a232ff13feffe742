#include "services/documents/index/stored_values.h"

namespace services {

QString isBelow()
{
    return QStringLiteral("(path = ? OR (path > ? AND path < ?))");
}

QVariantList pathOrBelow(const QString& path)
{
    const QString folder = path.endsWith(u'/') ? path : path + u'/';
    return {path, folder, QString(folder).replace(folder.size() - 1, 1, QChar(u'/' + 1))};
}

} // namespace services

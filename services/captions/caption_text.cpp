#include "services/captions/caption_text.h"

#include <QFileInfo>

namespace services {

QString sidecarOf(const QString& picture)
{
    const QFileInfo info(picture);
    return info.path() + u'/' + info.completeBaseName() + QStringLiteral(".txt");
}

} // namespace services

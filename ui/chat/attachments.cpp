#include "ui/chat/attachments.h"

#include <QMimeData>
#include <QUrl>

#include <algorithm>

namespace ui {

bool holdsAttachments(const QMimeData* data)
{
    const QList<QUrl> urls = data->urls();
    return data->hasImage()
        || std::any_of(urls.begin(), urls.end(), [](const QUrl& url) { return url.isLocalFile(); });
}

} // namespace ui

#include "services/hub/model_wish.h"

#include "engine/files/sharded_weights.h"

#include <QStringList>
#include <QUrl>

namespace services {

namespace {

std::optional<ModelWish> wishOf(const QString& owner, const QString& name, const QString& variant)
{
    for (const QString& part : {owner, name})
        if (!engine::isPlainFileName(part.toStdString()))
            return std::nullopt;
    return ModelWish{{owner, name}, variant};
}

// https://HOST/OWNER/NAME, and …/blob/main/FILE or …/resolve/main/FILE. Other pages of a repository
// mean the repository.
std::optional<ModelWish> wishOfAddress(const QString& text)
{
    const QUrl url(text, QUrl::StrictMode);
    const QStringList parts = url.path().split(u'/', Qt::SkipEmptyParts);
    if (!url.isValid() || url.host().isEmpty() || parts.size() < 2)
        return std::nullopt;
    const QString kind = parts.value(2);
    const bool isFile = kind == QLatin1String("blob") || kind == QLatin1String("resolve");
    return wishOf(parts[0], parts[1], isFile ? parts.mid(4).join(u'/') : QString());
}

} // namespace

std::optional<ModelWish> modelWishOf(const QString& given)
{
    const QString text = given.trimmed();
    if (text.startsWith(QLatin1String("https://")) || text.startsWith(QLatin1String("http://")))
        return wishOfAddress(text);
    const QString repository = text.section(u':', 0, 0);
    if (repository.count(u'/') != 1)
        return std::nullopt;
    return wishOf(
        repository.section(u'/', 0, 0), repository.section(u'/', 1), text.section(u':', 1));
}

} // namespace services

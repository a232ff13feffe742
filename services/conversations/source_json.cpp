#include "services/conversations/source_json.h"

#include <QJsonObject>

namespace services {

QJsonArray toJson(const QList<Source>& sources)
{
    QJsonArray array;
    for (const Source& source : sources) {
        QJsonObject object{{"title", source.title}, {"passage", source.passage}};
        if (!source.address.isEmpty())
            object["address"] = source.address;
        if (source.page > 0)
            object["page"] = source.page;
        if (source.begin >= 0)
            object["begin"] = source.begin;
        if (source.end >= 0)
            object["end"] = source.end;
        array << object;
    }
    return array;
}

QList<Source> sourcesFrom(const QJsonArray& array)
{
    QList<Source> sources;
    for (const QJsonValue& value : array) {
        if (!value.isObject())
            continue;
        const QJsonObject object = value.toObject();
        sources << Source{object["title"].toString(), object["address"].toString(),
            qMax(0, object["page"].toInt()), object["passage"].toString(),
            qMax<qint64>(-1, object["begin"].toInteger(-1)),
            qMax<qint64>(-1, object["end"].toInteger(-1))};
    }
    return sources;
}

} // namespace services

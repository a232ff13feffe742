#include "ui/documents/passages/passage_source.h"

#include <QFileInfo>

namespace ui {

services::Source sourceOf(const QString& file)
{
    services::Source source;
    source.title = QFileInfo(file).fileName();
    source.address = file;
    return source;
}

services::Source sourceOf(
    const QString& file, const QString& title, const services::IndexedPassage& passage)
{
    services::Source source = sourceOf(file);
    if (!title.isEmpty())
        source.title = title;
    source.page = passage.page;
    source.passage = QString::fromStdString(passage.text);
    source.begin = qint64(passage.bytes.from);
    source.end = qint64(passage.bytes.to);
    source.heading = QString::fromStdString(passage.heading);
    for (const services::Rectangle& place : passage.rectangles)
        source.rectangles << QRectF(
            double(place.x), double(place.y), double(place.width), double(place.height));
    return source;
}

} // namespace ui

#include "services/conversations/picture_passages.h"

namespace services {

namespace {

// For models, so in English.
QString nameOf(const Picture& picture, qsizetype place, qsizetype count)
{
    if (!picture.name.isEmpty())
        return picture.name.simplified();
    return count == 1 ? QStringLiteral("the picture") : QStringLiteral("picture %1").arg(place + 1);
}

} // namespace

std::vector<runtime::Passage> passagesIn(const QList<Picture>& pictures)
{
    std::vector<runtime::Passage> passages;
    for (qsizetype place = 0; place < pictures.size(); ++place) {
        const Picture& picture = pictures[place];
        if (!picture.text || picture.text->isEmpty())
            continue;
        const QString name
            = QStringLiteral("Text in %1").arg(nameOf(picture, place, pictures.size()));
        passages.push_back({{name.toStdString()}, picture.text->text().toStdString(),
            runtime::Passage::From::Picture});
    }
    return passages;
}

} // namespace services

#include "services/documents/legibility.h"

#include <QHash>
#include <QString>

namespace services {

namespace {

// The letters and digits of a word, without case.
QString comparedWord(const QString& word)
{
    QString compared;
    for (const QChar sign : word)
        if (sign.isLetterOrNumber())
            compared += sign.toCaseFolded();
    return compared;
}

} // namespace

QImage seenPixels(const SeenPicture& seen)
{
    QRect part;
    for (const QRect& tile : seen.tiles)
        part |= tile;
    return seen.scaled.copy(part & QRect({}, seen.size));
}

Legibility measureLegibility(const PictureText& text, const PictureText& ofSeen)
{
    QHash<QString, int> read;
    for (const PictureWord& word : ofSeen.words)
        ++read[comparedWord(word.text)];
    Legibility result;
    for (const PictureWord& word : text.words) {
        const QString compared = comparedWord(word.text);
        if (compared.isEmpty())
            continue;
        ++result.words;
        if (const auto found = read.find(compared); found != read.end() && *found > 0) {
            --*found;
            ++result.readable;
        }
    }
    return result;
}

Legibility readLegibility(
    const PictureText& text, const SeenPicture& seen, const ReaderProcess& process)
{
    return measureLegibility(text, readPictureText(makePicture(seenPixels(seen), {}), process));
}

} // namespace services

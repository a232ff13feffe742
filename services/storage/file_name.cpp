#include "services/storage/file_name.h"

namespace services {

namespace {

constexpr int mostCharacters = 60; // 180 bytes, which leaves room for an ending

} // namespace

QString fileNameOf(const QString& text, const QString& fallback)
{
    QString name = text.left(mostCharacters);
    for (QChar& letter : name)
        if (!letter.isLetterOrNumber() && letter != u'-' && letter != u'_')
            letter = u' ';
    name = name.simplified();
    return name.isEmpty() ? fallback : name;
}

} // namespace services

#include "services/system/languages.h"

#include <QDir>

namespace services {

QStringList translatedLanguages()
{
    const QDir compiled(QStringLiteral(":/translations"));
    QStringList languages;
    for (QString file : compiled.entryList({"vignette_*.qm"}, QDir::Files, QDir::Name)) {
        const QString language = file.remove("vignette_").remove(".qm");
        if (language != QLatin1String("en")) // holds plural forms only
            languages << language;
    }
    return languages;
}

} // namespace services

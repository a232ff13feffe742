#include "services/hub/fetched_files.h"

#include "services/hub/gguf_variant.h"

#include <QDir>
#include <QSet>

namespace services {

namespace {

// What a file is called once it is whole; empty: it is no file of a model.
QString finalName(QString name)
{
    for (const QString& ending : {mapEnding, partEnding})
        if (name.endsWith(ending))
            name.chop(ending.size());
    return name.endsWith(QLatin1String(".gguf")) ? name : QString();
}

// The files of the variants that are called so, and their vision parts.
QSet<QString> namesOf(const QSet<QString>& all, const QString& wish)
{
    QList<HubFile> files;
    for (const QString& name : all)
        files << HubFile{name, 1, {}};
    QSet<QString> names;
    for (const GgufVariant& variant : variantsOf(files)) {
        if (!variant.isCalled(wish) || variant.name.startsWith(visionNameOf({})))
            continue;
        for (const HubFile& file : variant.files)
            names << file.path;
        names << visionNameOf(variant.files.first().path);
    }
    return names;
}

} // namespace

QStringList fetchedFiles(const QString& folder, const ModelWish& wish)
{
    const QDir place(folder + u'/' + wish.repository.text());
    const QStringList entries = place.entryList(QDir::Files | QDir::NoSymLinks, QDir::Name);
    QSet<QString> names;
    for (const QString& entry : entries)
        if (!finalName(entry).isEmpty())
            names << finalName(entry);
    if (!wish.variant.isEmpty())
        names = namesOf(names, wish.variant);
    QStringList paths;
    for (const QString& entry : entries)
        if (names.contains(finalName(entry)))
            paths << place.filePath(entry);
    return paths;
}

} // namespace services

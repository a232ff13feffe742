#include "services/catalogue/embedding_models.h"

#include "services/catalogue/model_catalogue.h"
#include "services/hub/fetched_files.h"

#include <QFileInfo>

namespace services {

namespace {

// OWNER/NAME; empty if the catalogue has no embedding model of this name.
QString repositoryNamed(const QString& name, const QString& usersCatalogue)
{
    for (const CatalogueRow& row : readCatalogue(usersCatalogue).rows)
        if (row.isEmbedding && row.name.compare(name, Qt::CaseInsensitive) == 0)
            return row.repository.text();
    return {};
}

// The folder itself in the layout of Hugging Face, or the GGUF file in it.
QString fetchedAt(const QString& folder, const QString& repository)
{
    const auto wish = modelWishOf(repository);
    if (!wish)
        return {};
    const QString own = folder + u'/' + wish->repository.text();
    if (QFileInfo::exists(own + QStringLiteral("/config.json")))
        return own;
    for (const QString& file : fetchedFiles(folder, *wish))
        if (file.endsWith(QLatin1String(".gguf")))
            return file;
    return {};
}

} // namespace

QString embeddingModelAt(const QString& model, const QString& folder, const QString& usersCatalogue)
{
    if (QFileInfo::exists(model))
        return model;
    const QString repository = repositoryNamed(model, usersCatalogue);
    return fetchedAt(folder, repository.isEmpty() ? model : repository);
}

} // namespace services

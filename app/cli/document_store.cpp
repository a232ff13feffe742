#include "app/cli/document_store.h"

#include "kernels/error.h"
#include "services/catalogue/embedding_models.h"
#include "services/documents/index/open_document_index.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "services/system/paths.h"

#include <QFileInfo>

namespace app {

namespace {

QString storeOf(const QCommandLineParser& parser)
{
    if (parser.isSet("store"))
        return parser.value("store");
    const services::Settings settings(services::paths::settingsFile());
    const QString chosen = settings.get(services::settings::documentStore);
    return chosen.isEmpty() ? services::paths::documentIndexFile() : chosen;
}

} // namespace

void addStoreOption(QCommandLineParser& parser)
{
    parser.addOption({"store",
        "Where passages are kept: a file, or the postgresql:// URL of a database that several "
        "people "
        "use. Default: the window's own.",
        "STORE"});
}

services::OwnedStore openStore(const QCommandLineParser& parser, services::MissingStore missing)
{
    return services::openOwnedStore(storeOf(parser),
        {services::paths::ownDocumentsFile(), services::paths::documentIndexFile()}, missing);
}

std::unique_ptr<services::DocumentIndex> openExistingStore(const QCommandLineParser& parser)
{
    return services::openDocumentIndex(storeOf(parser), services::MissingStore::Refuse);
}

void addEmbeddingOption(QCommandLineParser& parser)
{
    parser.addOption({"embedding",
        "Compare what passages mean, too, by an embedding model: a folder as sentence-transformers "
        "has it, a GGUF file, or OWNER/NAME or catalogue name of a fetched one. Without it words "
        "are compared alone.",
        "MODEL"});
}

QString embeddingModel(const QCommandLineParser& parser)
{
    const QString model = parser.value("embedding");
    const QString found = services::embeddingModelAt(
        model, services::paths::modelFolder(), services::paths::catalogueFile());
    if (found.isEmpty())
        throw kernels::Error(kernels::ErrorKind::BadFile,
            "There is no embedding model " + model.toStdString()
                + "; vignette-cli models get fetches one, such as "
                  "second-state/All-MiniLM-L6-v2-Embedding-GGUF.");
    return found;
}

std::unique_ptr<services::PassageEncoder> loadEncoder(const QCommandLineParser& parser)
{
    if (!parser.isSet("embedding"))
        return nullptr;
    return std::make_unique<services::PassageEncoder>(embeddingModel(parser));
}

void requireVectors(services::DocumentIndex& store, services::PassageEncoder& encoder)
{
    if (!services::isSameModel(store.embedding(), encoder.mark()))
        throw kernels::Error(kernels::ErrorKind::BadRequest,
            "The store has no vectors of this model; vignette-cli index --embedding MODEL makes "
            "them.");
}

} // namespace app

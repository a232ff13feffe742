#include "app/cli/document_store.h"

#include "kernels/error.h"
#include "services/documents/index/sqlite_index.h"
#include "services/system/paths.h"

#include <QFileInfo>

namespace app {

namespace {

QString pathOf(const QCommandLineParser& parser)
{
    return parser.isSet("store") ? parser.value("store") : services::paths::documentIndexFile();
}

} // namespace

void addStoreOption(QCommandLineParser& parser)
{
    parser.addOption(
        {"store", "The file in which passages are kept. Default: the window's own.", "STORE"});
}

std::unique_ptr<services::DocumentIndex> openStore(const QCommandLineParser& parser)
{
    return std::make_unique<services::SqliteIndex>(pathOf(parser));
}

std::unique_ptr<services::DocumentIndex> openExistingStore(const QCommandLineParser& parser)
{
    const QString path = pathOf(parser);
    if (!QFileInfo::exists(path))
        throw kernels::Error(kernels::ErrorKind::BadFile,
            "There is no store " + path.toStdString()
                + "; vignette-cli index makes one of files and folders.");
    return openStore(parser);
}

} // namespace app

#include "services/documents/index/document_index.h"

#include "services/documents/index/postgres_index.h"
#include "services/documents/index/sqlite_index.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace services {

std::string toText(const PassageText& passage)
{
    return passage.heading.empty() ? passage.text : passage.heading + "\n" + passage.text;
}

void DocumentIndex::setInterrupt(std::function<bool()>) { }

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::openDocumentIndex)
};

} // namespace

std::unique_ptr<DocumentIndex> openDocumentIndex(const QString& store, MissingStore missing)
{
    if (isPostgresUrl(store))
        return std::make_unique<PostgresIndex>(PostgresAddress::from(store), missing);
    if (missing == MissingStore::Fail && !isDocumentIndexThere(store))
        reject(Text::tr("The index “%1” doesn't exist. Create it with vignette-cli index.")
                   .arg(store));
    return std::make_unique<SqliteIndex>(store);
}

bool isDocumentIndexThere(const QString& store)
{
    return isPostgresUrl(store) || QFileInfo::exists(store);
}

} // namespace services

#include "app/cli/command.h"
#include "app/cli/document_store.h"
#include "app/cli/documents.h"
#include "app/cli/output.h"
#include "services/documents/library/library_root.h"

#include <QFileInfo>

#include <string>
#include <utility>

namespace app {

namespace {

// What is gone from the disk can still be removed from the store.
QString storedPath(const QString& path)
{
    const QFileInfo info(path);
    return info.exists() ? info.canonicalFilePath() : info.absoluteFilePath();
}

void eraseAll(services::DocumentIndex& store, const QString& path)
{
    QStringList roots = store.roots(), files;
    roots.removeIf([&path](const QString& root) { return !services::isAtOrBelow(root, path); });
    for (const services::IndexedFile& file : store.files(path))
        files << file.stamp.path;
    store.erase(roots, files);
}

/// Removes what lies at or below paths, and says what is not removed.
class Removal {
public:
    Removal(services::OwnedStore store, bool isOfOthers)
        : m_store(std::move(store))
        , m_isOfOthers(isOfOthers)
    {
    }

    bool remove(const QString& path) ///< false: there was nothing to remove
    {
        const int before = count(path);
        if (m_isOfOthers)
            eraseAll(*m_store.index, path);
        m_store.own->eraseFrom(*m_store.index, path);
        const int left = count(path);
        if (before == 0)
            printError("The store holds nothing of " + path.toStdString() + ".");
        else if (left > 0)
            printError("Other people, or you on another computer, added " + std::to_string(left)
                + " of the documents at " + path.toStdString()
                + ". They are left alone; --others removes them, too.");
        return left < before;
    }

private:
    int count(const QString& path) { return int(m_store.index->files(path).size()); }

    services::OwnedStore m_store;
    bool m_isOfOthers;
};

} // namespace

int removeDocuments(const QStringList& arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(
        "Takes documents that you added on this computer out of a store; the files themselves are "
        "left alone.");
    parser.addPositionalArgument("PATH…", "files, and folders with all that is below them");
    addStoreOption(parser);
    parser.addOption({"others",
        "Also take out what other people added, or you on another computer or with a version that "
        "kept no list."});
    parse(parser, "vignette-cli documents remove", arguments);
    if (parser.positionalArguments().isEmpty())
        throw UsageError("vignette-cli documents remove needs at least one PATH");

    Removal removal(openStore(parser, services::MissingStore::Refuse), parser.isSet("others"));
    bool wasAnyThere = false;
    for (const QString& path : parser.positionalArguments())
        wasAnyThere = removal.remove(storedPath(path)) || wasAnyThere;
    return wasAnyThere ? 0 : 1;
}

} // namespace app

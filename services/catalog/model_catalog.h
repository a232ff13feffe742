#pragma once

#include "services/hub/hub_access.h"

#include <QList>
#include <QString>
#include <QStringList>

namespace services {

/// A model that can be recommended. Files, sizes and what it needs are asked of the hub.
struct CatalogRow {
    enum class Kind {
        Chat,
        Ocr, ///< it reads text in pictures and does little else
        Embedding, ///< it writes nothing: it finds passages of documents
        Reranker, ///< it writes nothing: it scores passages
    };

    Repository repository;
    QString name; ///< for users: "SmolVLM 500M"
    QString goodFor; ///< a message in the language of the program
    QStringList languages; ///< that it is known to speak, as codes: "en", "zh"
    QString license; ///< as hubs write it: "apache-2.0"; empty: unknown
    qint64 parameters = 0; ///< about, as its makers name it; 0: unknown
    /// The number of them that each token passes through; 0: all.
    qint64 activeParameters = 0;
    qint64 contextLength = 0; ///< tokens; 0: unknown
    QString family; ///< general.architecture of its files; may be empty
    QString vision; ///< clip.projector_type of its vision part; may be empty
    bool canSee = false;
    qint64 bytes = 0; ///< about, of the download; 0: the hub has to be asked
    Kind kind = Kind::Chat;
    bool isUsers = false; ///< comes from the user's file
};

struct Catalog {
    QList<CatalogRow> rows; ///< those that see come first; then those of the user
    QStringList problems; ///< a message about each thing of the user's file that was left out
};

/// Reads the catalog that is built in, and a file of the user's in the same form, which
/// resources/catalog.schema.json describes; there need not be one. A row of the user's takes the
/// place of the one that names the same repository. Never throws. Takes too long for the window's
/// thread if the file is on a slow disk.
Catalog readCatalog(const QString& usersFile);

/// The rows that contain each of the words, in whatever case, in name, repository, license,
/// languages or what they are good for. All, if there are no words.
QList<CatalogRow> matching(const QList<CatalogRow>& rows, const QString& words);

/// The embedding model, reranker or answer checker that `model` names: a folder or a GGUF file as it is; OWNER/NAME of a
/// fetched one, or its name in the catalog ("all-MiniLM-L6-v2"), as what was fetched of it into
/// `folder`, that of all models. Empty if there is no such thing; `usersCatalog` is as for
/// readCatalog().
QString encoderModelAt(
    const QString& model, const QString& folder, const QString& usersCatalog = {});

} // namespace services

#pragma once

#include "services/hub/hub_access.h"

#include <QByteArray>
#include <QList>
#include <QString>
#include <QStringList>

#include <stop_token>

namespace services {

/// What a hub says about a repository.
struct ModelCard {
    QString commit; ///< the version that it speaks of
    QString license; ///< in its author's words; empty: unknown
};

/// A file of a repository.
struct HubFile {
    QString path; ///< "Q4_K_M/model-00001-of-00003.gguf"
    qint64 bytes = 0;
    /// 32 bytes: SHA-256; 20 bytes: the id that git gives such a content; empty: the hub does not tell it.
    QByteArray hash;
};

/// A repository that a hub has found, as far as its answer to a search tells.
struct FoundRepository {
    Repository repository;
    qint64 downloads = -1; ///< in the last month; −1: the hub does not tell
    qint64 parameters = 0; ///< of the model; 0: unknown
    qint64 contextLength = 0; ///< tokens; 0: unknown
    QString architecture; ///< general.architecture or model_type of its files; may be empty
    QString license; ///< in its author's words; empty: unknown
    QStringList files; ///< paths of GGUF files, without sizes
    bool isFolder = false; ///< it has a model in the layout of Hugging Face
    qint64 weightBytes = 0; ///< of that model; 0: unknown
    QString weightType; ///< of that model: "BF16", "GPTQ-4"; empty: unknown
    bool isGated = false; ///< an access token is needed
};

/// The two forms in which models are published.
enum class ModelFormat { Gguf, Safetensors };

/// A page of what was found.
struct FoundRepositories {
    QList<FoundRepository> rows; ///< those that are downloaded most come first
    QByteArray nextPage; ///< for HubClient::askMore(); empty: there is no more
};

// Read the JSON of a hub's answers. Throw Error{BadFile} with a message; `host` names the hub in
// it. Any thread; a request to stop ends them with Error{Cancelled}.
ModelCard readModelCard(
    const QByteArray& json, const QString& host, const std::stop_token& stop = {});

/// One page of the list of files. Leaves out folders, and files whose names could lead out of a
/// folder or whose sizes are impossible.
QList<HubFile> readFileList(
    const QByteArray& json, const QString& host, const std::stop_token& stop = {});

/// A page of the answer to a search. Leaves out repositories whose names could lead out of a folder,
/// and files that belong to no model.
QList<FoundRepository> readFound(
    const QByteArray& json, const QString& host, const std::stop_token& stop = {});

} // namespace services

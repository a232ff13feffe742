#pragma once

#include <QByteArray>
#include <QList>
#include <QString>

#include <stop_token>

namespace services {

/// What a hub says about a repository.
struct ModelCard {
    QString commit; ///< the version that it speaks of
    QString licence; ///< in its author's words; empty: not told
};

/// A file of a repository.
struct HubFile {
    QString path; ///< "Q4_K_M/model-00001-of-00003.gguf"
    qint64 bytes = 0;
    QByteArray sha256; ///< 32 bytes; empty: the hub does not tell it
};

// Read the JSON of a hub's answers. Throw Error{BadFile} with a sentence; `host` names the hub in it.
// Any thread; a request to stop ends them with Error{Cancelled}.
ModelCard readModelCard(
    const QByteArray& json, const QString& host, const std::stop_token& stop = {});

/// One page of the list of files. Leaves out folders, and files whose names could lead out of a
/// folder or whose sizes are impossible.
QList<HubFile> readFileList(
    const QByteArray& json, const QString& host, const std::stop_token& stop = {});

} // namespace services

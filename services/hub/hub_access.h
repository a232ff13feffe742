#pragma once

#include <QByteArray>
#include <QString>
#include <QUrl>

#include <optional>

namespace services {

class Settings;

/// A repository at a hub of models: OWNER/NAME. Both are plain names that cannot lead out of a
/// folder.
struct Repository {
    QString owner, name;

    QString text() const { return owner + u'/' + name; }
    bool operator==(const Repository&) const = default;
};

/// A model that somebody wants.
struct ModelRequest {
    Repository repository;
    /// "Q4_K_M", or the name of a file that the repository holds; empty: what suits this computer.
    QString variant;
};

/// Reads OWNER/NAME, OWNER/NAME:VARIANT, or the address of a page or file of a repository. Nothing
/// if it is none of these.
std::optional<ModelRequest> parseModelRequest(const QString& text);

/// True if each part of a path in a repository is a plain name, so that it can't lead out of a folder.
bool isPlainPath(const QString& path);

/// The address of a hub of models, and the token for it.
struct HubAccess {
    QUrl address; ///< "https://huggingface.co"; may have a path, as mirrors do
    QByteArray token; ///< empty: as anybody

    QUrl addressAt(const QString& path) const; ///< "/api/models/OWNER/NAME" below the hub's address

    /// The address of a file; the hub leads from there to its bytes.
    QUrl fileUrl(const Repository& repository, const QString& commit, const QString& path) const;
};

/// HF_ENDPOINT and HF_TOKEN of the environment go first, then the settings and `token`. Throws
/// Error{BadFile} with a message if the address or HF_TOKEN cannot be used.
HubAccess makeHubAccess(const Settings& settings, const QByteArray& token = {});

/// A token as somebody has entered it, without what is around it; nothing if it can be none.
std::optional<QByteArray> tokenFrom(const QByteArray& text);

/// True if `text` is the address of a hub, as far as that is known without a request.
bool isHubAddress(const QString& text);

} // namespace services

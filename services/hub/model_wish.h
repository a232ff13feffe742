#pragma once

#include <QString>

#include <optional>

namespace services {

/// A place at a hub of models: OWNER/NAME. Both are plain names that cannot lead out of a folder.
struct Repository {
    QString owner, name;

    QString text() const { return owner + u'/' + name; }
    bool operator==(const Repository&) const = default;
};

/// A model that somebody wants.
struct ModelWish {
    Repository repository;
    /// "Q4_K_M", or the name of a file that the repository holds; empty: what suits this computer.
    QString variant;
};

/// Reads OWNER/NAME, OWNER/NAME:VARIANT, or the address of a page or file of a repository. Nothing
/// if it is none of these.
std::optional<ModelWish> modelWishOf(const QString& text);

} // namespace services

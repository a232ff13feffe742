#pragma once

#include "services/presets/preset.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QStringList>

namespace services {

/// The user's presets, each in a file of its own in one folder. The folder is read when it is
/// needed first. A file that cannot be read is told of, stays as it is and is never written over.
/// Lives in the window's thread.
class Presets : public QObject {
    Q_OBJECT

public:
    explicit Presets(const QString& folder, QObject* parent = nullptr);

    const QList<Preset>& all() const; ///< by name; no two have the same
    const Preset* find(const QString& name) const; ///< null if there is none

    /// A sentence about each file that cannot be used.
    const QStringList& problems() const;

    /// Keeps a preset in place of the one of its name, if there is one. Throws Error{BadFile} with
    /// a sentence; then all is as before. So do the following functions.
    void save(const Preset& preset);
    void rename(const QString& from, const QString& to); ///< there must be none of the new name
    void remove(const QString& name);

    /// Adds a preset of somebody else's, without its model if that is on a server: a file from elsewhere
    /// must not send conversations to another machine. Returns the name that it has here: another one
    /// if its own is taken by a different preset.
    QString add(Preset preset);

signals:
    void changed();

private:
    struct Contents {
        QList<Preset> presets;
        QHash<QString, QString> paths; ///< by name
        QStringList problems;
    };

    const Contents& contents() const;
    Contents read() const;
    void put(const Preset& preset, const QString& path);
    void forget(const QString& name);
    QString freePath(const QString& name) const;

    const QString m_folder;
    mutable std::optional<Contents> m_contents; // nothing: not read yet
};

} // namespace services

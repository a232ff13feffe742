#pragma once

#include "services/models/model_texts.h"

#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>

namespace services {

class InstalledModels;
class ModelDownloads;
class ModelPool;
template <typename Value>
struct Outcome;

/// The files of one model on the disk, as far as they can be deleted.
struct StoredModel {
    ModelId model; ///< the id by which it is opened, or will be once it is complete
    QString name; ///< for users: "SmolVLM-500M-Instruct-Q8_0"
    QStringList files; ///< absolute paths without symbolic links; empty: nothing can be deleted
    qint64 bytes = 0; ///< of these files
    bool isFetched = false; ///< Vignette has downloaded it into its own folder

    bool operator==(const StoredModel&) const = default;
};

/// The models that were downloaded into `folder`, also incomplete ones and those that the user has
/// taken out of the list, sorted by name. Reads no model. Takes too long for the window's thread.
QList<StoredModel> findStoredModels(const QString& folder);

/// The files of a model, wherever they are. Symbolic links are left out, because other programs keep
/// the files that they lead to. `folder` is that of downloaded models. Takes too long for the window's thread.
StoredModel findStoredModel(const ModelFacts& model, const QString& folder);

/// Deletes the files, and their folder if nothing else is in it. Never deletes what has become a
/// symbolic link or is reached through one. Throws Error{BadFile} with a message if a file stays.
/// Takes too long for the window's thread.
void deleteFiles(const StoredModel& model, const QString& folder);

/// Deletes models: unloads them, ends their downloads, deletes their files in the background and
/// takes them out of the list. Lives in the window's thread.
class ModelDeletion : public QObject {
    Q_OBJECT

public:
    /// All references must outlive it.
    ModelDeletion(ModelPool& models, InstalledModels& installed, ModelDownloads& downloads,
        QObject* parent = nullptr);

    using Found = std::function<void(const StoredModel&)>;
    using Listed = std::function<void(const Outcome<QList<StoredModel>>&)>;
    using Done = std::function<void(const QString& problem)>;

    /// Looks for the files of a model. `found` is called later, unless `receiver` is destroyed before.
    void find(const ModelFacts& model, QObject* receiver, Found found);

    /// Looks for all downloaded models.
    void list(QObject* receiver, Listed listed);

    /// Deletes them. `problem` says what could not be deleted; empty: everything was.
    void remove(const QList<StoredModel>& models, QObject* receiver, Done done);

private:
    ModelPool& m_models;
    InstalledModels& m_installed;
    ModelDownloads& m_downloads;
};

} // namespace services

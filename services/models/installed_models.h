#pragma once

#include "services/models/foreign_models.h"
#include "services/models/model_texts.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QStringList>

namespace services {

class Settings;

/// The list of models that can be chosen: the built-in one, those that were fetched, those that the
/// user has added, and those in the folders that are searched. Copies, moves and deletes no file. Lives in
/// the window's thread; files are read in the background.
class InstalledModels : public QObject {
    Q_OBJECT

public:
    /// Starts the search. The settings, which contain the paths, must outlive it. `fetched` is the
    /// folder of models that were fetched; empty: there are none.
    explicit InstalledModels(
        Settings& settings, const QString& fetched = {}, QObject* parent = nullptr);

    /// The built-in model first, then by name, including models that cannot be used.
    const QList<ModelFacts>& models() const { return m_models; }
    const ModelFacts* find(const ModelId& model) const; ///< null if it is not in the list

    /// The name to be shown to users, also of a model that is not in the list.
    QString displayName(const ModelId& model) const;

    bool isLooking() const { return m_isLooking; }

    /// Adds paths that the user dropped or chose: GGUF files, a GGUF file with its vision part,
    /// folders in Hugging Face layout, folders of models.
    void add(const QStringList& paths);

    /// Adds a model that a server offers. The server is not asked.
    void addRemote(const ModelId& model);

    /// Looks for models of other programs on this computer and adds them, where they are. Ends with
    /// lookedElsewhere().
    void lookElsewhere();

    /// Leaves a model out of the list until it is added again or put back. Its files stay. Does nothing
    /// to the built-in one.
    void remove(const ModelId& model);

    /// Undoes remove(), also when a model is downloaded or used again. Returns false and does nothing to
    /// others.
    bool putBack(const ModelId& model);

    /// Forgets all that the settings say of a model whose files were deleted.
    void forget(const ModelId& model);

    /// Searches again for files that came or went.
    void refresh();

    /// The path of a vision part that was added together with its model, by model. It may be in
    /// another folder.
    QHash<ModelId, QString> projectors() const;

signals:
    void changed(); ///< models() or isLooking() has changed
    void added(const services::ModelId& model); ///< the model is in the list now
    /// A path that was added led to no model; the message says why.
    void rejected(const QString& message);
    void lookedElsewhere(const services::ForeignModels& found);

private:
    /// What came of paths that were added, in the form of the settings.
    struct Addition {
        QStringList models, folders;
        QHash<QString, QString> projectors, names;
        QStringList messages;
    };

    static Addition sort(const QStringList& paths);
    void keep(const Addition& addition);
    void show(const QList<ModelFacts>& models);

    Settings& m_settings;
    const QString m_fetched; // a folder
    QList<ModelFacts> m_models;
    QStringList m_justAdded; // to be reported once they are in the list
    QStringList m_wereAdded; // of those that were removed in this run, what the user had added
    bool m_isLooking = false;
    bool m_looksAgain = false;
};

} // namespace services

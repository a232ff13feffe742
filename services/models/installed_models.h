#pragma once

#include "services/models/model_description.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QStringList>

namespace services {

class Settings;

/// The models that can be chosen: the built-in one, those that the user added where they lie, and
/// those in the folders that are looked through. No file is ever copied, moved or deleted. Lives in
/// the window's thread; files are read in the background.
class InstalledModels : public QObject {
    Q_OBJECT

public:
    /// Begins to look. The settings, which hold the paths, must outlive it.
    explicit InstalledModels(Settings& settings, QObject* parent = nullptr);

    /// The built-in one first, then by name; those that cannot be used are among them.
    const QList<ModelDescription>& models() const { return m_models; }
    const ModelDescription* find(const ModelId& model) const; ///< null: it is not in the list

    /// For people, also of a model that is not in the list.
    QString nameOf(const ModelId& model) const;

    bool isLooking() const { return m_isLooking; }

    /// Paths that were dropped or chosen: GGUF files, a GGUF file and its vision part, folders in
    /// Hugging Face layout, folders of models.
    void add(const QStringList& paths);

    /// Leaves a model out of the list from now on, until it is added again. The built-in one stays.
    void remove(const ModelId& model);

    /// Looks again whether files came or went.
    void refresh();

    /// Vision parts that were added with their models and may lie elsewhere.
    QHash<ModelId, QString> projectors() const;

signals:
    void changed(); ///< models(), or isLooking()
    void added(const services::ModelId& model); ///< it is in the list by now
    void refused(const QString& sentence); ///< nothing came of a path that was added

private:
    /// What came of paths that were added.
    struct Addition {
        QStringList models, folders;
        QHash<ModelId, QString> projectors;
        QStringList sentences;
    };

    static Addition sort(const QStringList& paths);
    void keep(const Addition& addition);
    void show(const QList<ModelDescription>& models);

    Settings& m_settings;
    QList<ModelDescription> m_models;
    QStringList m_justAdded; // to be told once they are in the list
    bool m_isLooking = false;
    bool m_looksAgain = false;
};

} // namespace services

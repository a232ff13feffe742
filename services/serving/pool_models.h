#pragma once

#include "services/models/model_id_text.h"
#include "services/server/answers/served_models.h"

#include <QHash>
#include <QObject>
#include <QTimer>

#include <memory>

namespace services {

class InstalledModels;
class ModelPool;
class Settings;

/// The models of the window for other programs: those that are installed and can answer, the current
/// one first. They come into memory as they do in the window, and answer as its settings say. Models
/// on other machines are not passed on. Lives in the window's thread.
class PoolModels : public QObject {
    Q_OBJECT

public:
    /// All must outlive this object and every server that offers the models.
    PoolModels(ModelPool& pool, const InstalledModels& installed, const Settings& settings,
        QObject* parent = nullptr);

    /// The list, for servers; it changes with what is installed.
    std::shared_ptr<const server::ServedModels> served() const;

    QString currentId() const; ///< by which clients name the first of them; empty: there is none
    QString findId(const ModelId& model) const; ///< empty: it is not offered

signals:
    void changed();

private:
    class List;

    void refresh();
    server::ServedModel servedModel(const ModelId& model, const QString& id) const;
    QString newIdFor(const ModelId& model) const;

    ModelPool& m_pool;
    const InstalledModels& m_installed;
    const Settings& m_settings;
    const std::shared_ptr<List> m_served;
    QHash<ModelId, QString> m_ids;
    QString m_current;
    QTimer m_soon; // several changes at once are one
};

} // namespace services

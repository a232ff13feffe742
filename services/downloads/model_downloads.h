#pragma once

#include "services/downloads/download_queue.h"
#include "services/downloads/partial_file.h"
#include "services/hub/hub_access.h"
#include "services/hub/model_offer.h"
#include "services/storage/whole_file.h"

#include <QHash>
#include <QJsonObject>
#include <QList>
#include <QObject>

#include <optional>

namespace services {

struct HubAccess;

/// What has to be fetched for a model, the language model first. `folder` is that of all models; a
/// model is in OWNER/NAME/ below it.
QList<DownloadOrder> ordersFor(
    const ModelOffer& offer, const HubAccess& access, const QString& folder);

/// The path by which the model is opened: that of its first file, or its folder.
QString targetPath(const ModelOffer& offer, const QString& folder);

/// "OWNER/NAME" of a model that ordersFor() has put into the folder of all models, by the path that
/// opens it; empty: it is somewhere else.
QString repositoryOf(const QString& path, const QString& folder);

/// A model that is being fetched.
struct ModelDownload {
    enum class Phase { Waiting, Running, Paused, Done, Failed };

    int id = 0; ///< for the functions of ModelDownloads, as long as the program runs
    Repository repository;
    QString name; ///< for users: "SmolVLM-500M-Instruct-Q8_0"
    ModelId model; ///< where it is once it is complete
    Phase phase = Phase::Waiting;
    qint64 done = 0, bytes = 0; ///< of all its files
    double bytesPerSecond = 0; ///< of the last seconds
    qint64 secondsLeft = -1; ///< −1: not known
    QString sentence; ///< why it failed
};

/// Fetches models, one after the other in their order. They are kept in a file, without tokens: in
/// the next run of the program those that were paused or had failed are so still, and the others
/// continue. Lives in the window's thread and never makes it wait.
class ModelDownloads : public QObject {
    Q_OBJECT

public:
    /// `folder` is that of all models; `keptIn` is the file.
    ModelDownloads(const QString& folder, const QString& keptIn, const NetworkTimes& times = {},
        QObject* parent = nullptr);
    ~ModelDownloads() override; ///< stops; what has come is kept

    /// Sets the hub and the token for it. Nothing is fetched before the first call; a later one
    /// applies to files that are started afterwards.
    void setAccess(const HubAccess& access);

    /// Puts a model last, or continues with it if it is among the downloads. Whether there is room
    /// is asked first: where there is not, the download fails. Returns its id.
    int fetch(const ModelOffer& offer);

    void pause(int id);
    void goOn(int id); ///< with one that is paused or has failed
    /// Takes it out of the list. What has arrived of an unfinished one is removed.
    void cancel(int id);
    void moveToFront(int id); ///< it is the next one; the file that is being fetched comes first

    const QList<ModelDownload>& downloads() const { return m_downloads; } ///< in their order
    const ModelDownload* find(int id) const; ///< null: it was canceled

    const QString& folder() const { return m_folder; } ///< of all models

    /// The id that a model has, or will have, once it is complete.
    ModelId modelFor(const ModelOffer& offer) const;

signals:
    void changed(int id); ///< progress is reported a few times a second
    void finished(int id, const services::ModelId& model);
    void contacted(const QString& host); ///< before each request

private:
    struct File;
    struct Group;

    ModelDownload& at(int id);
    QList<DownloadOrder> findOrders(int id) const;
    int add(const Group& group);
    void begin(int id);
    void takeRoom(int id, int check, const QString& problem, const QList<bool>& wereHere);
    void enqueue(int id);
    void arrange();
    void pauseFiles(int id);
    void fail(int id, const QString& sentence);
    void takeFile(int queued);
    ModelDownload::Phase phase(const Group& group) const;
    void refresh(int id);
    void save();
    void restore();
    static QJsonObject toJson(const Group& group);
    static std::optional<Group> groupFrom(const QJsonObject& row);

    const QString m_folder;
    KeptFile m_file;
    DownloadQueue m_queue;
    std::optional<HubAccess> m_access;
    QList<ModelDownload> m_downloads;
    QHash<int, Group> m_groups; // by id: what belongs to a download
    int m_lastId = 0;
};

} // namespace services

#include "services/downloads/model_downloads.h"

#include "engine/files/open_weights.h"
#include "services/background.h"
#include "services/downloads/file_download.h"
#include "services/downloads/partial_file.h"
#include "services/hub/hub_access.h"
#include "services/json_document.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalBlocker>

#include <algorithm>

namespace services {

namespace {

QString targetPath(const OfferedFile& offered, const Repository& repository, const QString& folder)
{
    return folder + u'/' + repository.text() + u'/' + offered.name;
}

} // namespace

QString repositoryOf(const QString& path, const QString& folder)
{
    const QStringList parts = QDir(folder).relativeFilePath(path).split(u'/');
    const QString name = parts.mid(0, 2).join(u'/');
    const bool isFolder = parts.size() == 2 && !name.endsWith(QLatin1String(".gguf"));
    return (isFolder || parts.size() == 3) && parseModelRequest(name) ? name : QString();
}

QList<DownloadOrder> ordersFor(
    const ModelOffer& offer, const HubAccess& access, const QString& folder)
{
    QList<DownloadOrder> orders;
    for (const OfferedFile& offered : offer.files)
        orders << DownloadOrder{access.fileUrl(offer.repository, offer.commit, offered.file.path),
            access.token, targetPath(offered, offer.repository, folder), offered.file.bytes,
            offered.file.hash, offer.repository.text()};
    return orders;
}

QString targetPath(const ModelOffer& offer, const QString& folder)
{
    if (offer.isFolder())
        return folder + u'/' + offer.repository.text();
    return targetPath(offer.files.first(), offer.repository, folder);
}

using Phase = ModelDownload::Phase;

// A file of a model.
struct ModelDownloads::File {
    int queued = 0; // its id in the queue; 0: it has not been put there
    qint64 done = 0; // bytes, as far as is known
    bool wasHere = false; // before it was requested
};

// What belongs to a download.
struct ModelDownloads::Group {
    ModelOffer offer; // as far as fetching needs it
    QList<File> files; // as in the offer
    bool isPaused = false;
    QString sentence; // why it failed
    int checks = 0; // how often it was asked for room: late answers are recognized
};

namespace {

constexpr qint64 maxBytes = qint64(1) << 50; // of a file
constexpr QLatin1String hashKey("sha256"); // older than the ids of git

bool isPlain(const QString& name)
{
    return engine::isPlainFileName(name.toStdString());
}

bool isSound(const OfferedFile& offered)
{
    const qsizetype hash = offered.file.hash.size(); // see HubFile
    return isPlainPath(offered.name) && offered.file.bytes > 0 && offered.file.bytes <= maxBytes
        && (hash == 0 || hash == 20 || hash == 32);
}

// False for what could lead out of the folder of models.
bool isSound(const ModelOffer& offer)
{
    return isPlain(offer.repository.owner) && isPlain(offer.repository.name)
        && !offer.files.isEmpty()
        && std::ranges::all_of(
            offer.files, [](const OfferedFile& offered) { return isSound(offered); });
}

// Whether there is room, and which files of a model are here already.
struct RoomAnswer {
    QString problem;
    QList<bool> wereHere;
};

RoomAnswer askForRoom(
    const QList<DownloadOrder>& orders, const QList<DownloadOrder>& others, const QString& folder)
{
    RoomAnswer answer;
    qint64 bytes = 0;
    for (const DownloadOrder& order : orders) {
        answer.wereHere << (QFileInfo(order.path).size() == order.bytes);
        bytes += PartialFile::roomFor(order);
    }
    for (const DownloadOrder& order : others)
        bytes += PartialFile::roomFor(order);
    answer.problem = spaceProblem(folder, bytes);
    return answer;
}

} // namespace

ModelDownloads::ModelDownloads(
    const QString& folder, const QString& keptIn, const NetworkTimes& times, QObject* parent)
    : QObject(parent)
    , m_folder(folder)
    , m_file(keptIn)
    , m_queue(times)
{
    connect(&m_queue, &DownloadQueue::changed, this, &ModelDownloads::takeFile);
    connect(&m_queue, &DownloadQueue::contacted, this, &ModelDownloads::contacted);
    restore();
}

ModelDownloads::~ModelDownloads()
{
    save();
}

ModelDownload& ModelDownloads::at(int id)
{
    return *std::ranges::find(m_downloads, id, &ModelDownload::id);
}

ModelId ModelDownloads::modelFor(const ModelOffer& offer) const
{
    return parseModelId(targetPath(offer, m_folder));
}

const ModelDownload* ModelDownloads::find(int id) const
{
    const auto found = std::ranges::find(m_downloads, id, &ModelDownload::id);
    return found == m_downloads.end() ? nullptr : &*found;
}

QList<DownloadOrder> ModelDownloads::findOrders(int id) const
{
    return ordersFor(m_groups[id].offer, m_access.value_or(HubAccess()), m_folder);
}

void ModelDownloads::setAccess(const HubAccess& access)
{
    m_access = access;
    for (const ModelDownload& download : QList(m_downloads)) {
        const QList<DownloadOrder> orders = findOrders(download.id);
        const Group& group = m_groups[download.id];
        for (qsizetype file = 0; file < orders.size(); ++file)
            m_queue.setOrder(group.files[file].queued, orders[file]);
        if (download.phase == Phase::Waiting && group.files.first().queued == 0)
            begin(download.id);
    }
}

int ModelDownloads::fetch(const ModelOffer& offer)
{
    const auto known = std::ranges::find(m_downloads, modelFor(offer), &ModelDownload::model);
    if (known != m_downloads.end()) {
        const int id = known->id;
        if (known->phase != Phase::Done) {
            goOn(id);
            return id;
        }
        cancel(id);
    }
    Group group;
    group.offer.repository = offer.repository;
    group.offer.commit = offer.commit;
    group.offer.files = offer.files;
    group.offer.model.name = offer.model.name;
    group.files.resize(offer.files.size());
    const int id = add(group);
    save();
    begin(id);
    return id;
}

int ModelDownloads::add(const Group& group)
{
    ModelDownload download;
    download.id = ++m_lastId;
    download.repository = group.offer.repository;
    download.name = QString::fromStdString(group.offer.model.name);
    download.model = modelFor(group.offer);
    download.bytes = group.offer.bytes();
    m_groups.insert(download.id, group);
    m_downloads << download;
    refresh(download.id);
    return download.id;
}

// Room is asked for what others that wait still take, too.
void ModelDownloads::begin(int id)
{
    if (!m_access)
        return;
    QList<DownloadOrder> others;
    for (const ModelDownload& other : std::as_const(m_downloads))
        if (other.id != id && (other.phase == Phase::Waiting || other.phase == Phase::Running))
            others << findOrders(other.id);
    const int check = ++m_groups[id].checks;
    runInBackground<RoomAnswer>(
        this,
        [orders = findOrders(id), others, folder = m_folder] {
            return askForRoom(orders, others, folder);
        },
        [this, id, check](const Outcome<RoomAnswer>& outcome) {
            const RoomAnswer answer = outcome.value.value_or(RoomAnswer{outcome.error, {}});
            takeRoom(id, check, answer.problem, answer.wereHere);
        });
}

void ModelDownloads::takeRoom(
    int id, int check, const QString& problem, const QList<bool>& wereHere)
{
    const auto group = m_groups.find(id);
    if (group == m_groups.end() || group->checks != check || group->isPaused)
        return;
    if (!problem.isEmpty())
        return fail(id, problem);
    if (check == 1) // later they may be ours
        for (qsizetype file = 0; file < wereHere.size(); ++file)
            group->files[file].wasHere |= wereHere[file];
    enqueue(id);
}

void ModelDownloads::enqueue(int id)
{
    const QList<DownloadOrder> orders = findOrders(id);
    {
        const QSignalBlocker blocker(m_queue); // it cannot know yet whose they are
        QList<File>& files = m_groups[id].files;
        for (qsizetype file = 0; file < files.size(); ++file)
            if (files[file].queued == 0)
                files[file].queued = m_queue.add(orders[file]);
            else
                m_queue.goOn(files[file].queued);
    }
    arrange();
    refresh(id);
}

// Files are fetched in the order of the list.
void ModelDownloads::arrange()
{
    const QSignalBlocker blocker(m_queue);
    for (auto download = m_downloads.crbegin(); download != m_downloads.crend(); ++download) {
        const QList<File>& files = m_groups[download->id].files;
        for (auto file = files.crbegin(); file != files.crend(); ++file)
            m_queue.moveToFront(file->queued);
    }
}

void ModelDownloads::pauseFiles(int id)
{
    for (const File& file : QList(m_groups[id].files))
        m_queue.pause(file.queued);
    refresh(id);
}

// A model that lacks a file is useless, so its other files are paused.
void ModelDownloads::fail(int id, const QString& sentence)
{
    m_groups[id].sentence = sentence;
    pauseFiles(id);
}

void ModelDownloads::pause(int id)
{
    const ModelDownload* download = find(id);
    if (!download || (download->phase != Phase::Running && download->phase != Phase::Waiting))
        return;
    m_groups[id].isPaused = true;
    pauseFiles(id);
}

void ModelDownloads::goOn(int id)
{
    const ModelDownload* download = find(id);
    if (!download || (download->phase != Phase::Paused && download->phase != Phase::Failed))
        return;
    m_groups[id].isPaused = false;
    m_groups[id].sentence.clear();
    refresh(id);
    begin(id);
}

void ModelDownloads::cancel(int id)
{
    const ModelDownload* download = find(id);
    if (!download)
        return;
    const bool isDone = download->phase == Phase::Done;
    const QList<DownloadOrder> orders = findOrders(id);
    const Group group = m_groups.take(id);
    m_downloads.removeIf([id](const ModelDownload& other) { return other.id == id; });
    for (qsizetype file = 0; file < orders.size(); ++file) {
        m_queue.cancel(group.files[file].queued);
        if (!isDone && !group.files[file].wasHere)
            m_queue.discard(orders[file].path);
    }
    save();
    emit changed(id);
}

void ModelDownloads::moveToFront(int id)
{
    const auto found = std::ranges::find(m_downloads, id, &ModelDownload::id);
    if (found == m_downloads.end())
        return;
    std::rotate(m_downloads.begin(), found, found + 1);
    arrange();
    save();
    emit changed(id);
}

void ModelDownloads::takeFile(int queued)
{
    const auto isOf = [queued](const Group& group) {
        return std::ranges::find(group.files, queued, &File::queued) != group.files.end();
    };
    const auto group = std::find_if(m_groups.cbegin(), m_groups.cend(), isOf);
    if (group == m_groups.cend())
        return;
    const Download& file = *m_queue.find(queued);
    if (file.phase == Download::Phase::Failed && group->sentence.isEmpty())
        return fail(group.key(), file.sentence);
    refresh(group.key());
}

Phase ModelDownloads::phase(const Group& group) const
{
    const auto isIn = [this](Download::Phase phase) {
        return [this, phase](const File& file) {
            const Download* download = m_queue.find(file.queued);
            return download && download->phase == phase;
        };
    };
    if (!group.sentence.isEmpty())
        return Phase::Failed;
    if (std::ranges::all_of(group.files, isIn(Download::Phase::Done)))
        return Phase::Done;
    if (group.isPaused)
        return Phase::Paused;
    return std::ranges::any_of(group.files, isIn(Download::Phase::Running)) ? Phase::Running
                                                                            : Phase::Waiting;
}

// Brings what is shown of a download in line with its files.
void ModelDownloads::refresh(int id)
{
    Group& group = m_groups[id];
    ModelDownload& download = at(id);
    const Phase before = download.phase;
    download.phase = phase(group);
    download.sentence = group.sentence;
    download.done = 0;
    download.bytesPerSecond = 0;
    for (File& file : group.files) {
        const Download* queued = m_queue.find(file.queued);
        if (queued && queued->done > 0)
            file.done = queued->done;
        if (queued && queued->phase == Download::Phase::Running)
            download.bytesPerSecond = queued->bytesPerSecond;
        download.done += file.done;
    }
    download.secondsLeft = download.bytesPerSecond > 0
        ? qint64(double(download.bytes - download.done) / download.bytesPerSecond)
        : -1;
    const bool hasEnded = download.phase == Phase::Done && before != Phase::Done;
    const ModelId model = download.model; // the list may change while others are notified
    if (download.phase != before)
        save();
    emit changed(id);
    if (hasEnded)
        emit finished(id, model);
}

void ModelDownloads::save()
{
    QJsonArray rows;
    for (const ModelDownload& download : std::as_const(m_downloads))
        if (download.phase != Phase::Done)
            rows << toJson(m_groups[download.id]);
    m_file.write(QJsonDocument(QJsonObject{{"downloads", rows}}).toJson());
}

void ModelDownloads::restore()
{
    const QJsonObject kept = parseJsonDocument(m_file.read()).object();
    for (const QJsonValue& row : kept["downloads"].toArray())
        if (const std::optional<Group> group = groupFrom(row.toObject()))
            add(*group);
}

QJsonObject ModelDownloads::toJson(const Group& group)
{
    QJsonArray files;
    for (qsizetype i = 0; i < group.files.size(); ++i) {
        const OfferedFile& offered = group.offer.files[i];
        files << QJsonObject{{"path", offered.file.path}, {"name", offered.name},
            {"bytes", offered.file.bytes},
            {hashKey, QString::fromLatin1(offered.file.hash.toHex())},
            {"isVision", offered.isVision}, {"done", group.files[i].done},
            {"wasHere", group.files[i].wasHere}};
    }
    return {{"owner", group.offer.repository.owner}, {"name", group.offer.repository.name},
        {"commit", group.offer.commit}, {"model", QString::fromStdString(group.offer.model.name)},
        {"files", files}, {"isPaused", group.isPaused}, {"sentence", group.sentence}};
}

// Nothing where it makes no sense: this program has not written it.
std::optional<ModelDownloads::Group> ModelDownloads::groupFrom(const QJsonObject& row)
{
    Group group;
    group.offer.repository = {row["owner"].toString(), row["name"].toString()};
    group.offer.commit = row["commit"].toString();
    group.offer.model.name = row["model"].toString().toStdString();
    group.isPaused = row["isPaused"].toBool();
    group.sentence = row["sentence"].toString();
    const QJsonArray files = row["files"].toArray();
    for (const QJsonValue& value : files) {
        const QJsonObject file = value.toObject();
        const QByteArray hash = QByteArray::fromHex(file[hashKey].toString().toLatin1());
        group.offer.files << OfferedFile{{file["path"].toString(), file["bytes"].toInteger(), hash},
            file["name"].toString(), file["isVision"].toBool()};
        group.files << File{0, file["done"].toInteger(), file["wasHere"].toBool()};
    }
    return isSound(group.offer) ? std::optional(group) : std::nullopt;
}

} // namespace services

#pragma once

#include "services/downloads/download_queue.h"
#include "tests/support/awaited.h"
#include "tests/support/made_up_hub.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

namespace tests {

inline QByteArray sha256Of(const QString& path)
{
    QFile file(path);
    QCryptographicHash hash(QCryptographicHash::Sha256);
    return file.open(QIODevice::ReadOnly) && hash.addData(&file) ? hash.result() : QByteArray();
}

/// A fake hub with one file of random bytes, and a folder to fetch it into.
class HubFile {
public:
    /// `file` as MadeUpHub::offer takes it.
    explicit HubFile(const QJsonObject& file)
    {
        const QJsonObject told
            = hub.offer("some/model", {{"model.gguf", file}})["model.gguf"].toObject();
        order.url = hub.address();
        order.url.setPath("/some/model/resolve/main/model.gguf");
        order.path = folder.filePath("some/model/model.gguf");
        order.bytes = told["size"].toInteger();
        order.hash = QByteArray::fromHex(told["sha256"].toString().toLatin1());
        gitId = QByteArray::fromHex(told["git_id"].toString().toLatin1());
        order.subject = "some/model";
    }

    /// Fetches it; returns why that failed, or an empty message.
    QString fetch()
    {
        services::DownloadQueue queue(shortTimes<services::NetworkTimes>());
        const auto outcome = awaited<QString>([&](const auto& done) {
            QObject::connect(
                &queue, &services::DownloadQueue::changed, &queue, [&queue, done](int id) {
                    const services::Download& download = *queue.find(id);
                    if (download.phase == services::Download::Phase::Done
                        || download.phase == services::Download::Phase::Failed)
                        done({download.sentence, {}});
                });
            queue.add(order);
        });
        return *outcome.value;
    }

    /// The file is under its name and is the right one, and nothing else is in its folder.
    bool isHere() const { return sha256Of(order.path) == order.hash && entries() == 1; }

    /// Nothing is under its name.
    bool isNotHere() const { return !QFileInfo::exists(order.path); }

    qsizetype entries() const
    {
        return QDir(QFileInfo(order.path).path()).entryList(QDir::Files | QDir::Hidden).size();
    }

    /// How many bytes of contents the hub has sent since it was asked.
    qint64 sent()
    {
        qint64 bytes = 0;
        for (const QJsonObject& request : hub.requests())
            bytes += request["sent"].toInteger();
        return bytes;
    }

    MadeUpHub hub;
    QTemporaryDir folder;
    services::DownloadOrder order;
    QByteArray gitId; ///< of the same content
};

} // namespace tests

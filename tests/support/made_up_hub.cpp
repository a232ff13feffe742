#include "tests/support/made_up_hub.h"

#include "tests/support/fixtures.h"

#include <QDir>
#include <QDirIterator>
#include <QJsonDocument>

namespace tests {

MadeUpHub::MadeUpHub()
{
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(QStringLiteral("/usr/bin/python3"),
        {"-B", QString::fromStdString((dataFolder() / "../support/hub/made_up_hub.py").string())});
    const QJsonObject ports = QJsonDocument::fromJson(line()).object();
    m_port = ports["hub"].toInt();
    m_contentPort = ports["content"].toInt();
}

MadeUpHub::~MadeUpHub()
{
    m_process.closeWriteChannel();
    if (!m_process.waitForFinished(10'000))
        m_process.kill();
    m_process.waitForFinished();
}

QUrl MadeUpHub::address() const
{
    return QUrl(QStringLiteral("http://127.0.0.1:%1").arg(m_port));
}

QUrl MadeUpHub::contentAddress() const
{
    return QUrl(QStringLiteral("http://127.0.0.2:%1").arg(m_contentPort));
}

QJsonObject MadeUpHub::offer(const QString& name, const QJsonObject& files, QJsonObject more)
{
    more["files"] = files;
    return tell({{"repositories", QJsonObject{{name, more}}}})[name].toObject();
}

QList<QJsonObject> MadeUpHub::requests()
{
    QList<QJsonObject> requests;
    const QJsonArray told = tell({{"log", true}})["requests"].toArray();
    for (const QJsonValue& request : told)
        requests << request.toObject();
    return requests;
}

QJsonObject MadeUpHub::tell(const QJsonObject& command)
{
    m_process.write(QJsonDocument(command).toJson(QJsonDocument::Compact) + '\n');
    return QJsonDocument::fromJson(line()).object();
}

QByteArray MadeUpHub::line()
{
    while (!m_process.canReadLine())
        if (!m_process.waitForReadyRead(60'000))
            qFatal("the made-up hub does not answer: %s", qPrintable(m_process.errorString()));
    return m_process.readLine();
}

QJsonObject randomFile(qint64 size, int seed)
{
    return {{"size", size}, {"seed", seed}};
}

QJsonObject fileFrom(const QString& path)
{
    return {{"from", path}};
}

QJsonObject filesFrom(const QString& folder)
{
    QJsonObject files;
    QDirIterator each(folder, QDir::Files, QDirIterator::Subdirectories);
    while (each.hasNext()) {
        const QString path = each.next();
        files[QDir(folder).relativeFilePath(path)] = fileFrom(path);
    }
    return files;
}

} // namespace tests

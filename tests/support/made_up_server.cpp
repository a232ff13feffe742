#include "tests/support/made_up_server.h"

#include "tests/support/fixtures.h"

#include <QJsonDocument>

namespace tests {

MadeUpServer::MadeUpServer()
{
    plugIn();
}

MadeUpServer::~MadeUpServer()
{
    pullThePlug();
}

void MadeUpServer::pullThePlug()
{
    m_process->kill();
    m_process->waitForFinished();
}

void MadeUpServer::plugIn()
{
    const auto script = dataFolder() / "../support/remote/made_up_server.py";
    m_process = std::make_unique<QProcess>();
    m_process->setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process->start(QStringLiteral("/usr/bin/python3"),
        {"-B", QString::fromStdString(script.string()), "--port", QString::number(m_port)});
    m_port = QJsonDocument::fromJson(line()).object()["port"].toInt();
}

QList<QJsonObject> MadeUpServer::Log::questions() const
{
    QList<QJsonObject> asked;
    for (const QJsonObject& request : requests)
        if (request["path"] == QLatin1String("/v1/chat/completions"))
            asked << request;
    return asked;
}

MadeUpServer::Log MadeUpServer::log()
{
    const QJsonObject told = tell({{"log", true}});
    Log log;
    log.most = told["most"].toInt();
    log.gone = told["gone"].toInt();
    const QJsonArray requests = told["requests"].toArray();
    for (const QJsonValue& request : requests)
        log.requests << request.toObject();
    return log;
}

QJsonObject MadeUpServer::tell(const QJsonObject& command)
{
    m_process->write(QJsonDocument(command).toJson(QJsonDocument::Compact) + '\n');
    return QJsonDocument::fromJson(line()).object();
}

QByteArray MadeUpServer::line()
{
    while (!m_process->canReadLine())
        if (!m_process->waitForReadyRead(60'000))
            qFatal("the made-up server does not answer: %s", qPrintable(m_process->errorString()));
    return m_process->readLine();
}

} // namespace tests

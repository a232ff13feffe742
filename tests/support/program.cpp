#include "tests/support/program.h"

#include <QJsonDocument>
#include <QProcess>

namespace tests {

QList<QJsonObject> ProgramResult::jsonLines() const
{
    QList<QJsonObject> objects;
    for (const QByteArray& line : output.split('\n')) {
        if (line.trimmed().isEmpty())
            continue;
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(line, &error);
        if (!document.isObject())
            qFatal("not a JSON object: %s", line.constData());
        objects << document.object();
    }
    return objects;
}

ProgramResult runCli(const QStringList& arguments, int timeoutMs, const QString& outputFile)
{
    QProcess process;
    if (!outputFile.isEmpty())
        process.setStandardOutputFile(outputFile);
    process.start(qEnvironmentVariable("VIGNETTE_BIN") + "/vignette-cli", arguments);
    ProgramResult result;
    if (!process.waitForFinished(timeoutMs)) {
        process.kill();
        process.waitForFinished();
        result.errors = "did not end in time: " + process.errorString().toUtf8();
        return result;
    }
    result.exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    result.output = process.readAllStandardOutput();
    result.errors = process.readAllStandardError();
    return result;
}

QString resource(const QString& path)
{
    return QStringLiteral(VIGNETTE_TEST_RESOURCES "/") + path;
}

} // namespace tests

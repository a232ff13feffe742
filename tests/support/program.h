#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

namespace tests {

/// What a finished program left behind.
struct ProgramResult {
    int exitCode = -1; ///< −1: it crashed or did not end in time
    QByteArray output, errors; ///< stdout, stderr

    /// One object per line of stdout; fails the program on a line that is none.
    QList<QJsonObject> jsonLines() const;
};

/// Runs vignette-cli of this build to its end. Writes its stdout to `outputFile`, if given.
ProgramResult runCli(
    const QStringList& arguments, int timeoutMs = 120'000, const QString& outputFile = {});

/// The same on terminals, one for stdout and one for stderr.
ProgramResult runCliOnTerminal(const QStringList& arguments, int timeoutMs = 120'000);

/// resources/ of the sources.
QString resource(const QString& path);

} // namespace tests

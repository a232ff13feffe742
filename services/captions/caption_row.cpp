#include "services/captions/caption_row.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>

namespace services {

QString nameOf(CaptionRow::State state)
{
    using State = CaptionRow::State;
    switch (state) {
    case State::Done:
        return QStringLiteral("done");
    case State::Failed:
        return QStringLiteral("failed");
    case State::Edited:
        return QStringLiteral("edited");
    case State::Waiting:
    case State::Running:
        break;
    }
    return QStringLiteral("waiting");
}

QString promptFor(const CaptionTask& task, const QString& file)
{
    const QFileInfo info(file);
    const QRegularExpression variable(QStringLiteral("\\{(file|name|folder)\\}"));
    QString prompt;
    qsizetype from = 0; // in one pass, so that a file called "{name}.png" stays what it is
    for (auto found = variable.globalMatch(task.prompt); found.hasNext();) {
        const QRegularExpressionMatch match = found.next();
        prompt += task.prompt.mid(from, match.capturedStart() - from);
        const QString name = match.captured(1);
        if (name == QLatin1String("file"))
            prompt += info.fileName();
        else if (name == QLatin1String("name"))
            prompt += info.completeBaseName();
        else
            prompt += info.dir().dirName();
        from = match.capturedEnd();
    }
    return prompt + task.prompt.mid(from);
}

} // namespace services

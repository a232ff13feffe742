#include "ui/chat/statistics_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace ui {

using services::AnswerStatistics;
using services::Message;

namespace {

class Texts {
    Q_DECLARE_TR_FUNCTIONS(ui::statisticsText)
};

QString joined(QStringList parts)
{
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QString formatEnd(const AnswerStatistics& statistics)
{
    using End = AnswerStatistics::End;
    if (statistics.end == End::Stopped)
        return Texts::tr("Stopped");
    if (statistics.end == End::TokenLimit)
        return Texts::tr("Reached the length limit");
    return {};
}

QString formatSpeed(const AnswerStatistics& statistics)
{
    if (statistics.tokensPerSecond <= 0)
        return {};
    const int digits = statistics.tokensPerSecond < 20 ? 1 : 0;
    return Texts::tr("%1 tok/s").arg(QLocale().toString(statistics.tokensPerSecond, 'f', digits));
}

QString formatFirstToken(const AnswerStatistics& statistics)
{
    const double seconds = statistics.firstTokenSeconds;
    if (seconds <= 0)
        return {};
    const int digits = seconds < 1 ? 2 : 1;
    return Texts::tr("%1 s to first token")
        .arg(QLocale().toString(std::max(seconds, 0.01), 'f', digits));
}

QString formatReused(const AnswerStatistics& statistics)
{
    if (statistics.cachedTokens <= 0)
        return {};
    const QLocale locale;
    return Texts::tr("%1 of %2 cached")
        .arg(locale.toString(statistics.cachedTokens), locale.toString(statistics.promptTokens));
}

QString formatDraw(const AnswerStatistics& statistics)
{
    if (statistics.temperature <= 0)
        return {};
    const QString temperature = QLocale().toString(statistics.temperature, 'g', 3);
    return statistics.seed
        ? Texts::tr("temperature %1, seed %2").arg(temperature, QString::number(*statistics.seed))
        : Texts::tr("temperature %1").arg(temperature);
}

// The time alone for one of today.
QString formatTime(const Message& message)
{
    if (message.created <= 0)
        return {};
    const QDateTime created = QDateTime::fromMSecsSinceEpoch(message.created);
    const QLocale locale;
    if (created.date() == QDate::currentDate())
        return locale.toString(created.time(), QLocale::ShortFormat);
    return locale.toString(created, QLocale::ShortFormat);
}

} // namespace

QString statisticsText(const Message& message)
{
    const AnswerStatistics& statistics = message.statistics;
    if (message.author == services::Author::User)
        return {};
    if (message.state == Message::State::Writing)
        return formatSpeed(statistics);
    if (message.state != Message::State::Complete)
        return {};
    QString count;
    if (statistics.tokens > 0)
        count = Texts::tr("%Ln tokens", nullptr, int(statistics.tokens));
    return joined({formatEnd(statistics), formatSpeed(statistics), count,
        formatFirstToken(statistics), formatReused(statistics), formatDraw(statistics)});
}

QString footerText(const Message& message, const QString& modelName, bool isPointedAt)
{
    return joined(
        {modelName, statisticsText(message), isPointedAt ? formatTime(message) : QString()});
}

} // namespace ui

#include "ui/chat/statistics_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <cmath>

namespace ui {

QString statisticsText(const services::Message& message)
{
    using End = services::AnswerStatistics::End;
    if (message.author == services::Author::User
        || message.state != services::Message::State::Complete)
        return {};
    const auto translate
        = [](const char* text) { return QCoreApplication::translate("ui::statisticsText", text); };
    const services::AnswerStatistics& statistics = message.statistics;
    const QLocale locale;
    QStringList parts;
    if (statistics.end == End::Stopped)
        parts << translate("Stopped");
    if (statistics.end == End::TokenLimit)
        parts << translate("Cut at the length limit");
    if (statistics.tokens > 0)
        parts << translate("%1 tokens").arg(locale.toString(statistics.tokens));
    if (statistics.tokensPerSecond > 0) {
        const int digits = statistics.tokensPerSecond < 20 ? 1 : 0;
        parts << translate("%1 per second")
                     .arg(locale.toString(statistics.tokensPerSecond, 'f', digits));
    }
    if (statistics.firstTokenSeconds >= 1)
        parts << translate("first after %1 s")
                     .arg(locale.toString(statistics.firstTokenSeconds, 'f', 1));
    else if (statistics.firstTokenSeconds > 0)
        parts << translate("first after %1 ms")
                     .arg(locale.toString(std::ceil(statistics.firstTokenSeconds * 1000), 'f', 0));
    return parts.join(QStringLiteral(" · "));
}

} // namespace ui

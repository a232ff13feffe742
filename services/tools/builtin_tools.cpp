#include "services/tools/builtin_tools.h"

#include "base/error.h"
#include "services/tools/calculator/calculate.h"

#include <QCoreApplication>
#include <QLocale>
#include <QTimeZone>

namespace services {

ToolDescription CalculatorTool::description() const
{
    return {QStringLiteral("calculator"), QStringLiteral("calculator"),
        QCoreApplication::translate("services::Tool", "Calculator"),
        QStringLiteral(
            "Computes an arithmetic expression exactly. Knows + - * / % ^ ! brackets, "
            "sqrt, abs, round(x, digits), floor, ceil, min, max, sum, mean, gcd, lcm, exp, "
            "ln, log, sin, cos, tan, pi and e."),
        R"({"type": "object", "properties": {"expression": {"type": "string",
            "description": "for example (17.5 + 2)^2 / 7"}}, "required": ["expression"]})"};
}

std::unique_ptr<ToolRun> CalculatorTool::call(const QJsonObject& arguments, Done done)
{
    const auto work = [expression = arguments["expression"].toString().toStdString()] {
        return QString::fromStdString(calculate(expression));
    };
    return std::make_unique<BackgroundRun>(work, std::move(done));
}

ToolDescription ClockTool::description() const
{
    return {QStringLiteral("current_time"), QStringLiteral("current_time"),
        QCoreApplication::translate("services::Tool", "Date and time"),
        QStringLiteral("Tells the date, the day of the week and the time, where the user is or in "
                       "another time zone."),
        R"({"type": "object", "properties": {"zone": {"type": "string",
            "description": "a zone such as Asia/Tokyo; left out: the user's"}}})"};
}

std::unique_ptr<ToolRun> ClockTool::call(const QJsonObject& arguments, Done done)
{
    const auto work = [zone = arguments["zone"].toString()] {
        return timeText(QDateTime::currentDateTimeUtc(), zone);
    };
    return std::make_unique<BackgroundRun>(work, std::move(done));
}

QString timeText(const QDateTime& now, const QString& zone)
{
    const QTimeZone place
        = zone.isEmpty() ? QTimeZone::systemTimeZone() : QTimeZone(zone.left(100).toUtf8());
    if (!place.isValid())
        throw base::Error(base::ErrorKind::BadRequest,
            "Unknown time zone \"" + zone.left(100).toStdString() + "\". Example: Europe/Berlin.");
    const QDateTime there = now.toTimeZone(place);
    return QStringLiteral("%1 (%2, %3)")
        .arg(QLocale::c().toString(there, QStringLiteral("dddd, yyyy-MM-dd, HH:mm:ss")),
            QTimeZone(place.offsetFromUtc(there)).displayName(there, QTimeZone::OffsetName),
            QString::fromUtf8(place.id()));
}

} // namespace services

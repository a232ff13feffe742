#include "services/tools/calculator_tool.h"

#include "services/tools/background_run.h"
#include "services/tools/calculator/calculate.h"

#include <QCoreApplication>

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

} // namespace services

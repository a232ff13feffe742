#pragma once

#include "services/tools/tool.h"

#include <QDateTime>

namespace services {

/// Computes an expression, see calculate().
class CalculatorTool : public Tool {
public:
    ToolDescription description() const override;
    std::unique_ptr<ToolRun> call(const QJsonObject& arguments, Done done) override;
};

/// Tells date and time, here or in another zone.
class ClockTool : public Tool {
public:
    ToolDescription description() const override;
    std::unique_ptr<ToolRun> call(const QJsonObject& arguments, Done done) override;
};

/// Returns "Wednesday, 2026-11-25, 20:06:05 (UTC+01:00, Europe/Berlin)". An empty zone is the
/// computer's. Throws base::Error{BadRequest} with a message if there is no such zone.
QString timeText(const QDateTime& now, const QString& zone);

} // namespace services

#pragma once

#include "services/tools/tool.h"

namespace services {

/// Computes an expression, see calculate().
class CalculatorTool : public Tool {
public:
    ToolDescription description() const override;
    std::unique_ptr<ToolRun> call(const QJsonObject& arguments, Done done) override;
};

} // namespace services

#pragma once

#include "services/tools/tool.h"

#include <QComboBox>

namespace services {
class ToolBox;
}

namespace ui {

/// When models may call a tool: never, if the user allows the call, or always.
class ToolPermissionChoice : public QComboBox {
    Q_OBJECT

public:
    ToolPermissionChoice(
        services::ToolBox& tools, const services::ToolDescription& tool, QWidget* parent = nullptr);
};

} // namespace ui

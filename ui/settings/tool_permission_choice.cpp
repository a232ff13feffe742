#include "ui/settings/tool_permission_choice.h"

#include "services/tools/box/tool_box.h"

namespace ui {

using services::ToolPermission;

ToolPermissionChoice::ToolPermissionChoice(
    services::ToolBox& tools, const services::ToolDescription& tool, QWidget* parent)
    : QComboBox(parent)
{
    addItem(tr("Never"), int(ToolPermission::Never));
    addItem(tr("Ask each time"), int(ToolPermission::Ask));
    addItem(tr("Always"), int(ToolPermission::Always));
    setAccessibleName(tool.title);
    const auto show
        = [this, &tools, tool] { setCurrentIndex(findData(int(tools.permission(tool)))); };
    show();
    connect(&tools, &services::ToolBox::changed, this, show);
    connect(this, &QComboBox::activated, this,
        [this, &tools, tool] { tools.setPermission(tool, ToolPermission(currentData().toInt())); });
}

} // namespace ui

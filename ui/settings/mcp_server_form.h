#pragma once

#include "services/tools/mcp/mcp_settings.h"

#include <QWidget>

class QLineEdit;
class QPushButton;

namespace ui {

class LinesEdit;

/// Where the user says how an MCP server is started: its name, the command with its arguments, and
/// variables of its environment.
class McpServerForm : public QWidget {
    Q_OBJECT

public:
    explicit McpServerForm(const services::McpSettings& server, QWidget* parent = nullptr);

signals:
    void saved(const services::McpSettings& server); ///< as it is to be from now on
    void left();

private:
    services::McpSettings entered() const;

    const services::McpSettings m_before;
    QLineEdit* m_name;
    QLineEdit* m_command;
    LinesEdit* m_environment;
    QPushButton* m_save;
};

} // namespace ui

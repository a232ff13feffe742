#pragma once

#include "services/tools/box/tool_box.h"
#include "services/tools/mcp/mcp_messages.h"
#include "services/tools/tool.h"

#include <QComboBox>
#include <QWidget>

class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace services {
class ToolBox;
}

namespace ui {

class LinesEdit;

/// Chooses when models may call a tool: never, if the user allows the call, or always.
class ToolPermissionChoice : public QComboBox {
    Q_OBJECT

public:
    ToolPermissionChoice(
        services::ToolBox& tools, const services::ToolDescription& tool, QWidget* parent = nullptr);
};

/// Edits how an MCP server is started: its name, the command with its arguments, and variables of
/// its environment.
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

/// The MCP servers that the user has named: whether each is on, what it is doing or why it failed,
/// and its tools. Servers are added, changed and taken out here.
class McpServerList : public QWidget {
    Q_OBJECT

public:
    explicit McpServerList(services::ToolBox& tools, QWidget* parent = nullptr);

private:
    void refresh();
    QWidget* makeRow(int server);
    void addTools(QVBoxLayout& layout, const QString& server);
    void edit(int server);
    void replace(int server, const services::McpSettings& settings);
    void remove(int server);
    const services::McpServer* running(int server) const;
    QString stateText(int server) const;
    QStringList signature() const;

    services::ToolBox& m_tools;
    QVBoxLayout* m_rows;
    QStringList m_shown; // what the rows were made of
    int m_edited = -1; // the server whose form is open; as many as there are: a new one
};

} // namespace ui

#pragma once

#include "services/tools/box/tool_box.h"
#include "services/tools/mcp/mcp_import.h"
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

class FormRow;
class LinesEdit;
class TextLabel;

/// Chooses when models may call a tool: never, if the user allows the call, or always.
class ToolPermissionChoice : public QComboBox {
    Q_OBJECT

public:
    ToolPermissionChoice(
        services::ToolBox& tools, const services::ToolDescription& tool, QWidget* parent = nullptr);
};

/// Edits how an MCP server is started or reached: its name, and the command with its arguments and
/// variables of its environment, or its URL and headers. Values of headers are never shown again.
class McpServerForm : public QWidget {
    Q_OBJECT

public:
    /// `otherNames` are those of the other servers.
    explicit McpServerForm(const services::McpSettings& server, const QStringList& otherNames = {},
        QWidget* parent = nullptr);

signals:
    /// The server is `server` from now on. `entered` has the values of headers that were typed.
    void saved(const services::McpSettings& server, const services::McpHeaders& entered);
    void left();

private:
    services::McpSettings entered() const;
    services::McpHeaders enteredHeaders() const;
    QString problem() const;
    void check();

    const services::McpSettings m_before;
    const QStringList m_otherNames;
    QLineEdit* m_name;
    QLineEdit* m_command;
    LinesEdit* m_environment;
    FormRow* m_environmentRow;
    LinesEdit* m_headers;
    FormRow* m_headersRow;
    TextLabel* m_problem;
    QPushButton* m_save;
};

/// Takes the JSON in which other programs keep their MCP servers.
class McpJsonForm : public QWidget {
    Q_OBJECT

public:
    explicit McpJsonForm(QWidget* parent = nullptr);

signals:
    void read(const services::McpImport& servers);
    void left();

private:
    void add();

    LinesEdit* m_text;
    TextLabel* m_problem;
};

/// The MCP servers that the user has named: whether each is on, what it is doing or why it failed,
/// and its tools. Servers are added, changed and taken out here.
class McpServerList : public QWidget {
    Q_OBJECT

public:
    explicit McpServerList(services::ToolBox& tools, QWidget* parent = nullptr);

signals:
    void textChosen(const QString& text); ///< of a prompt or a resource, for a message

private:
    /// Values of m_edited that are not the number of a server.
    static constexpr int nothing = -1, json = -2;

    void refresh();
    QWidget* makeRow(int server);
    void addTools(QVBoxLayout& layout, const QString& server);
    void addPrompts(QVBoxLayout& layout, services::McpServer& server);
    QWidget* makeEnd(int count);
    void import(const services::McpImport& servers);
    void edit(int server);
    void replace(int server, const services::McpSettings& settings,
        const services::McpHeaders& entered = {});
    void remove(int server);
    services::McpServer* running(int server) const;
    QString stateText(int server) const;
    QStringList signature() const;

    services::ToolBox& m_tools;
    QVBoxLayout* m_rows;
    QStringList m_shown; // what the rows were made of
    int m_edited = nothing; // the server whose form is open; as many as there are: a new one
    QStringList m_problems; // of what was pasted last
};

} // namespace ui

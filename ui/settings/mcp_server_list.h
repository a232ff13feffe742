#pragma once

#include "services/tools/box/tool_box.h"

#include <QWidget>

class QVBoxLayout;

namespace ui {

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

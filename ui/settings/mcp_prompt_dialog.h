#pragma once

#include "services/tools/mcp/mcp_server.h"

#include <QDialog>
#include <QPointer>

#include <memory>

class QLineEdit;
class QPushButton;

namespace ui {

class TextLabel;

/// Asks an MCP server for the text of a prompt, after the user has entered its arguments, or for that of a
/// resource.
class McpPromptDialog : public QDialog {
    Q_OBJECT

public:
    McpPromptDialog(
        services::McpServer& server, const services::McpPrompt& prompt, QWidget* parent);
    McpPromptDialog(
        services::McpServer& server, const services::McpResource& resource, QWidget* parent);
    ~McpPromptDialog() override;

    QPushButton* insertButton() const { return m_insert; }

signals:
    void read(const QString& text);

private:
    void layOut(const QString& title, const QString& description);
    void check();
    void ask();
    void take(const services::ToolOutcome& outcome);

    const QPointer<services::McpServer> m_server; // null: it has been taken out
    const services::McpPrompt m_prompt;
    const QString m_uri; // of a resource; empty: it is a prompt
    QList<QLineEdit*> m_fields; // by argument
    TextLabel* m_problem;
    QPushButton* m_insert;
    std::unique_ptr<services::ToolRun> m_run; // while it is asked
};

} // namespace ui

#include "ui/settings/mcp_prompt_dialog.h"

#include "services/text.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/text_label.h"

#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int columns = 56; // of text

} // namespace

McpPromptDialog::McpPromptDialog(
    services::McpServer& server, const services::McpPrompt& prompt, QWidget* parent)
    : QDialog(parent)
    , m_server(&server)
    , m_prompt(prompt)
    , m_problem(new TextLabel(TextRole::Error, {}, this))
    , m_insert(new QPushButton(tr("Insert into message"), this))
{
    layOut(prompt.title, prompt.description);
}

McpPromptDialog::McpPromptDialog(
    services::McpServer& server, const services::McpResource& resource, QWidget* parent)
    : QDialog(parent)
    , m_server(&server)
    , m_uri(resource.uri)
    , m_problem(new TextLabel(TextRole::Error, {}, this))
    , m_insert(new QPushButton(tr("Insert into message"), this))
{
    layOut(resource.title, resource.description);
}

McpPromptDialog::~McpPromptDialog() = default;

void McpPromptDialog::layOut(const QString& title, const QString& description)
{
    setWindowTitle(title);
    setAttribute(Qt::WA_DeleteOnClose);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(metrics(this).medium);
    layout->addWidget(new TextLabel(TextRole::Heading, title, this));
    if (!description.isEmpty())
        layout->addWidget(new TextLabel(TextRole::Body, description, this));
    for (const services::McpPromptArgument& argument : m_prompt.arguments) {
        auto* field = new QLineEdit(this);
        const QString name = services::visibleText(argument.name);
        connect(field, &QLineEdit::textChanged, this, &McpPromptDialog::check);
        layout->addWidget(new FormRow(argument.isRequired ? name : tr("%1 (optional)").arg(name),
            argument.description, field, FormRow::ControlPosition::Below, this));
        m_fields << field;
    }
    m_problem->hide();
    m_problem->makeSelectable();
    layout->addWidget(m_problem);
    layout->addStretch(1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(m_insert, QDialogButtonBox::ActionRole);
    m_insert->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_insert, &QPushButton::clicked, this, &McpPromptDialog::ask);
    layout->addWidget(buttons);
    setMinimumWidth(fontMetrics().averageCharWidth() * columns);
    check();
    if (m_fields.isEmpty())
        m_insert->setFocus();
    else
        m_fields.first()->setFocus();
}

void McpPromptDialog::check()
{
    bool isComplete = !m_run;
    for (qsizetype i = 0; i < m_fields.size(); ++i)
        if (m_prompt.arguments[i].isRequired && m_fields[i]->text().isEmpty())
            isComplete = false;
    m_insert->setEnabled(isComplete);
}

void McpPromptDialog::ask()
{
    if (!m_server || m_server->stage() != services::McpServer::Stage::Ready)
        return take({tr("The server is no longer running."), true});
    QJsonObject arguments;
    for (qsizetype i = 0; i < m_fields.size(); ++i)
        if (!m_fields[i]->text().isEmpty())
            arguments[m_prompt.arguments[i].name] = m_fields[i]->text();
    m_problem->hide();
    const auto done = [this](const services::ToolOutcome& outcome) { take(outcome); };
    m_run = m_uri.isEmpty() ? m_server->readPrompt(m_prompt.name, arguments, done)
                            : m_server->readResource(m_uri, done);
    check();
}

void McpPromptDialog::take(const services::ToolOutcome& outcome)
{
    m_run.reset();
    check();
    if (!outcome.hasFailed) {
        emit read(outcome.text);
        return accept();
    }
    m_problem->setText(outcome.text.isEmpty() ? tr("There is no text in it.") : outcome.text);
    m_problem->show();
}

} // namespace ui

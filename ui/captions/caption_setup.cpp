#include "ui/captions/caption_setup.h"

#include "services/generation/schema_check.h"
#include "services/models/installed_models.h"
#include "services/plain_tool_tip.h"
#include "ui/captions/caption_forms.h"
#include "ui/endpoints/destination_bar.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/lines_edit.h"
#include "ui/widgets/text_label.h"

#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QJsonDocument>
#include <QJsonObject>

namespace ui {

using services::CaptionTask;
using services::ModelId;

namespace {

constexpr int promptLines = 2;
constexpr int schemaLines = 5;

QComboBox* makeChoice(const QString& name, QWidget* parent)
{
    auto* choice = new QComboBox(parent);
    choice->setAccessibleName(name);
    choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choice->setMinimumContentsLength(12);
    return choice;
}

} // namespace

CaptionSetup::CaptionSetup(services::InstalledModels& models, QWidget* parent)
    : QWidget(parent)
    , m_models(models)
    , m_prompt(new LinesEdit(promptLines, tr("What is asked about each picture"), this))
    , m_form(makeChoice(tr("Form of the captions"), this))
    , m_model(makeChoice(tr("Model"), this))
    , m_schema(new LinesEdit(schemaLines, tr("JSON schema of the captions"), this))
    , m_problem(new TextLabel(TextRole::Error, {}, this))
    , m_destination(new DestinationBar(this))
{
    m_prompt->setAccessibleName(tr("What is asked about each picture"));
    m_prompt->setAccessibleDescription(tr("{file}, {name} and {folder} are replaced."));
    m_prompt->setToolTip(services::plainToolTip(
        tr("What is asked about each picture. {file} is replaced by the name of "
           "its file, {name} by the same without its ending, {folder} by the "
           "name of its folder.")));
    m_schema->setAccessibleName(tr("JSON schema of the captions"));
    for (const LinesEdit* edit : {m_prompt, m_schema}) {
        connect(edit, &QPlainTextEdit::textChanged, this, [this] {
            m_problem->setText(problem());
            m_problem->setVisible(!m_problem->text().isEmpty());
            if (!m_isSetting)
                emit changed();
        });
    }
    for (const CaptionForm& form : captionForms())
        m_form->addItem(form.name, form.schema);
    m_form->addItem(tr("Own form (JSON schema)"));
    connect(m_form, &QComboBox::currentIndexChanged, this, [this] {
        showSchema();
        if (!m_isSetting)
            emit changed();
    });
    connect(m_model, &QComboBox::activated, this, &CaptionSetup::changed);
    connect(m_model, &QComboBox::currentIndexChanged, this,
        [this] { m_destination->setModel(m_model->currentData().toString()); });
    connect(&models, &services::InstalledModels::changed, this, &CaptionSetup::fillModels);

    auto* layout = new QGridLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_prompt, 0, 0, 2, 1);
    layout->addWidget(m_model, 0, 1);
    layout->addWidget(m_form, 1, 1);
    layout->addWidget(m_schema, 2, 0, 1, 2);
    layout->addWidget(m_problem, 3, 0, 1, 2);
    layout->addWidget(m_destination, 4, 0, 1, 2);
    layout->setColumnStretch(0, 3);
    layout->setColumnStretch(1, 1);
    m_problem->hide();
    fillModels();
    showSchema();
    applyMetrics();
}

CaptionTask CaptionSetup::task() const
{
    const bool isOwn = m_form->currentIndex() == m_form->count() - 1;
    return {m_prompt->toPlainText().trimmed(),
        isOwn ? m_schema->toPlainText().trimmed() : m_form->currentData().toString(),
        m_model->currentData().toString(), m_maxTokens};
}

void CaptionSetup::setTask(const CaptionTask& task)
{
    if (task == this->task())
        return;
    m_isSetting = true;
    m_maxTokens = task.maxTokens;
    m_prompt->setPlainText(task.prompt);
    const int known = m_form->findData(task.schema);
    m_form->setCurrentIndex(known >= 0 ? known : m_form->count() - 1);
    m_schema->setPlainText(known >= 0 ? QString() : task.schema);
    selectModel(task.model);
    m_isSetting = false;
}

QString CaptionSetup::problem() const
{
    const CaptionTask task = this->task();
    const bool isOwn = m_form->currentIndex() == m_form->count() - 1;
    if (isOwn && !services::parseSchema(task.schema).isObject())
        return tr("The JSON schema is not a JSON object yet.");
    return {};
}

// Those that can see, and the one that is chosen whatever it can.
void CaptionSetup::fillModels()
{
    const ModelId chosen = m_model->currentData().toString();
    m_model->clear();
    for (const services::ModelDescription& model : m_models.models())
        if (model.canSee && model.isUsable())
            m_model->addItem(m_models.nameOf(model.id), model.id);
    selectModel(chosen);
}

void CaptionSetup::selectModel(const ModelId& model)
{
    if (m_model->findData(model) < 0)
        m_model->addItem(m_models.nameOf(model), model);
    m_model->setCurrentIndex(m_model->findData(model));
}

void CaptionSetup::showSchema()
{
    m_schema->setVisible(m_form->currentIndex() == m_form->count() - 1);
    m_problem->setText(problem());
    m_problem->setVisible(!m_problem->text().isEmpty());
}

void CaptionSetup::applyMetrics()
{
    const Metrics space = metrics(this);
    auto* grid = static_cast<QGridLayout*>(layout());
    grid->setHorizontalSpacing(space.medium);
    grid->setVerticalSpacing(space.small);
    m_prompt->setMinimumHeight(
        2 * std::max(space.control, m_model->sizeHint().height()) + space.small);
    m_schema->setFont(codeFont(this));
}

void CaptionSetup::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        applyMetrics();
}

} // namespace ui

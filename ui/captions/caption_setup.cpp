#include "ui/captions/caption_setup.h"

#include "services/background.h"
#include "services/captions/caption_run.h"
#include "services/generation/answer_settings.h"
#include "services/models/installed_models.h"
#include "services/text.h"
#include "ui/providers/destination_bar.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/text_label.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCoreApplication>
#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace ui {

QList<CaptionForm> captionForms()
{
    const auto translated
        = [](const char* text) { return QCoreApplication::translate("ui::CaptionForm", text); };
    return {
        {translated(QT_TRANSLATE_NOOP("ui::CaptionForm", "Text")), {}},
        {translated(QT_TRANSLATE_NOOP("ui::CaptionForm", "Title and description (JSON)")),
            QStringLiteral(R"({"type": "object", "properties": {"title": {"type": "string"}, )"
                           R"("description": {"type": "string"}}, )"
                           R"("required": ["title", "description"], )"
                           R"("additionalProperties": false})")},
        {translated(QT_TRANSLATE_NOOP("ui::CaptionForm", "Keywords (JSON)")),
            QStringLiteral(R"({"type": "object", "properties": {"keywords": {"type": "array", )"
                           R"("items": {"type": "string"}, "maxItems": 12}}, )"
                           R"("required": ["keywords"], "additionalProperties": false})")},
    };
}

namespace {

using Take = std::function<void(const QStringList&)>;

class FolderQuestion : public QMessageBox {
    Q_DECLARE_TR_FUNCTIONS(ui::FolderQuestion)

public:
    FolderQuestion(QWidget* parent, const QStringList& paths, const QStringList& below, Take take)
        : QMessageBox(Question, tr("Pictures to describe"),
            tr("%Ln subfolder(s) also contain pictures.", nullptr, int(below.size())), NoButton,
            parent)
    {
        setTextFormat(Qt::PlainText);
        setAttribute(Qt::WA_DeleteOnClose);
        QPushButton* with = addButton(tr("Include subfolders"), AcceptRole);
        QPushButton* without = addButton(tr("Exclude subfolders"), AcceptRole);
        addButton(Cancel);
        connect(with, &QPushButton::clicked, parent, [=] { take(paths + below); });
        connect(without, &QPushButton::clicked, parent, [=] { take(paths); });
    }
};

bool isFolder(const QString& path)
{
    return QFileInfo(path).isDir();
}

} // namespace

void withFoldersBelow(QWidget* parent, const QStringList& paths, const Take& take)
{
    if (std::ranges::none_of(paths, isFolder))
        return take(paths);
    services::runInBackground<QStringList>(
        parent, [paths] { return services::foldersBelow(paths); },
        [parent, paths, take](const services::Outcome<QStringList>& found) {
            const QStringList below = found.value.value_or(QStringList());
            if (below.isEmpty())
                return take(paths);
            (new FolderQuestion(parent, paths, below, take))->open();
        });
}

using services::CaptionTask;
using services::ModelId;

namespace {

constexpr int promptLines = 2;
constexpr int schemaLines = 5;
constexpr int labeledWidth = 600; // pixels; below, there is no room for the names of choices

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
    , m_prompt(new LinesEdit(promptLines, tr("Prompt for each picture"), this))
    , m_form(makeChoice(tr("Format"), this))
    , m_model(makeChoice(tr("Model"), this))
    , m_schema(new LinesEdit(schemaLines, tr("JSON schema of the captions"), this))
    , m_problem(new TextLabel(TextRole::Error, {}, this))
    , m_destination(new DestinationBar(SentParts::Pictures, this))
{
    m_prompt->setAccessibleName(tr("Prompt for each picture"));
    m_prompt->setAccessibleDescription(tr("Placeholders: {file}, {name}, {folder}"));
    m_prompt->setToolTip(services::plainToolTip(
        tr("Prompt for each picture. {file} is replaced by the file name, {name} by the file name "
           "without extension, {folder} by the folder name.")));
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
    m_form->addItem(tr("Custom (JSON schema)"));
    m_form->view()->setTextElideMode(Qt::ElideNone);
    m_form->view()->setMinimumWidth(m_form->view()->sizeHintForColumn(0)); // where the box is narrow
    connect(m_form, &QComboBox::currentIndexChanged, this, [this] {
        showSchema();
        if (!m_isSetting)
            emit changed();
    });
    connect(m_model, &QComboBox::activated, this, &CaptionSetup::changed);
    connect(m_model, &QComboBox::currentIndexChanged, this,
        [this] { m_destination->setModel(m_model->currentData().value<ModelId>()); });
    connect(&models, &services::InstalledModels::changed, this, &CaptionSetup::fillModels);

    auto* layout = new QGridLayout(this);
    layout->setContentsMargins({});
    const auto label = [this](const QString& text, QWidget* choice) {
        auto* shown = new TextLabel(TextRole::Muted, text, this);
        shown->setWordWrap(false);
        shown->setBuddy(choice); // Qt names a choice by what is chosen
        m_labels << shown;
        return shown;
    };
    layout->addWidget(m_prompt, 0, 0, 2, 1);
    layout->addWidget(label(tr("Model"), m_model), 0, 1);
    layout->addWidget(m_model, 0, 2);
    layout->addWidget(label(tr("Format"), m_form), 1, 1);
    layout->addWidget(m_form, 1, 2);
    layout->addWidget(m_schema, 2, 0, 1, 3);
    layout->addWidget(m_problem, 3, 0, 1, 3);
    m_destination->layout()->setContentsMargins({}); // the page has its own
    layout->addWidget(m_destination, 4, 0, 1, 3);
    layout->setColumnStretch(0, 3);
    layout->setColumnStretch(2, 1);
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
        m_model->currentData().value<ModelId>(), m_maxTokens};
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
        return tr("The JSON schema isn't a JSON object.");
    return {};
}

// Those that can see, and the one that is chosen whatever it can.
void CaptionSetup::fillModels()
{
    const ModelId chosen = m_model->currentData().value<ModelId>();
    m_model->clear();
    for (const services::ModelFacts& model : m_models.models())
        if (model.canSee() && model.isUsable())
            m_model->addItem(m_models.displayName(model.id), QVariant::fromValue(model.id));
    selectModel(chosen);
}

void CaptionSetup::selectModel(const ModelId& model)
{
    if (m_model->findData(QVariant::fromValue(model)) < 0)
        m_model->addItem(m_models.displayName(model), QVariant::fromValue(model));
    m_model->setCurrentIndex(m_model->findData(QVariant::fromValue(model)));
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

void CaptionSetup::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const bool isWide = width() >= labeledWidth;
    for (TextLabel* label : std::as_const(m_labels))
        label->setVisible(isWide);
    m_form->setSizeAdjustPolicy(isWide ? QComboBox::AdjustToContents
                                       : QComboBox::AdjustToMinimumContentsLengthWithIcon);
}

void CaptionSetup::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        applyMetrics();
}

} // namespace ui

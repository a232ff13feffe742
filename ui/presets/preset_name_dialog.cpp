#include "ui/presets/preset_name_dialog.h"

#include "services/presets/preset.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/label_text.h"
#include "ui/widgets/text_label.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int dialogWidth = 400; // pixels

} // namespace

PresetNameDialog::PresetNameDialog(const QString& title, const QString& name,
    const QStringList& taken, Taken whatHappens, QWidget* parent)
    : QDialog(parent)
    , m_taken(taken)
    , m_whatHappens(whatHappens)
    , m_field(new QLineEdit(name))
    , m_note(new TextLabel(TextRole::Small))
    , m_model(new QCheckBox)
{
    setWindowTitle(title);
    setAttribute(Qt::WA_DeleteOnClose);
    m_field->setAccessibleName(tr("Name of the preset"));
    m_field->setPlaceholderText(tr("For example: Translator"));
    m_field->selectAll();
    m_model->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_accept = buttons->addButton(QString(), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_field, &QLineEdit::textChanged, this, &PresetNameDialog::showWhatHappens);

    const Metrics metric = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metric.large, metric.large, metric.large, metric.large);
    layout->setSpacing(metric.medium);
    for (QWidget* each : std::initializer_list<QWidget*>{m_field, m_note, m_model, buttons})
        layout->addWidget(each);
    showWhatHappens();
    resize(dialogWidth, sizeHint().height());
}

void PresetNameDialog::offerModel(const QString& modelName, bool isChosen)
{
    m_model->setText(tr("With the model %1").arg(labelText(modelName)));
    m_model->setChecked(isChosen);
    m_model->show();
}

bool PresetNameDialog::takesModel() const
{
    return m_model->isChecked();
}

QString PresetNameDialog::name() const
{
    return services::presetName(m_field->text());
}

void PresetNameDialog::showWhatHappens()
{
    const bool isTaken = m_taken.contains(name());
    const bool isReplaced = isTaken && m_whatHappens == Taken::IsReplaced;
    m_accept->setText(isReplaced ? tr("Replace") : tr("Save"));
    m_accept->setEnabled(!name().isEmpty() && (!isTaken || isReplaced));
    const QString sentence = isReplaced ? tr("The preset that has this name is replaced.")
        : isTaken                       ? tr("Another preset has this name.")
                                        : QString();
    m_note->setText(sentence);
    m_note->setVisible(!sentence.isEmpty());
    m_field->setAccessibleDescription(sentence);
}

} // namespace ui

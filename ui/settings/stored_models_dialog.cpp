#include "ui/settings/stored_models_dialog.h"

#include "services/background.h"
#include "services/text.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/text_label.h"

#include <QDialogButtonBox>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

using services::StoredModel;

namespace {

constexpr int columns = 64, lines = 16; // of text

} // namespace

StoredModelsDialog::StoredModelsDialog(services::ModelDeletion& deletion, QWidget* parent)
    : QDialog(parent)
    , m_deletion(deletion)
    , m_text(new TextLabel(TextRole::Body,
          tr("Tick the models whose files you want to delete. This can't be undone."), this))
    , m_list(new QListWidget(this))
{
    setWindowTitle(tr("Downloaded models"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_list->setAccessibleName(windowTitle());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_delete = buttons->addButton(tr("Delete files"), QDialogButtonBox::DestructiveRole);
    buttons->button(QDialogButtonBox::Cancel)->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_delete, &QPushButton::clicked, this, &StoredModelsDialog::deleteTicked);
    connect(m_list, &QListWidget::itemChanged, this, &StoredModelsDialog::showSize);
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(metrics(this).medium);
    layout->addWidget(m_text);
    layout->addWidget(m_list, 1);
    layout->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * columns, fontMetrics().lineSpacing() * lines);
    showSize();
    m_deletion.list(this, [this](const services::Outcome<QList<StoredModel>>& found) {
        showModels(found.value.value_or(QList<StoredModel>()));
        if (!found.value)
            m_text->setText(found.error);
    });
}

void StoredModelsDialog::showModels(const QList<StoredModel>& models)
{
    m_models = models;
    m_list->clear();
    for (const StoredModel& model : models) {
        auto* item = new QListWidgetItem(
            tr("%1 · %2").arg(services::visibleText(model.name), sizeText(model.bytes)), m_list);
        item->setToolTip(services::plainToolTip(model.files.join(u'\n')));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        item->setCheckState(Qt::Unchecked);
    }
    if (models.isEmpty())
        m_text->setText(tr("There are no downloaded models on this computer."));
    else
        m_list->setCurrentRow(0);
    showSize();
}

QList<StoredModel> StoredModelsDialog::ticked() const
{
    QList<StoredModel> ticked;
    for (int row = 0; row < m_list->count(); ++row)
        if (m_list->item(row)->checkState() == Qt::Checked)
            ticked << m_models[row];
    return ticked;
}

void StoredModelsDialog::showSize()
{
    qint64 bytes = 0;
    for (const StoredModel& model : ticked())
        bytes += model.bytes;
    m_delete->setEnabled(bytes > 0);
    m_delete->setText(
        bytes > 0 ? tr("Delete files (%1)").arg(sizeText(bytes)) : tr("Delete files"));
}

void StoredModelsDialog::deleteTicked()
{
    m_delete->setEnabled(false);
    m_deletion.remove(ticked(), this, [this](const QString& problem) {
        emit deleted();
        if (problem.isEmpty())
            return accept();
        m_text->setRole(TextRole::Error);
        m_text->setText(problem);
        showSize();
    });
}

} // namespace ui

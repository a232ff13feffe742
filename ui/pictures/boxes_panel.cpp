#include "ui/pictures/boxes_panel.h"

#include "services/background.h"
#include "services/pictures/picture_place.h"
#include "services/storage/whole_file.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/text_label.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QListWidget>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace ui {

using services::ModelBox;

BoxesPanel::BoxesPanel(QWidget* parent)
    : QWidget(parent)
    , m_list(new QListWidget(this))
{
    m_list->setAccessibleName(tr("Boxes in the picture"));
    m_list->setWordWrap(true);
    connect(m_list, &QListWidget::currentRowChanged, this, [this](int row) {
        if (row >= 0)
            m_list->item(row)->setSelected(true); // Tab makes it the current one alone
        emit chosen();
    });
    const Metrics space = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(space.large, space.medium, space.large, space.medium);
    layout->setSpacing(space.small);
    layout->addWidget(new TextLabel(TextRole::Heading, tr("Boxes"), this));
    layout->addWidget(
        new TextLabel(TextRole::Muted, tr("Places that the model names in its answer."), this));
    layout->addWidget(m_list, 1);
    const auto button = [this, layout](const QString& name, Format format) {
        auto* made = new QPushButton(name, this);
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, [this, format] { exportBoxes(format); });
        layout->addWidget(made);
    };
    button(tr("Export as JSON…"), Format::Json);
    button(tr("Export as COCO…"), Format::Coco);
}

void BoxesPanel::setBoxes(const QList<ModelBox>& boxes, QSize picture, const QString& name)
{
    m_boxes = boxes;
    m_picture = picture;
    m_name = name;
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    for (qsizetype i = 0; i < boxes.size(); ++i) {
        const QString label = boxes[i].label.isEmpty() ? tr("Box") : boxes[i].label;
        const QRect rect = rects()[i];
        auto* item = new QListWidgetItem(tr("%1. %2").arg(i + 1).arg(label), m_list);
        item->setData(Qt::AccessibleTextRole,
            tr("%1: %2 by %3 pixels, %4 from the left, %5 from the top")
                .arg(label)
                .arg(rect.width())
                .arg(rect.height())
                .arg(rect.x())
                .arg(rect.y()));
    }
}

QList<QRect> BoxesPanel::rects() const
{
    QList<QRect> rects;
    for (const ModelBox& box : m_boxes)
        rects << services::inPixels(box.rect, m_picture).toAlignedRect();
    return rects;
}

int BoxesPanel::current() const
{
    return m_list->currentRow();
}

void BoxesPanel::exportBoxes(Format format)
{
    auto* dialog = new QFileDialog(window(), tr("Export boxes"), QDir::homePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    dialog->selectFile(QFileInfo(m_name).completeBaseName() + QStringLiteral(".json"));
    const QByteArray bytes = format == Format::Json
        ? services::boxesToJson(m_boxes, m_picture)
        : services::boxesToCoco(m_boxes, m_picture, m_name);
    connect(dialog, &QFileDialog::fileSelected, this, [this, bytes](const QString& path) {
        services::runInBackground<bool>(
            this,
            [path, bytes] {
                services::writeWhole(path, bytes);
                return true;
            },
            [this](const services::Outcome<bool>& written) {
                if (!written.value)
                    emit failed(written.error);
            });
    });
    dialog->open();
}

} // namespace ui

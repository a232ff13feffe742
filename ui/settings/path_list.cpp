#include "ui/settings/path_list.h"

#include "services/models/installed_models.h"
#include "services/settings/settings.h"
#include "ui/settings/setting_controls.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/icon_button.h"

#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QPushButton>

namespace ui {

PathList::PathList(const Services& services, const services::Setting<QStringList>& setting,
    Kind kind, QWidget* parent)
    : QWidget(parent)
    , m_services(services)
    , m_setting(setting)
    , m_kind(kind)
    , m_paths(new QVBoxLayout)
{
    const Metrics distance = metrics(this);
    auto* button = new QPushButton(kind == Kind::Models ? tr("Add a model…") : tr("Add a folder…"));
    connect(button, &QPushButton::clicked, this, &PathList::choose);
    setFocusProxy(button);
    m_paths->setSpacing(distance.tight);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(distance.small);
    layout->addLayout(m_paths);
    layout->addWidget(button, 0, Qt::AlignLeading);
    keepShown(this, services.settings, QLatin1String(setting.key), [this] { showPaths(); });
}

// The list of models finds out what the path is, and may put it among the folders.
void PathList::add(const QString& path)
{
    if (!path.isEmpty())
        m_services.installed.add({path});
}

void PathList::remove(const QString& path)
{
    if (m_kind == Kind::Models)
        return m_services.installed.remove(path);
    QStringList paths = m_services.settings.get(m_setting);
    paths.removeAll(path);
    m_services.settings.set(m_setting, paths);
}

void PathList::showPaths()
{
    while (QLayoutItem* item = m_paths->takeAt(0)) {
        item->widget()->deleteLater(); // may be the one whose button was clicked
        item->widget()->hide();
        delete item;
    }
    for (const QString& path : m_services.settings.get(m_setting)) {
        auto* line = new QWidget(this);
        auto* name = new ElidedLabel(TextRole::Body, QDir::toNativeSeparators(path), line);
        auto* takeOut = new IconButton(
            QStringLiteral("close"), tr("Take out %1").arg(path), IconButton::Look::Quiet, line);
        connect(takeOut, &IconButton::clicked, this, [this, path] { remove(path); });
        auto* layout = new QHBoxLayout(line);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(name, 1);
        layout->addWidget(takeOut);
        m_paths->addWidget(line);
    }
}

void PathList::choose()
{
    auto* dialog = new QFileDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (m_kind == Kind::Folders) {
        dialog->setFileMode(QFileDialog::Directory);
        dialog->setOption(QFileDialog::ShowDirsOnly);
    } else {
        dialog->setFileMode(QFileDialog::ExistingFile);
        dialog->setNameFilter(tr("Models (*.gguf)"));
    }
    connect(dialog, &QFileDialog::fileSelected, this, &PathList::add);
    dialog->open();
}

} // namespace ui

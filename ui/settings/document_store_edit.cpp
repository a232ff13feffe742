#include "ui/settings/document_store_edit.h"

#include "services/background.h"
#include "services/documents/library/document_library.h"
#include "services/models/installed_models.h"
#include "services/settings/settings.h"
#include "services/storage/postgres_database.h"
#include "services/text.h"
#include "ui/settings/setting_rows.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace ui {

PathList::PathList(services::Settings& settings, const services::Setting<QStringList>& setting,
    services::InstalledModels& installed, Kind kind, QWidget* parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_setting(setting)
    , m_installed(installed)
    , m_kind(kind)
    , m_paths(new QVBoxLayout)
{
    const Metrics distance = metrics(this);
    auto* button = new QPushButton(kind == Kind::Models ? tr("Add model…") : tr("Add folder…"));
    connect(button, &QPushButton::clicked, this, &PathList::choose);
    setFocusProxy(button);
    m_paths->setSpacing(distance.tight);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(distance.small);
    layout->addLayout(m_paths);
    layout->addWidget(button, 0, Qt::AlignLeading);
    keepShown(this, settings, QLatin1String(setting.key), [this] { showPaths(); });
}

// The list of models finds out what the path is, and may put it among the folders.
void PathList::add(const QString& path)
{
    if (!path.isEmpty())
        m_installed.add({path});
}

void PathList::remove(const QString& path)
{
    if (m_kind == Kind::Models)
        return m_installed.remove(services::parseModelId(path));
    QStringList paths = m_settings.get(m_setting);
    paths.removeAll(path);
    m_settings.set(m_setting, paths);
}

void PathList::showPaths()
{
    while (QLayoutItem* item = m_paths->takeAt(0)) {
        item->widget()->deleteLater(); // may be the one whose button was clicked
        item->widget()->hide();
        delete item;
    }
    for (const QString& path : m_settings.get(m_setting)) {
        auto* line = new QWidget(this);
        auto* name = new ElidedLabel(TextRole::Body, QDir::toNativeSeparators(path), line);
        auto* takeOut = new IconButton(
            QStringLiteral("close"), tr("Remove %1").arg(path), IconButton::Look::Quiet, line);
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

using services::PostgresAddress;

namespace {

QString withoutPassword(const QString& store)
{
    const auto hide = [&store] {
        PostgresAddress address = PostgresAddress::from(store);
        address.password.clear();
        return address.url();
    };
    if (!services::isPostgresUrl(store))
        return store;
    return services::callForOutcome<QString>(hide).value.value_or(QString());
}

// Adds the saved password, unless the URL has another one, or another server or user.
QString withPassword(const QString& url, const QString& kept)
{
    PostgresAddress address = PostgresAddress::from(url);
    if (!services::isPostgresUrl(kept) || !address.password.isEmpty())
        return url;
    const PostgresAddress before = PostgresAddress::from(kept);
    if (before.hosts != address.hosts || before.user != address.user || before.password.isEmpty())
        return url;
    address.password = before.password;
    return address.url();
}

// Throws a message if it cannot be the location of a store.
QString storeFrom(const QString& text, const QString& kept)
{
    if (services::isPostgresUrl(text))
        return withPassword(text, kept);
    const QFileInfo file(text);
    if (!text.isEmpty() && (!file.isAbsolute() || file.isDir() || !file.absoluteDir().exists()))
        services::reject(
            DocumentStoreEdit::tr("Enter a file in an existing folder, or a URL such as %1.")
                .arg(QStringLiteral("postgresql://user@host/database")));
    return text;
}

} // namespace

DocumentStoreEdit::DocumentStoreEdit(services::Settings& settings,
    const services::Setting<QString>& setting, const services::DocumentLibrary& library,
    const QString& emptyText, QWidget* parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_setting(setting)
    , m_library(library)
    , m_text(new QLineEdit)
    , m_problem(new TextLabel(TextRole::Error))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).tight);
    layout->addWidget(m_text);
    layout->addWidget(m_problem);
    setFocusProxy(m_text);
    m_text->setAccessibleName(tr("Location"));
    m_text->setPlaceholderText(emptyText);
    m_text->setInputMethodHints(Qt::ImhUrlCharactersOnly);
    connect(m_text, &QLineEdit::editingFinished, this, &DocumentStoreEdit::take);
    connect(&library, &services::DocumentLibrary::changed, this, [this] {
        if (isTaken())
            showProblem(m_library.openingProblem());
    });
    keepShown(this, settings, QLatin1String(setting.key), [this] {
        m_text->setText(withoutPassword(m_settings.get(m_setting)));
        showProblem(m_library.openingProblem());
    });
}

bool DocumentStoreEdit::isTaken() const
{
    return m_text->text().trimmed() == withoutPassword(m_settings.get(m_setting));
}

void DocumentStoreEdit::take()
{
    if (isTaken())
        return showProblem(m_library.openingProblem());
    const QString kept = m_settings.get(m_setting);
    const QString text = m_text->text().trimmed();
    const auto read = [&] { return storeFrom(text, kept); };
    const auto store = services::callForOutcome<QString>(read);
    if (store.value)
        m_settings.set(m_setting, *store.value);
    else
        showProblem(store.error);
}

void DocumentStoreEdit::showProblem(const QString& message)
{
    m_problem->setText(message);
    m_problem->setVisible(!message.isEmpty());
}

} // namespace ui

#include "ui/settings/storage_rows.h"

#include "services/background.h"
#include "services/captions/caption_library.h"
#include "services/settings/settings.h"
#include "services/settings/settings_table.h"
#include "services/system/paths.h"
#include "ui/commands/command_list.h"
#include "ui/links/open_link.h"
#include "ui/settings/settings_page.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QMessageBox>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>

namespace ui {

SettingsSection::SettingsSection(const QString& id, const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_id(id)
    , m_name(name)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->addWidget(new TextLabel(TextRole::Heading, name, this));
    applyMetrics();
}

void SettingsSection::addPart(QWidget* part, const QString& words)
{
    m_layout->addWidget(part);
    m_parts << Part{part, words};
}

void SettingsSection::showAll()
{
    for (const Part& part : m_parts)
        part.widget->show();
    show();
}

bool SettingsSection::showFound(const QStringList& words)
{
    bool isAnyFound = false;
    for (const Part& part : m_parts) {
        const bool isFound = std::ranges::all_of(words, [&](const QString& word) {
            return part.words.contains(word, Qt::CaseInsensitive)
                || m_name.contains(word, Qt::CaseInsensitive);
        });
        part.widget->setVisible(isFound);
        isAnyFound = isAnyFound || isFound;
    }
    setVisible(isAnyFound);
    return isAnyFound;
}

void SettingsSection::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange)
        applyMetrics();
}

void SettingsSection::applyMetrics()
{
    m_layout->setSpacing(metrics(this).small);
}

namespace {

namespace paths = services::paths;
namespace keys = services::settings;

// Something that is kept.
struct Kept {
    QString name;
    QString place; // the folder to be opened
    QStringList files; // and folders, whose bytes are counted
    QString question = {}; // before it is freed; empty: `free` asks by itself
    std::function<void()> free = {}; // empty: it cannot be freed here
};

// How much it takes, and what can be done about it.
class KeptControl : public QWidget {
public:
    explicit KeptControl(const Kept& kept)
        : m_kept(kept)
        , m_size(new TextLabel(TextRole::Small, {}, this))
    {
        auto* layout = new QHBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(metrics(this).small);
        layout->addWidget(m_size);
        layout->addStretch(1);
        if (kept.free) {
            auto* remove = new QPushButton(SettingsPage::tr("Delete…"));
            remove->setAccessibleName(SettingsPage::tr("Delete: %1").arg(kept.name));
            connect(remove, &QPushButton::clicked, this, &KeptControl::askToFree);
            layout->addWidget(remove);
        }
        auto* open = new QPushButton(SettingsPage::tr("Open folder"));
        open->setAccessibleName(SettingsPage::tr("Open folder: %1").arg(kept.name));
        connect(open, &QPushButton::clicked, this,
            [this, place = kept.place] { openFolder(place, this); });
        layout->addWidget(open);
        setFocusProxy(open);
    }

protected:
    void showEvent(QShowEvent* event) override
    {
        QWidget::showEvent(event);
        measure();
    }

private:
    void measure()
    {
        services::runInBackground<qint64>(
            this, [files = m_kept.files] { return services::diskUse(files); },
            [this](const services::Outcome<qint64>& bytes) {
                m_size->setText(bytes.value ? sizeText(*bytes.value) : QString());
            });
    }

    void askToFree()
    {
        if (m_kept.question.isEmpty())
            return m_kept.free();
        auto* box = new QMessageBox(
            QMessageBox::Question, m_kept.name, m_kept.question, QMessageBox::Cancel, this);
        box->setTextFormat(Qt::PlainText);
        box->setAttribute(Qt::WA_DeleteOnClose);
        QPushButton* remove = box->addButton(SettingsPage::tr("Delete"), QMessageBox::AcceptRole);
        connect(remove, &QPushButton::clicked, this, [this] {
            m_kept.free();
            measure();
        });
        box->open();
    }

    const Kept m_kept;
    TextLabel* m_size;
};

void removeAll(services::CaptionLibrary& captions)
{
    while (captions.rowCount() > 0) {
        services::CaptionRun* run = captions.run(0);
        captions.remove(run);
        captions.forget(run);
    }
}

// Whoever keeps them follows this setting.
void removeContexts(services::Settings& settings)
{
    const int limit = settings.get(keys::keptContextGigabytes);
    settings.set(keys::keptContextGigabytes, 0);
    settings.set(keys::keptContextGigabytes, limit);
}

QList<Kept> everythingKept(
    services::CaptionLibrary& library, services::Settings& settings, CommandList& commands)
{
    const QString data = paths::dataFolder();
    const QString captions = data + QStringLiteral("/captions.sqlite");
    return {
        {SettingsPage::tr("Chats"), data, services::databaseFiles(paths::conversationFile()), {},
            [&commands] { commands.find(QStringLiteral("chat.deleteAll"))->trigger(); }},
        {SettingsPage::tr("Captions"), data, services::databaseFiles(captions),
            SettingsPage::tr("Delete all captions? Pictures aren't deleted."),
            [&library] { removeAll(library); }},
        {SettingsPage::tr("Prompt cache"), paths::contextFolder(), {paths::contextFolder()},
            SettingsPage::tr("Delete the prompt cache? Long chats take longer to resume."),
            [&settings] { removeContexts(settings); }},
        {SettingsPage::tr("Presets"), paths::presetFolder(), {paths::presetFolder()}},
        {SettingsPage::tr("Settings"), QFileInfo(paths::settingsFile()).absolutePath(),
            {paths::settingsFile()}},
        {SettingsPage::tr("Logs"), paths::logFolder(), {paths::logFolder()}},
        {SettingsPage::tr("Cache (safe to delete)"), paths::cacheFolder(), {paths::cacheFolder()},
            SettingsPage::tr("Clear the cache?"),
            [] { services::emptyFolder(paths::cacheFolder()); }},
    };
}

} // namespace

void addStorage(SettingsSection& section, services::CaptionLibrary& library,
    services::Settings& settings, CommandList& commands)
{
    for (const Kept& kept : everythingKept(library, settings, commands)) {
        const QString place = QDir::toNativeSeparators(kept.place);
        section.addPart(
            new FormRow(kept.name, place, new KeptControl(kept)), kept.name + u'\n' + place);
    }
}

} // namespace ui

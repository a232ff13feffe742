#include "ui/settings/section_extras.h"

#include "services/settings/settings.h"
#include "services/system/diagnostics.h"
#include "services/system/paths.h"
#include "ui/settings/settings_section.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/form_row.h"
#include "ui/widgets/text_label.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QGuiApplication>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

namespace ui {

namespace {

QString translated(const char* text)
{
    return QCoreApplication::translate("ui::SettingsPage", text);
}

void addRow(SettingsSection& section, const QString& name, const QString& help, QWidget* control)
{
    section.addPart(new FormRow(name, help, control), name + u'\n' + help);
}

// A folder by its path, and a button that shows it in the file manager.
void addFolder(SettingsSection& section, const QString& name, const QString& folder)
{
    auto* open = new QPushButton(translated(QT_TRANSLATE_NOOP("ui::SettingsPage", "Open folder")));
    QObject::connect(open, &QPushButton::clicked, open,
        [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
    addRow(section, name, QDir::toNativeSeparators(folder), open);
}

} // namespace

void addPrivacy(SettingsSection& section)
{
    const char* const sentences[] = {
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "There is no telemetry. The program counts nothing and reports nothing."),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "Nothing leaves this machine: questions, pictures and answers are computed here and "
            "kept here."),
        QT_TRANSLATE_NOOP("ui::SettingsPage",
            "The program makes no connection to the network. One that does, in a later version, "
            "will be listed here."),
        QT_TRANSLATE_NOOP("ui::SettingsPage", "A temporary conversation is never written to disk."),
        QT_TRANSLATE_NOOP(
            "ui::SettingsPage", "The log holds no questions, no answers and no names of pictures."),
    };
    for (const char* sentence : sentences) {
        auto* label = new TextLabel(TextRole::Body, translated(sentence));
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        section.addPart(label, translated(sentence));
    }
}

void addStorage(SettingsSection& section)
{
    using namespace services;
    addFolder(section,
        translated(QT_TRANSLATE_NOOP("ui::SettingsPage", "Conversations and captions")),
        paths::dataFolder());
    addFolder(section, translated(QT_TRANSLATE_NOOP("ui::SettingsPage", "Settings")),
        QFileInfo(paths::settingsFile()).absolutePath());
    addFolder(
        section, translated(QT_TRANSLATE_NOOP("ui::SettingsPage", "Logs")), paths::logFolder());
    addFolder(section,
        translated(
            QT_TRANSLATE_NOOP("ui::SettingsPage", "Cache, which can be deleted at any time")),
        paths::cacheFolder());
}

void addDiagnostics(SettingsSection& section, const Services& services)
{
    auto* copy = new QPushButton(translated(QT_TRANSLATE_NOOP("ui::SettingsPage", "Copy")));
    QObject::connect(copy, &QPushButton::clicked, copy, [copy, services] {
        QGuiApplication::clipboard()->setText(diagnosticsText(services.settings, services.models));
        copy->setText(translated(QT_TRANSLATE_NOOP("ui::SettingsPage", "Copied")));
    });
    addRow(section, translated(QT_TRANSLATE_NOOP("ui::SettingsPage", "Diagnostics")),
        translated(QT_TRANSLATE_NOOP("ui::SettingsPage",
            "What a report of a problem needs to say of program and machine. Look through it "
            "before you send it anywhere.")),
        copy);
    auto* open = new QPushButton(translated(QT_TRANSLATE_NOOP("ui::SettingsPage", "Open folder")));
    const QString folder = services::paths::logFolder();
    QObject::connect(open, &QPushButton::clicked, open,
        [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
    addRow(section, translated(QT_TRANSLATE_NOOP("ui::SettingsPage", "Log files")),
        QDir::toNativeSeparators(folder), open);
    auto* version = new TextLabel(TextRole::Small,
        translated(QT_TRANSLATE_NOOP("ui::SettingsPage", "Vignette %1"))
            .arg(services::applicationVersion()));
    section.addPart(version, version->text());
}

} // namespace ui

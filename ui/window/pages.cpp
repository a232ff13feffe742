#include "ui/window/pages.h"

#include "ui/captions/captions_page.h"
#include "ui/chat/prompt_box.h"
#include "ui/models/models_page.h"
#include "ui/settings/settings_page.h"
#include "ui/window/main_window.h"

#include <QCoreApplication>

namespace ui {

namespace {

QWidget* makeCaptions(MainWindow& window)
{
    auto* page = new CaptionsPage(window.services());
    QObject::connect(
        page, &CaptionsPage::pictureAskedAbout, &window, [&window](const services::Picture& part) {
            window.showPage(QStringLiteral("chat"));
            window.promptBox()->attachPicture(part);
        });
    return page;
}

QWidget* makeModels(MainWindow& window)
{
    const Services& services = window.services();
    return new ModelsPage(services.models, services.installed, services.settings);
}

QWidget* makeSettings(MainWindow& window)
{
    return new SettingsPage(window.services(), window.commands());
}

} // namespace

QList<Page> pages()
{
    const auto translated
        = [](const char* text) { return QCoreApplication::translate("ui::Page", text); };
    return {
        {"captions", "captions", translated(QT_TRANSLATE_NOOP("ui::Page", "Caption pictures")),
            QKeySequence("Ctrl+2"), makeCaptions},
        {"models", "models", translated(QT_TRANSLATE_NOOP("ui::Page", "Models")),
            QKeySequence("Ctrl+3"), makeModels},
        {"settings", "settings", translated(QT_TRANSLATE_NOOP("ui::Page", "Settings")),
            QKeySequence("Ctrl+,"), makeSettings},
    };
}

} // namespace ui

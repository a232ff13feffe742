#include "ui/settings/language_choice.h"

#include "services/settings/settings.h"
#include "services/system/languages.h"
#include "ui/settings/setting_controls.h"

#include <QLocale>

namespace ui {

namespace {

// "Deutsch", "简体中文": people look for the word that they know.
QString nameOf(const QString& language)
{
    QString name = QLocale(language).nativeLanguageName();
    if (!name.isEmpty())
        name[0] = name[0].toUpper();
    return name;
}

} // namespace

LanguageChoice::LanguageChoice(
    services::Settings& settings, const services::Setting<QString>& setting, QWidget* parent)
    : QComboBox(parent)
{
    addItem(tr("As on the desktop"), QString());
    addItem(QStringLiteral("English"), QStringLiteral("en"));
    for (const QString& language : services::translatedLanguages())
        addItem(nameOf(language), language);
    connect(this, &QComboBox::activated, this,
        [this, &settings, &setting] { settings.set(setting, currentData().toString()); });
    keepShown(this, settings, QLatin1String(setting.key), [this, &settings, &setting] {
        setCurrentIndex(std::max(0, findData(settings.get(setting))));
    });
}

} // namespace ui

#include "ui/settings/language_choice.h"

#include "services/settings/settings.h"
#include "services/system/languages.h"
#include "services/system/restart.h"
#include "ui/settings/setting_controls.h"

#include <QApplication>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

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
    const QString running = settings.get(setting);
    connect(this, &QComboBox::activated, this, [this, &settings, &setting, running] {
        const QString chosen = currentData().toString();
        settings.set(setting, chosen);
        if (chosen != running)
            offerRestart();
    });
    keepShown(this, settings, QLatin1String(setting.key), [this, &settings, &setting] {
        setCurrentIndex(std::max(0, findData(settings.get(setting))));
    });
}

void LanguageChoice::offerRestart()
{
    auto* box = new QMessageBox(QMessageBox::Question, tr("Language"),
        tr("Vignette speaks another language after it was started again."), QMessageBox::NoButton,
        this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton* restart = box->addButton(tr("Restart now"), QMessageBox::AcceptRole);
    box->addButton(tr("Later"), QMessageBox::RejectRole);
    connect(restart, &QPushButton::clicked, qApp,
        [] { QCoreApplication::exit(services::restartExitCode); });
    box->open();
}

} // namespace ui

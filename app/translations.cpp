#include "app/translations.h"

#include <QGuiApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace app {

namespace {

const QString folder = QStringLiteral(":/translations");

} // namespace

// QTranslator takes the first of the user's languages that there is. English is one of them:
// vignette_en holds the plural forms of the texts in the code. Qt's own texts follow ours.
Translations::Translations(const QString& language)
{
    const QLocale locale = language.isEmpty() ? QLocale::system() : QLocale(language);
    if (!language.isEmpty())
        QLocale::setDefault(locale);
    if (!install(locale, QStringLiteral("vignette"), folder)
        && !install(QLocale(QLocale::English), QStringLiteral("vignette"), folder))
        return;
    const QLocale found(m_translators.back()->language());
    install(found, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    if (found.textDirection() == Qt::RightToLeft)
        QGuiApplication::setLayoutDirection(Qt::RightToLeft);
}

Translations::~Translations()
{
    for (const auto& translator : m_translators)
        QCoreApplication::removeTranslator(translator.get());
}

bool Translations::install(const QLocale& locale, const QString& name, const QString& place)
{
    auto translator = std::make_unique<QTranslator>();
    if (!translator->load(locale, name, QStringLiteral("_"), place))
        return false;
    QCoreApplication::installTranslator(translator.get());
    m_translators.push_back(std::move(translator));
    return true;
}

} // namespace app

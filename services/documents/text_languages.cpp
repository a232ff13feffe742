#include "services/documents/text_languages.h"

#include <QDir>
#include <QLocale>

namespace services {

namespace {

constexpr int mostLanguages = 3;

// Tesseract's names are those of ISO 639-2, but for Chinese, whose scripts it tells apart.
QString nameOf(const QLocale& locale)
{
    if (locale.language() == QLocale::Chinese)
        return locale.script() == QLocale::TraditionalHanScript ? QStringLiteral("chi_tra")
                                                                : QStringLiteral("chi_sim");
    return QLocale::languageToCode(locale.language(), QLocale::ISO639Part2T);
}

QStringList languagesOfTheUser()
{
    QStringList names;
    for (const QString& language : QLocale::system().uiLanguages())
        names << nameOf(QLocale(language));
    return names;
}

QStringList installedIn(const QString& folder)
{
    const QString suffix = QStringLiteral(".traineddata");
    QStringList names;
    for (QString name : QDir(folder).entryList({'*' + suffix}, QDir::Files | QDir::Readable)) {
        name.chop(suffix.size());
        if (name != QLatin1String("osd") && name != QLatin1String("equ")) // no languages
            names << name;
    }
    return names;
}

} // namespace

TextLanguages textLanguagesIn(const QString& folder, const QStringList& ofTheUser)
{
    const QStringList installed = installedIn(folder);
    QStringList wanted = ofTheUser + QStringList{QStringLiteral("eng")};
    if (installed.size() <= mostLanguages)
        wanted += installed;
    wanted.removeDuplicates();
    wanted.removeIf([&](const QString& name) { return !installed.contains(name); });
    if (wanted.isEmpty())
        wanted = installed;
    QStringList missing = ofTheUser;
    missing.removeIf(
        [&](const QString& name) { return name.size() < 3 || installed.contains(name); });
    missing.removeDuplicates();
    return {wanted.isEmpty() ? QString() : folder, wanted.mid(0, mostLanguages), missing};
}

TextLanguages standardTextLanguages()
{
    QStringList folders{QStringLiteral("/usr/share/tesseract-ocr/5/tessdata"),
        QStringLiteral("/usr/share/tesseract-ocr/4.00/tessdata"),
        QStringLiteral("/usr/share/tessdata"), QStringLiteral("/usr/local/share/tessdata")};
    if (qEnvironmentVariableIsSet("TESSDATA_PREFIX"))
        folders = {qEnvironmentVariable("TESSDATA_PREFIX")};
    for (const QString& folder : folders)
        if (TextLanguages found = textLanguagesIn(folder, languagesOfTheUser());
            !found.names.isEmpty())
            return found;
    return {};
}

} // namespace services

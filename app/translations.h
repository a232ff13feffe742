#pragma once

#include <QString>
#include <QTranslator>

#include <memory>
#include <vector>

namespace app {

/// Makes the program speak a language from here on: its texts, Qt's own, numbers and dates, and the
/// direction of reading. Widgets made before keep the old one.
class Translations {
public:
    /// `language` as the settings hold it; empty: the first of the desktop's that there is. English
    /// where there is none.
    explicit Translations(const QString& language);
    ~Translations();

private:
    bool install(const QLocale& locale, const QString& name, const QString& folder);

    std::vector<std::unique_ptr<QTranslator>> m_translators;
};

} // namespace app

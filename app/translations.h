#pragma once

#include <QString>
#include <QTranslator>

#include <memory>
#include <vector>

namespace app {

/// Sets the language of the program as long as it exists: its own texts, Qt's texts, numbers, dates
/// and the direction of reading. Widgets that were made before keep the old language.
class Translations {
public:
    /// `language` is the value of the setting; empty: the first language of the desktop for which
    /// there is a translation. English if there is none.
    explicit Translations(const QString& language);
    ~Translations();

private:
    bool install(const QLocale& locale, const QString& name, const QString& folder);

    std::vector<std::unique_ptr<QTranslator>> m_translators;
};

} // namespace app

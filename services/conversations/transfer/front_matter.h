#pragma once

#include <QHash>
#include <QList>
#include <QString>
#include <QStringView>

#include <utility>

namespace services {

/// What stands at the beginning of a Markdown file between two lines "---": a key and a value in
/// each line, in the simplest form of YAML. Texts are written in quotation marks, as in JSON.
struct FrontMatter {
    QHash<QString, QString> values; ///< empty if the file has no front matter
    qsizetype lines = 0; ///< that it takes
};

/// Reads it from the lines of a file by anyone. Lines that are no key with a value are passed over.
FrontMatter readFrontMatter(const QList<QStringView>& lines);

/// Writes it; the values are texts.
QString frontMatterOf(const QList<std::pair<QString, QString>>& values);

} // namespace services

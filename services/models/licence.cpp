#include "services/models/licence.h"

#include "engine/files/gguf_file.h"
#include "services/models/model_paths.h"

#include <QFile>

namespace services {

namespace {

constexpr qsizetype longestLicence = 80; // characters
constexpr qint64 headOfReadme = 16 * 1024; // bytes

QString onOneLine(const QString& text)
{
    return text.simplified().left(longestLicence);
}

// The value of "key: value" in the lines between two "---"; empty if there is none.
QString frontMatter(const QByteArray& text, const QByteArray& key)
{
    const QList<QByteArray> lines = text.split('\n');
    if (lines.isEmpty() || lines.first().trimmed() != "---")
        return {};
    for (qsizetype i = 1; i < lines.size() && lines[i].trimmed() != "---"; ++i) {
        if (!lines[i].startsWith(key + ':'))
            continue;
        QByteArray value = lines[i].mid(key.size() + 1).trimmed();
        if (value.size() >= 2 && (value.front() == '"' || value.front() == '\''))
            value = value.mid(1, value.size() - 2);
        return QString::fromUtf8(value);
    }
    return {};
}

} // namespace

QString licenceOf(const engine::GgufFile& file)
{
    const auto& metadata = file.metadata();
    for (const char* key : {"general.license.name", "general.license"})
        if (const auto text = metadata.string(key); text && !text->empty())
            return onOneLine(QString::fromUtf8(text->data(), qsizetype(text->size())));
    return {};
}

QString licenceOf(const std::filesystem::path& folder)
{
    QFile readme(modelIdOf(folder / "README.md"));
    if (!readme.open(QIODevice::ReadOnly))
        return {};
    const QByteArray head = readme.read(headOfReadme);
    const QString name = frontMatter(head, "license_name");
    return onOneLine(name.isEmpty() ? frontMatter(head, "license") : name);
}

} // namespace services

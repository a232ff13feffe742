#include "services/catalog/model_catalog.h"

#include "engine/files/json_text.h"
#include "engine/files/open_weights.h"
#include "services/hub/model_inquiry.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QLocale>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace services {

namespace {

using nlohmann::json;

constexpr qint64 maxBytes = 1 << 20; // of a file
constexpr qsizetype maxRows = 1000;
constexpr size_t maxLetters = 2000; // of a text
constexpr uint64_t maxNumber = uint64_t(1) << 53;

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::ModelCatalog)
};

QByteArray readContents(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        reject(Texts::tr("“%1” can't be read: %2.").arg(path, file.errorString()));
    if (file.size() > maxBytes)
        reject(Texts::tr("“%1” isn't a valid model catalog: it is larger than %2.")
                   .arg(path, sizeText(maxBytes)));
    return file.read(maxBytes);
}

json rowsIn(const QString& path)
{
    const QByteArray text = readContents(path);
    const json all = engine::parseJson({text.constData(), size_t(text.size())}, path.toStdString());
    const auto rows = all.is_object() ? all.find("models") : all.end();
    if (!all.is_object() || rows == all.end() || !rows->is_array())
        reject(Texts::tr(
            "“%1” isn't a valid model catalog: it must be an object with a list “models”.")
                   .arg(path));
    return *rows;
}

// Empty, if there is none.
QString readText(const json& row, const char* key)
{
    const auto found = row.find(key);
    if (found == row.end())
        return {};
    if (!found->is_string() || found->get_ref<const std::string&>().size() > maxLetters)
        reject(Texts::tr("“%1” must be a string of at most %Ln bytes.", nullptr, int(maxLetters))
                   .arg(QLatin1String(key)));
    return QString::fromStdString(found->get<std::string>());
}

// 0, if there is none.
qint64 readNumber(const json& row, const char* key)
{
    const auto found = row.find(key);
    if (found == row.end())
        return 0;
    if (!found->is_number_unsigned() || found->get<uint64_t>() > maxNumber)
        reject(Texts::tr("“%1” must be an integer.").arg(QLatin1String(key)));
    return qint64(found->get<uint64_t>());
}

bool isTrue(const json& row, const char* key)
{
    const auto found = row.find(key);
    if (found != row.end() && !found->is_boolean())
        reject(Texts::tr("“%1” must be true or false.").arg(QLatin1String(key)));
    return found != row.end() && found->get<bool>();
}

QStringList readTexts(const json& row, const char* key)
{
    const auto found = row.find(key);
    if (found == row.end())
        return {};
    QStringList texts;
    const bool isRight = found->is_array() && std::ranges::all_of(*found, [](const json& text) {
        return text.is_string() && text.get_ref<const std::string&>().size() <= maxLetters;
    });
    if (!isRight)
        reject(Texts::tr("“%1” must be a list of strings.").arg(QLatin1String(key)));
    for (const json& text : *found)
        texts << QString::fromStdString(text.get<std::string>());
    return texts;
}

// A text, or one for each language: {"en": …, "de": …, "zh_CN": …}.
QString translated(const json& row, const char* key)
{
    const auto found = row.find(key);
    if (found == row.end() || !found->is_object())
        return readText(row, key);
    const QString language = QLocale().name();
    for (const QString& name : {language, language.section(u'_', 0, 0), QStringLiteral("en")})
        if (found->contains(name.toStdString()))
            return readText(*found, name.toUtf8().constData());
    return {};
}

Repository readRepository(const json& row)
{
    const std::optional<ModelRequest> request = parseModelRequest(readText(row, "repository"));
    if (!request || !request->variant.isEmpty())
        reject(Texts::tr("“repository” must be OWNER/NAME."));
    return request->repository;
}

CatalogRow::Kind readKind(const json& row)
{
    using Kind = CatalogRow::Kind;
    const QString kind = readText(row, "kind");
    if (kind.isEmpty() || kind == QLatin1String("chat"))
        return Kind::Chat;
    if (kind == QLatin1String("ocr"))
        return Kind::Ocr;
    if (kind == QLatin1String("embedding"))
        return Kind::Embedding;
    if (kind == QLatin1String("reranker"))
        return Kind::Reranker;
    reject(Texts::tr("“kind” must be “chat”, “ocr”, “embedding” or “reranker”."));
}

CatalogRow readRow(const json& row)
{
    if (!row.is_object())
        reject(Texts::tr("The entry must be an object."));
    CatalogRow read;
    read.repository = readRepository(row);
    read.name = readText(row, "name");
    if (read.name.isEmpty())
        read.name = read.repository.name;
    read.goodFor = translated(row, "goodFor");
    read.languages = readTexts(row, "languages");
    read.license = readText(row, "licence");
    read.parameters = readNumber(row, "parameters");
    read.activeParameters = readNumber(row, "activeParameters");
    read.contextLength = readNumber(row, "contextLength");
    read.family = readText(row, "family");
    read.vision = readText(row, "vision");
    read.canSee = isTrue(row, "canSee");
    read.bytes = readNumber(row, "bytes");
    read.kind = readKind(row);
    return read;
}

// The names of languages in English and in the language itself: "German", "Deutsch".
QString languageNames(const QStringList& languages)
{
    QStringList names;
    for (const QString& code : languages) {
        const QLocale locale(code);
        names << QLocale::languageToString(locale.language()) << locale.nativeLanguageName();
    }
    return names.join(u'\n');
}

// What is looked through.
QString searchText(const CatalogRow& row)
{
    const QStringList texts{row.name, row.repository.text(), row.license, row.goodFor,
        languageNames(row.languages), row.canSee ? Texts::tr("vision") : QString(),
        row.kind == CatalogRow::Kind::Embedding ? Texts::tr("document search") : QString()};
    return texts.join(u'\n');
}

void add(Catalog& catalog, const CatalogRow& row)
{
    catalog.rows.removeIf(
        [&](const CatalogRow& other) { return other.repository == row.repository; });
    catalog.rows << row;
}

void addUsersRows(Catalog& catalog, const QString& path)
{
    const json rows = rowsIn(path);
    for (size_t i = 0; i < std::min<size_t>(rows.size(), maxRows); ++i) {
        try {
            CatalogRow row = readRow(rows[i]);
            row.isUsers = true;
            add(catalog, row);
        } catch (const base::Error& error) {
            catalog.problems << Texts::tr("“%1”, model %2: %3")
                                    .arg(path, QLocale().toString(qlonglong(i + 1)),
                                        QString::fromUtf8(error.what()));
        }
    }
    if (rows.size() > maxRows)
        catalog.problems << Texts::tr(
            "“%1” contains more than %Ln models; only the first are shown.", nullptr, int(maxRows))
                                .arg(path);
}

} // namespace

Catalog readCatalog(const QString& usersFile)
{
    Catalog catalog;
    for (const json& row : rowsIn(QStringLiteral(":/catalogue.json")))
        add(catalog, readRow(row));
    if (usersFile.isEmpty() || !QFile::exists(usersFile))
        return catalog;
    try {
        addUsersRows(catalog, usersFile);
    } catch (const base::Error& error) {
        catalog.problems << QString::fromUtf8(error.what());
    }
    return catalog;
}

QList<CatalogRow> matching(const QList<CatalogRow>& rows, const QString& words)
{
    const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
    const auto holdsAll = [&](const CatalogRow& row) {
        const QString text = searchText(row);
        return std::ranges::all_of(
            wanted, [&](const QString& word) { return text.contains(word, Qt::CaseInsensitive); });
    };
    QList<CatalogRow> found;
    std::ranges::copy_if(rows, std::back_inserter(found), holdsAll);
    return found;
}

namespace {

// OWNER/NAME; empty if the catalog has no embedding model of this name.
QString repositoryNamed(const QString& name, const QString& usersCatalog)
{
    for (const CatalogRow& row : readCatalog(usersCatalog).rows)
        if ((row.kind == CatalogRow::Kind::Embedding || row.kind == CatalogRow::Kind::Reranker)
            && row.name.compare(name, Qt::CaseInsensitive) == 0)
            return row.repository.text();
    return {};
}

// The folder itself in the layout of Hugging Face, or the GGUF file in it.
QString fetchedAt(const QString& folder, const QString& repository)
{
    const auto request = parseModelRequest(repository);
    if (!request)
        return {};
    const QString own = folder + u'/' + request->repository.text();
    if (QFileInfo::exists(own + QStringLiteral("/config.json")))
        return own;
    for (const QString& file : fetchedFiles(folder, *request))
        if (file.endsWith(QLatin1String(".gguf")))
            return file;
    return {};
}

} // namespace

QString encoderModelAt(const QString& model, const QString& folder, const QString& usersCatalog)
{
    if (QFileInfo::exists(model))
        return model;
    const QString repository = repositoryNamed(model, usersCatalog);
    return fetchedAt(folder, repository.isEmpty() ? model : repository);
}

} // namespace services

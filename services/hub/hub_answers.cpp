#include "services/hub/hub_answers.h"

#include "engine/files/json_text.h"
#include "engine/files/sharded_weights.h"
#include "kernels/error.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace services {

namespace {

using nlohmann::json;

constexpr qint64 mostBytes = qint64(1) << 50; // of a file

// The context of what is translated here.
struct Texts {
    Q_DECLARE_TR_FUNCTIONS(services::HubAnswers)
};

[[noreturn]] void refuse(const QString& host)
{
    throw kernels::Error(kernels::ErrorKind::BadFile,
        Texts::tr("%1 does not answer as a hub of models does. Check its address (HF_ENDPOINT).")
            .arg(host)
            .toStdString());
}

json parsed(const QByteArray& text, const QString& host, const std::stop_token& stop)
try {
    return engine::parseJson<json>({text.constData(), size_t(text.size())},
        {.hasUniqueKeys = true, .isCancelled = [&stop] { return stop.stop_requested(); }});
} catch (const engine::JsonError&) {
    refuse(host);
}

QString textOf(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string()
        ? QString::fromStdString(found->get<std::string>())
        : QString();
}

qint64 numberOf(const json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number_unsigned() ? qint64(found->get<uint64_t>())
                                                                : -1;
}

bool isCommit(const QString& text)
{
    return text.size() >= 7 && text.size() <= 64
        && QByteArray::fromHex(text.toLatin1()).toHex() == text.toLatin1();
}

// Each part of it is a plain name.
bool isPlainPath(const QString& path)
{
    const QStringList parts = path.split(u'/');
    return parts.size() <= 8 && std::all_of(parts.begin(), parts.end(), [](const QString& part) {
        return engine::isPlainFileName(part.toStdString());
    });
}

HubFile fileOf(const json& row)
{
    HubFile file{textOf(row, "path"), numberOf(row, "size"), {}};
    const auto stored = row.find("lfs");
    if (stored == row.end() || !stored->is_object())
        return file;
    const QByteArray hash = QByteArray::fromHex(textOf(*stored, "oid").toLatin1());
    if (hash.size() == 32)
        file.sha256 = hash;
    if (const qint64 bytes = numberOf(*stored, "size"); bytes >= 0)
        file.bytes = bytes;
    return file;
}

} // namespace

ModelCard readModelCard(const QByteArray& text, const QString& host, const std::stop_token& stop)
{
    const json answer = parsed(text, host, stop);
    if (!answer.is_object())
        refuse(host);
    ModelCard card{textOf(answer, "sha"), {}};
    if (!isCommit(card.commit))
        refuse(host);
    const auto data = answer.find("cardData");
    if (data != answer.end() && data->is_object())
        card.licence = textOf(*data, "license").left(200);
    return card;
}

QList<HubFile> readFileList(
    const QByteArray& text, const QString& host, const std::stop_token& stop)
{
    const json answer = parsed(text, host, stop);
    if (!answer.is_array())
        refuse(host);
    QList<HubFile> files;
    for (const json& row : answer) {
        if (!row.is_object() || textOf(row, "type") != QLatin1String("file"))
            continue;
        const HubFile file = fileOf(row);
        if (isPlainPath(file.path) && file.bytes > 0 && file.bytes <= mostBytes)
            files << file;
    }
    return files;
}

} // namespace services

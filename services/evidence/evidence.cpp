#include "services/evidence/evidence.h"

#include "engine/files/gguf_file.h"
#include "runtime/prompt/message_json.h"
#include "services/conversations/documents/passage_store.h"
#include "services/documents/answers/citations.h"
#include "services/json_document.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QRegularExpression>

#include <algorithm>
#include <set>

namespace services {

ReaderProcess EvidenceWork::readerProcess(ReaderProcess process) const
{
    process.program = reader;
    process.isCancelled = [this] { return stop.stop_requested(); };
    return process;
}

ByteRange storedRange(const Source& source)
{
    return {size_t(std::max<qint64>(0, source.begin)),
        size_t(std::max<qint64>(0, std::max(source.begin, source.end)))};
}

void EvidenceWork::requireGoing() const
{
    if (stop.stop_requested())
        throw base::Error(base::ErrorKind::Cancelled, "The work was stopped.");
}

QString shownStatement(const std::string& answer, const Citation& citation)
{
    static const QRegularExpression marks(
        QStringLiteral("\\s*\\[\\d{1,3}(?:\\s*[,;]\\s*\\d{1,3})*\\]"));
    static const QRegularExpression beginning(QStringLiteral("^(?:[|>\\s]|#+\\s|[-*+]\\s)+"));
    static const QRegularExpression end(QStringLiteral("[|\\s]+$"));
    static const QRegularExpression cells(QStringLiteral("\\s*\\|\\s*"));
    static const QRegularExpression strong(QStringLiteral("(\\*\\*?|__|`)(\\S|\\S[^*`]*?\\S)\\1"));
    QString text
        = QString::fromStdString(answer.substr(citation.statement.from, citation.statement.size()))
              .simplified();
    const size_t line = answer.rfind('\n', citation.statement.from) + 1; // 0 if there is none
    const bool isRow = answer.compare(line, 1, "|") == 0;
    text.remove(marks).remove(beginning);
    if (isRow)
        text.remove(end).replace(cells, QStringLiteral(" · "));
    return text.replace(strong, QStringLiteral("\\2"));
}

Evidence makeEvidence(const QString& question, const QString& answer, const QList<Source>& sources)
{
    Evidence evidence{.question = question, .answer = answer, .sources = sources};
    const std::string text = answer.toStdString();
    for (const Citation& citation : findCitations(text))
        evidence.citations << EvidenceCitation{citation.number, shownStatement(text, citation)};
    QStringList paths;
    for (const int number : citedSources(evidence))
        if (const QString& path = sources[number - 1].address; !path.isEmpty())
            paths << path;
    paths.removeDuplicates();
    for (const QString& path : paths)
        evidence.files << HashedFile{path};
    evidence.version = QStringLiteral(VIGNETTE_VERSION);
    evidence.exported = QDateTime::currentMSecsSinceEpoch();
    return evidence;
}

QList<int> citedSources(const Evidence& evidence)
{
    std::set<int> cited;
    for (const EvidenceCitation& citation : evidence.citations)
        if (citation.number >= 1 && citation.number <= evidence.sources.size())
            cited.insert(citation.number);
    for (int number = 1; cited.empty() && number <= evidence.sources.size(); ++number)
        cited.insert(cited.end(), number);
    return {cited.begin(), cited.end()};
}

QStringList modelFilesAt(const QString& path)
{
    if (path.isEmpty())
        return {};
    if (QFileInfo(path).isDir()) {
        const QDir folder(path);
        QStringList files;
        for (const QString& name :
            folder.entryList({"*.safetensors", "*.json", "*.model", "*.txt", "*.jinja"},
                QDir::Files, QDir::Name))
            files << folder.filePath(name);
        return files;
    }
    QStringList files{path};
    if (const auto name = engine::splitName(path.toStdString()))
        for (engine::SplitName part = *name; ++part.number <= part.count;)
            files << QFileInfo(path).dir().filePath(
                QString::fromStdString(engine::splitFileName(part)));
    return files;
}

bool canBeRecorded(const AnswerRequest& request)
{
    const auto isText = [](const runtime::Part& part) {
        return std::holds_alternative<std::string>(part)
            || std::holds_alternative<runtime::Passage>(part);
    };
    return request.settings.regex.value_or("").empty()
        && request.settings.grammar.value_or("").empty() && request.templateVariables.empty()
        && !request.plainPrompt && request.bias.empty()
        && std::ranges::all_of(request.messages, [&isText](const RequestMessage& message) {
               return std::ranges::all_of(message.parts, isText);
           });
}

namespace {

constexpr qint64 blockBytes = qint64(1) << 20;

} // namespace

QString hashFile(const QString& path, const EvidenceWork& work)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    QByteArray block(blockBytes, Qt::Uninitialized);
    qint64 left = file.size(); // which may grow for ever
    while (left > 0) {
        work.requireGoing();
        const qint64 count = file.read(block.data(), std::min(blockBytes, left));
        if (count <= 0)
            return {};
        hash.addData({block.constData(), count});
        left -= count;
        if (work.progress)
            work.progress(1 - double(left) / double(file.size()));
    }
    return QString::fromLatin1(hash.result().toHex());
}

namespace {

void checkCitations(Evidence& evidence)
{
    const std::vector<Citation> checked
        = citationsIn(evidence.answer.toStdString(), citedTexts(evidence.sources));
    CHECK(qsizetype(checked.size()) == evidence.citations.size());
    for (size_t citation = 0; citation < checked.size(); ++citation)
        evidence.citations[qsizetype(citation)].isSupported = checked[citation].isSupported;
}

} // namespace

void completeEvidence(Evidence& evidence, const EvidenceWork& work)
{
    checkCitations(evidence);
    QList<HashedFile*> files;
    double total = 1, done = 0;
    for (QList<HashedFile>* list : {&evidence.files, &evidence.modelFiles})
        for (HashedFile& file : *list) {
            files << &file;
            total += double(QFileInfo(file.path).size());
        }
    for (HashedFile* file : files) {
        const auto size = double(QFileInfo(file->path).size());
        EvidenceWork part = work;
        part.progress = [&](double share) {
            if (work.progress)
                work.progress((done + share * size) / total);
        };
        file->hash = hashFile(file->path, part);
        done += size;
    }
}

namespace {

QJsonArray toJson(const QList<HashedFile>& files)
{
    QJsonArray array;
    for (const HashedFile& file : files)
        array << QJsonObject{{"path", file.path}, {"sha256", file.hash}};
    return array;
}

QList<HashedFile> filesFrom(const QJsonArray& array)
{
    QList<HashedFile> files;
    for (const QJsonValue& value : array)
        files << HashedFile{value["path"].toString(), value["sha256"].toString()};
    return files;
}

QJsonArray toJson(const QList<EvidenceCitation>& citations)
{
    QJsonArray array;
    for (const EvidenceCitation& citation : citations)
        array << QJsonObject{{"number", citation.number}, {"statement", citation.statement},
            {"supported", citation.isSupported}};
    return array;
}

QList<EvidenceCitation> citationsFrom(const QJsonArray& array)
{
    QList<EvidenceCitation> citations;
    for (const QJsonValue& value : array)
        citations << EvidenceCitation{
            value["number"].toInt(), value["statement"].toString(), value["supported"].toBool()};
    return citations;
}

using runtime::Role;
constexpr Role roles[] = {Role::System, Role::User, Role::Assistant, Role::Tool};

QJsonObject toJson(const runtime::Part& part)
{
    if (const auto* passage = std::get_if<runtime::Passage>(&part)) {
        QJsonObject object{{"passage", QString::fromStdString(passage->text)},
            {"name", QString::fromStdString(passage->source.name)},
            {"place", QString::fromStdString(passage->source.place)}};
        if (passage->from == runtime::Passage::From::Picture)
            object["picture"] = true;
        return object;
    }
    return {{"text", QString::fromStdString(std::get<std::string>(part))}};
}

runtime::Part partFrom(const QJsonValue& value)
{
    const auto text
        = [&value](const char* key) { return value[QLatin1String(key)].toString().toStdString(); };
    if (!value["passage"].isString())
        return text("text");
    return runtime::Passage{{text("name"), text("place")}, text("passage"),
        value["picture"].toBool() ? runtime::Passage::From::Picture
                                  : runtime::Passage::From::Document};
}

QJsonObject toJson(const AnswerRequest& request)
{
    QJsonArray messages;
    for (const RequestMessage& message : request.messages) {
        QJsonArray parts;
        for (const runtime::Part& part : message.parts)
            parts << toJson(part);
        QJsonObject object{{"role", runtime::toString(message.role)}, {"parts", parts}};
        if (!message.reasoning.empty())
            object["reasoning"] = QString::fromStdString(message.reasoning);
        messages << object;
    }
    const auto begun
        = std::chrono::duration_cast<std::chrono::milliseconds>(request.begun.time_since_epoch());
    QJsonObject object{{"messages", messages}, {"begun", qint64(begun.count())}};
    QJsonArray tools;
    for (const runtime::Tool& tool : request.tools)
        tools << QJsonObject{{"name", QString::fromStdString(tool.name)},
            {"description", QString::fromStdString(tool.description)},
            {"parameters", QString::fromStdString(tool.parameters)}};
    if (!tools.isEmpty())
        object["tools"] = tools;
    return object;
}

// Nothing if there is no message, or one by nobody known.
std::optional<AnswerRequest> requestFrom(const QJsonObject& object)
{
    AnswerRequest request;
    for (const QJsonValue& value : object["messages"].toArray()) {
        const QString role = value["role"].toString();
        const auto* known = std::ranges::find_if(
            roles, [&role](Role each) { return role == QLatin1String(runtime::toString(each)); });
        if (known == std::end(roles))
            return std::nullopt;
        RequestMessage message{.role = *known, .parts = {}};
        for (const QJsonValue& part : value["parts"].toArray())
            message.parts.push_back(partFrom(part));
        message.reasoning = value["reasoning"].toString().toStdString();
        request.messages.push_back(std::move(message));
    }
    for (const QJsonValue& tool : object["tools"].toArray())
        request.tools.push_back(
            {tool["name"].toString().toStdString(), tool["description"].toString().toStdString(),
                tool["parameters"].toString().toStdString()});
    request.begun = timePoint(object["begun"].toInteger());
    if (request.messages.empty())
        return std::nullopt;
    return request;
}

// What is said to the user.
struct RecordText {
    Q_DECLARE_TR_FUNCTIONS(services::parseRecord)
};

const engine::JsonLimits recordLimits{.depth = 16, .values = 300'000};

} // namespace

QByteArray toRecord(const Evidence& evidence)
{
    QJsonObject object{{"@type", "vignette-evidence/1"}, {"version", evidence.version},
        {"exported", evidence.exported}, {"question", evidence.question},
        {"answer", evidence.answer}, {"sources", services::toJson(evidence.sources)},
        {"citations", toJson(evidence.citations)}, {"files", toJson(evidence.files)},
        {"model",
            QJsonObject{{"name", evidence.modelName}, {"path", evidence.modelPath},
                {"files", toJson(evidence.modelFiles)}, {"device", evidence.device},
                {"options", QJsonArray::fromStringList(evidence.options)}}},
        {"settings", services::toJson(evidence.settings)}};
    if (evidence.request)
        object["request"] = toJson(*evidence.request);
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

Evidence parseRecord(const QByteArray& record)
{
    const QJsonObject object = parseJsonDocument(record, nullptr, recordLimits).object();
    if (!record.startsWith(evidenceHead) || !object["answer"].isString()
        || !object["question"].isString())
        reject(RecordText::tr("The record of this reply is damaged."));
    const QJsonObject model = object["model"].toObject();
    Evidence evidence{.question = object["question"].toString(),
        .answer = object["answer"].toString(),
        .sources = sourcesFrom(object["sources"].toArray()),
        .citations = citationsFrom(object["citations"].toArray()),
        .files = filesFrom(object["files"].toArray()),
        .modelName = model["name"].toString(),
        .modelPath = model["path"].toString(),
        .modelFiles = filesFrom(model["files"].toArray()),
        .device = model["device"].toString(),
        .options = model["options"].toVariant().toStringList(),
        .settings = answerSettingsFrom(object["settings"].toObject()),
        .request = requestFrom(object["request"].toObject()),
        .version = object["version"].toString(),
        .exported = object["exported"].toInteger()};
    return evidence;
}

} // namespace services

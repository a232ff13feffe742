#include "services/tools/document_tools.h"

#include "base/error.h"
#include "services/documents/library/document_library.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QHash>
#include <QObject>

#include <algorithm>

namespace services {

namespace {

constexpr int usualPassages = 5, maxPassages = 10; // of a search
constexpr size_t mostListed = 50; // documents of an answer
constexpr int mostNamed = 5; // documents of a message
constexpr qsizetype maxText = 1000; // characters of an argument
constexpr int maxNumber = 1'000'000; // of a page or document

class DocumentRun : public QObject, public ToolRun { };

QString textArgument(const QJsonObject& arguments, const char* name)
{
    return arguments[QLatin1String(name)].toString().left(maxText).simplified();
}

int numberArgument(const QJsonObject& arguments, const char* name, int usual, int most)
{
    return std::clamp(arguments[QLatin1String(name)].toInt(usual), 1, most);
}

QString formatHit(const DocumentHit& hit, int number)
{
    QString head = QStringLiteral("[%1] %2").arg(number).arg(QFileInfo(hit.file).fileName());
    if (hit.passage.page > 0)
        head += QStringLiteral(", page %1").arg(hit.passage.page);
    if (!hit.passage.heading.empty())
        head += QStringLiteral(", ") + QString::fromStdString(hit.passage.heading);
    return head + u'\n' + QString::fromStdString(hit.passage.text) + u'\n';
}

ToolOutcome foundOutcome(const Found& found)
{
    if (!found.error.isEmpty())
        return {found.error, true};
    if (found.hits.empty())
        return {QStringLiteral("Nothing was found in the user's documents.")};
    QString text;
    if (!found.isAnswered)
        text = QStringLiteral(
            "These passages are the nearest, but may not answer the question.\n\n");
    for (const DocumentHit& hit : found.hits)
        text += formatHit(hit, int(&hit - found.hits.data()) + 1) + u'\n';
    return {text.trimmed()};
}

bool hasAllWords(const QString& name, const QStringList& words)
{
    return std::ranges::all_of(
        words, [&name](const QString& word) { return name.contains(word, Qt::CaseInsensitive); });
}

QString lineFor(const NamedDocument& document)
{
    const LibraryFile& file = document.file;
    return file.pages > 0 ? QStringLiteral("%1 (%2 pages)").arg(document.name).arg(file.pages)
                          : document.name;
}

QString listText(const QList<LibraryRoot>& roots, const QString& words, size_t first)
{
    std::vector<NamedDocument> documents = namedDocuments(roots);
    const QStringList wanted = words.split(u' ', Qt::SkipEmptyParts);
    std::erase_if(documents,
        [&wanted](const NamedDocument& document) { return !hasAllWords(document.name, wanted); });
    if (documents.empty())
        return wanted.isEmpty()
            ? QStringLiteral("The user has no documents.")
            : QStringLiteral("No document has these words in its name: %1.").arg(words);
    if (first > documents.size())
        return QStringLiteral("There are only %1 documents.").arg(documents.size());
    const size_t end = std::min(documents.size(), first - 1 + mostListed);
    QString text
        = QStringLiteral("Documents %1 to %2 of %3:\n").arg(first).arg(end).arg(documents.size());
    for (size_t each = first - 1; each < end; ++each)
        text += lineFor(documents[each]) + u'\n';
    return text.trimmed();
}

ToolOutcome partOutcome(const FilePart& read, const QString& file)
{
    if (!read.error.isEmpty())
        return {read.error, true};
    const QString name = QFileInfo(file).fileName();
    const QString unit = read.hasPages ? QStringLiteral("page") : QStringLiteral("part");
    QString text
        = QStringLiteral("%1, %2 %3 of %4:\n\n").arg(name, unit).arg(read.part).arg(read.parts);
    if (read.passages.empty())
        return {text + QStringLiteral("There is no text here.")};
    std::string heading;
    for (const Passage& passage : read.passages) {
        if (passage.heading != heading && !passage.heading.empty())
            text += QString::fromStdString(passage.heading) + u'\n';
        heading = passage.heading;
        text += QString::fromStdString(passage.text) + QStringLiteral("\n\n");
    }
    return {text.trimmed()};
}

} // namespace

std::vector<NamedDocument> namedDocuments(const QList<LibraryRoot>& roots)
{
    QHash<QString, int> uses;
    const auto nameOf = [](const QString& path) { return path.mid(path.lastIndexOf(u'/') + 1); };
    const auto isRead = [](const LibraryFile& file) {
        return file.state == LibraryFile::State::Read && file.passages > 0;
    };
    for (const LibraryRoot& root : roots)
        for (const LibraryFile& file : root.files)
            if (isRead(file))
                ++uses[nameOf(file.path).toCaseFolded()];
    std::vector<NamedDocument> documents;
    for (const LibraryRoot& root : roots)
        for (const LibraryFile& file : root.files) {
            if (!isRead(file))
                continue;
            const QString name = nameOf(file.path);
            const bool isAlone = uses[name.toCaseFolded()] == 1;
            documents.push_back(
                {isAlone ? name : nameOf(root.path) + file.path.mid(root.path.size()), file});
        }
    return documents;
}

QString pathOfDocument(const QList<LibraryRoot>& roots, const QString& name)
{
    const auto isNamed = [&name](const NamedDocument& document) {
        return document.name.compare(name, Qt::CaseInsensitive) == 0
            || document.file.path.endsWith(u'/' + name, Qt::CaseInsensitive);
    };
    const std::vector<NamedDocument> all = namedDocuments(roots);
    QStringList paths, names, others;
    for (const NamedDocument& document : all) {
        if (isNamed(document) && !paths.contains(document.file.path)) {
            paths << document.file.path;
            names << document.name;
        }
        if (others.size() < mostNamed && hasAllWords(document.name, name.split(u' ')))
            others << document.name;
    }
    if (paths.size() == 1)
        return paths.first();
    const auto fail = [](const QString& message) {
        throw base::Error(base::ErrorKind::BadRequest, message.toStdString());
    };
    if (paths.size() > 1)
        fail(QStringLiteral("Several documents have the name \"%1\": %2.")
                 .arg(name, names.mid(0, mostNamed).join(QStringLiteral(", "))));
    if (!others.isEmpty())
        fail(QStringLiteral("No document has the name \"%1\". Similar: %2.")
                 .arg(name, others.join(QStringLiteral(", "))));
    fail(QStringLiteral("No document has the name \"%1\". List them with list_documents.")
             .arg(name));
    return {};
}

ToolDescription DocumentSearchTool::description() const
{
    return {QStringLiteral("search_documents"), QStringLiteral("search_documents"),
        QCoreApplication::translate("services::Tool", "Document search"),
        QStringLiteral("Finds passages in the documents that the user has given to the program. "
                       "Returns each with its file and page, which you should name. Search again "
                       "in other words if they don't answer."),
        R"({"type": "object", "properties": {"question": {"type": "string",
            "description": "what to look for, as a question or in key words"},
            "count": {"type": "integer", "description": "how many passages, at most 10"}},
            "required": ["question"]})"};
}

std::unique_ptr<ToolRun> DocumentSearchTool::call(const QJsonObject& arguments, Done done)
{
    auto run = std::make_unique<DocumentRun>();
    m_documents.find(textArgument(arguments, "question"),
        numberArgument(arguments, "count", usualPassages, maxPassages), run.get(),
        [done = std::move(done)](const Found& found) { done(foundOutcome(found)); });
    return run;
}

ToolDescription DocumentListTool::description() const
{
    return {QStringLiteral("list_documents"), QStringLiteral("list_documents"),
        QCoreApplication::translate("services::Tool", "List of documents"),
        QStringLiteral("Lists the user's documents by name, fifty at a time."),
        R"({"type": "object", "properties": {"words": {"type": "string",
            "description": "words that the names must have; left out: all documents"},
            "first": {"type": "integer", "description": "number of the first one; left out: 1"}}})"};
}

std::unique_ptr<ToolRun> DocumentListTool::call(const QJsonObject& arguments, Done done)
{
    const auto work = [roots = m_documents.roots(), words = textArgument(arguments, "words"),
                          first = numberArgument(arguments, "first", 1, maxNumber)] {
        return listText(roots, words, size_t(first));
    };
    return std::make_unique<BackgroundRun>(work, std::move(done));
}

ToolDescription DocumentPageTool::description() const
{
    return {QStringLiteral("read_document"), QStringLiteral("read_document"),
        QCoreApplication::translate("services::Tool", "Document pages"),
        QStringLiteral("Returns the text of a page of one of the user's documents. Documents "
                       "without pages are divided into parts."),
        R"({"type": "object", "properties": {"document": {"type": "string",
            "description": "its name as search_documents or list_documents return it"},
            "page": {"type": "integer", "description": "from 1; left out: 1"}},
            "required": ["document"]})"};
}

std::unique_ptr<ToolRun> DocumentPageTool::call(const QJsonObject& arguments, Done done)
{
    auto run = std::make_unique<DocumentRun>();
    const auto find = [roots = m_documents.roots(), name = textArgument(arguments, "document")] {
        return pathOfDocument(roots, name);
    };
    const auto read = [this, run = run.get(), done = std::move(done),
                          page = numberArgument(arguments, "page", 1, maxNumber)](
                          const Outcome<QString>& file) {
        if (!file.value)
            return done({file.error, true});
        m_documents.readPart(*file.value, page, run,
            [done, file = *file.value](const FilePart& part) { done(partOutcome(part, file)); });
    };
    runInBackground<QString>(run.get(), find, read);
    return run;
}

} // namespace services

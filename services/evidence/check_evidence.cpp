#include "services/evidence/check_evidence.h"

#include "services/conversations/documents/passage_store.h"
#include "services/documents/answers/answer_batch.h"
#include "services/documents/answers/citations.h"
#include "services/documents/document.h"
#include "services/text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QMap>

#include <algorithm>

namespace services {

namespace {

using Result = EvidencePoint::Result;

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::checkEvidence)
};

QString nameOf(const QString& path)
{
    return visibleText(QFileInfo(path).fileName());
}

QString shortened(const QString& text)
{
    constexpr qsizetype most = 80; // characters
    const QString line = visibleText(text.simplified());
    return line.size() <= most ? line : line.left(most - 1) + QChar(0x2026);
}

// The path of a file that is read for a record, which anyone may have written; empty: there is none.
QString findFile(const HashedFile& file, const QString& folder)
{
    const auto isUsable = [](const QString& path) {
        return QDir::isAbsolutePath(path) && QFileInfo(path).isFile();
    };
    if (isUsable(file.path))
        return file.path;
    const QString beside = QDir(folder).absoluteFilePath(QFileInfo(file.path).fileName());
    return isUsable(beside) ? beside : QString();
}

EvidencePoint compare(const HashedFile& file, const QString& path, const EvidenceWork& work)
{
    if (path.isEmpty())
        return {Result::Fails, Text::tr("“%1” isn't there any more.").arg(nameOf(file.path))};
    if (file.hash.isEmpty())
        return {Result::Unknown,
            Text::tr("“%1” couldn't be read when the reply was exported.").arg(nameOf(file.path))};
    if (hashFile(path, work) != file.hash)
        return {Result::Fails,
            Text::tr("“%1” has changed since the reply was exported.").arg(nameOf(file.path))};
    return {Result::Holds, Text::tr("“%1” is unchanged.").arg(nameOf(file.path))};
}

EvidencePoint comparePassage(int number, const Source& source, const Document& document)
{
    const std::string passage = source.passage.toStdString();
    const auto found
        = passage.empty() ? std::nullopt : findPassage(document, passage, storedRange(source));
    if (!found)
        return {Result::Fails,
            Text::tr("Passage [%1] isn't in “%2” any more.")
                .arg(QString::number(number), nameOf(source.address))};
    const auto page = document.isPaged ? int(pageAt(document, found->from)) + 1 : 0;
    if (page > 0)
        return {Result::Holds,
            Text::tr("Passage [%1] is in “%2”, page %3, word for word.")
                .arg(QString::number(number), nameOf(source.address), QString::number(page))};
    return {Result::Holds,
        Text::tr("Passage [%1] is in “%2” word for word.")
            .arg(QString::number(number), nameOf(source.address))};
}

// All passages that are cited of one file.
void checkPassages(const QList<int>& numbers, const Evidence& evidence, const QString& path,
    const TakePoint& take, const EvidenceWork& work)
{
    Document document;
    QString problem;
    try {
        document = readDocument(path, {}, work.readerProcess());
    } catch (const base::Error& error) {
        work.requireGoing();
        problem = QString::fromUtf8(error.what());
    }
    for (const int number : numbers)
        take(problem.isEmpty() ? comparePassage(number, evidence.sources[number - 1], document)
                               : EvidencePoint{Result::Fails,
                                   Text::tr("Passage [%1] can't be compared: %2")
                                       .arg(QString::number(number), problem)});
}

void checkCitations(const Evidence& evidence, const TakePoint& take)
{
    const std::vector<std::string> passages = citedTexts(evidence.sources);
    const std::string answer = evidence.answer.toStdString();
    for (const Citation& citation : citationsIn(answer, passages)) {
        const QString number = QString::number(citation.number);
        const QString statement = shortened(shownStatement(answer, citation));
        if (citation.number < 1 || size_t(citation.number) > passages.size()) {
            take({Result::Fails, Text::tr("Citation [%1] names no passage.").arg(number)});
        } else if (citation.isSupported) {
            take({Result::Holds,
                Text::tr("Citation [%1] has all facts of: %2").arg(number, statement)});
        } else {
            QStringList missing;
            for (const std::string& fact : citation.missing)
                missing << visibleText(QString::fromStdString(fact));
            take({Result::Fails,
                Text::tr("Citation [%1] lacks %2 of: %3")
                    .arg(number, missing.join(QStringLiteral(", ")), statement)});
        }
    }
}

} // namespace

void checkSources(const Evidence& evidence, const QString& folder, const TakePoint& take,
    const EvidenceWork& work)
{
    EvidenceWork quiet = work; // files count, whatever their size
    quiet.progress = {};
    QMap<QString, QString> found; // where a file is now
    for (const HashedFile& file : evidence.files) {
        found[file.path] = findFile(file, folder);
        take(compare(file, found[file.path], quiet));
    }
    QMap<QString, QList<int>> passages; // by path
    for (const int number : citedSources(evidence))
        passages[evidence.sources[number - 1].address] << number;
    qsizetype done = 0;
    for (auto each = passages.constBegin(); each != passages.constEnd(); ++each) {
        work.requireGoing();
        const QString path = found.value(each.key());
        if (!path.isEmpty())
            checkPassages(each.value(), evidence, path, take, work);
        else if (each.key().isEmpty())
            for (const int number : each.value())
                take({Result::Unknown,
                    Text::tr("Passage [%1] isn't from a file.").arg(QString::number(number))});
        if (work.progress)
            work.progress(double(++done) / double(passages.size()));
    }
    checkCitations(evidence, take);
}

EvidencePoint checkModel(const Evidence& evidence, const QString& path, const EvidenceWork& work)
{
    const QString name = visibleText(evidence.modelName);
    if (evidence.modelFiles.isEmpty())
        return {Result::Unknown,
            Text::tr("The model “%1” runs on a server, so the answer isn't written again.")
                .arg(name)};
    const QStringList files = modelFilesAt(path);
    if (path.isEmpty() || files.isEmpty() || !std::ranges::all_of(files, [](const QString& file) {
            return QFileInfo(file).isFile();
        }))
        return {Result::Unknown,
            Text::tr("The model “%1” isn't on this computer, so the answer isn't written again.")
                .arg(name)};
    QStringList recorded, now;
    for (const HashedFile& file : evidence.modelFiles)
        recorded << file.hash;
    if (files.size() == recorded.size())
        for (const QString& file : files)
            now << hashFile(file, work);
    if (now != recorded || recorded.contains(QString()))
        return {Result::Fails, Text::tr("The model “%1” has changed.").arg(name)};
    return {Result::Holds, Text::tr("The model “%1” is unchanged.").arg(name)};
}

EvidencePoint checkAnswer(
    const Evidence& evidence, runtime::AnswerEngine& engine, const EvidenceWork& work)
{
    if (!evidence.request)
        return {Result::Unknown,
            Text::tr("The answer isn't written again: it was written in several steps, or from "
                     "more than texts.")};
    AnswerRequest request = *evidence.request;
    request.settings = evidence.settings;
    try {
        const std::vector<std::string> again
            = answerTexts(engine, {std::move(request)}, {}, work.stop);
        const QString text = QString::fromStdString(again.front());
        if (text == evidence.answer)
            return {Result::Holds, Text::tr("The model writes the same answer again.")};
        const auto [mine, its] = std::ranges::mismatch(text, evidence.answer);
        const qsizetype at = mine - text.begin();
        return {Result::Fails,
            Text::tr("The model now writes another answer, from “%1” on.")
                .arg(shortened(text.mid(std::max<qsizetype>(0, at - 20), 60)))};
    } catch (const base::Error& error) {
        work.requireGoing();
        return {Result::Fails,
            Text::tr("The answer can't be written again: %1").arg(QString::fromUtf8(error.what()))};
    }
}

} // namespace services

#include "services/documents/measure/measure_library.h"

#include "base/error.h"
#include "services/documents/document_formats.h"
#include "services/documents/index/search_terms.h"

#include <QFileInfo>
#include <QMap>
#include <QSet>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <random>

namespace services {

double LibraryMeasure::foundWithin(int rank) const
{
    const auto found = std::ranges::count_if(questions,
        [rank](const MeasuredQuestion& each) { return each.rank > 0 && each.rank <= rank; });
    return questions.isEmpty() ? 0 : double(found) / double(questions.size());
}

double LibraryMeasure::refusedAt(double threshold) const
{
    const auto refused = std::ranges::count_if(
        questions, [threshold](const MeasuredQuestion& each) { return each.score < threshold; });
    return questions.isEmpty() ? 0 : double(refused) / double(questions.size());
}

double LibraryMeasure::suggestedThreshold() const
{
    int percent = 99;
    while (percent > 1 && refusedAt(percent / 100.0) > 0.1)
        --percent;
    return percent / 100.0;
}

namespace {

constexpr int maxHits = 20;
constexpr qsizetype minPassageLength = 80; // bytes; less says nothing that could be asked for
constexpr size_t wordsAsked = 4;
constexpr int64_t questionTokens = 64;
constexpr size_t maxQuestionLength = 400; // bytes
constexpr int passagesLookedAt = 40; // of a file, to see what it is like

void requireGoing(const MeasureWork& work)
{
    if (work.stop.stop_requested())
        throw base::Error(base::ErrorKind::Cancelled, "Measuring was stopped.");
}

// The passages of all documents, each document once.
std::vector<PassageNumber> allPassages(
    DocumentIndex& index, const QList<IndexedFile>& files, const MeasureWork& work)
{
    std::vector<PassageNumber> all;
    QSet<QByteArray> seen;
    for (const IndexedFile& file : files) {
        requireGoing(work);
        if (!file.document.error.isEmpty() || seen.contains(file.document.content))
            continue;
        seen.insert(file.document.content);
        std::ranges::move(index.passagesIn(file.document.content), std::back_inserter(all));
    }
    return all;
}

// Chooses a passage for each question by the seed; passes over short ones.
std::vector<DocumentHit> choosePassages(
    DocumentIndex& index, std::vector<PassageNumber> numbers, const MeasureWork& work)
{
    std::mt19937_64 random(work.seed);
    std::vector<DocumentHit> chosen;
    for (size_t left = numbers.size(); left > 0 && chosen.size() < size_t(work.questions); --left) {
        requireGoing(work);
        std::swap(numbers[random() % left], numbers[left - 1]);
        for (DocumentHit& hit : index.passages({numbers[left - 1]}))
            if (qsizetype(hit.passage.text.size()) >= minPassageLength)
                chosen.push_back(std::move(hit));
    }
    return chosen;
}

// Four of the rarest words, in their order. A word of this passage alone would find it whatever else
// is asked, so words that others have, too, come first.
std::string rareWords(DocumentIndex& index, const std::string& passage)
{
    struct Word {
        std::string text;
        size_t place;
        size_t forms; // their number
        int64_t passages = 0;
    };
    std::vector<Word> words;
    std::vector<std::string> forms; // of all words, in order
    QSet<QString> seen;
    for (const std::string& text : toDecidingTexts(passage)) {
        const QString lower = QString::fromStdString(text).toLower();
        if (seen.contains(lower) || lower.size() < 3)
            continue;
        seen.insert(lower);
        const size_t before = forms.size();
        for (const SearchWord& word : toSearchWords(text))
            forms.insert(forms.end(), word.forms.begin(), word.forms.end());
        words.push_back({text, words.size(), forms.size() - before});
    }
    const std::vector<int64_t> with = index.statistics(forms).with;
    auto next = with.begin();
    for (Word& word : words) {
        const auto end = next + ptrdiff_t(word.forms);
        const int64_t most = next == end ? 0 : *std::max_element(next, end);
        word.passages = most > 1 ? most : std::numeric_limits<int64_t>::max();
        next = end;
    }
    std::ranges::stable_sort(words, {}, &Word::passages);
    words.resize(std::min(words.size(), wordsAsked));
    std::ranges::sort(words, {}, &Word::place);
    std::string question;
    for (const Word& word : words)
        question += (question.empty() ? "" : " ") + word.text;
    return question;
}

runtime::AnswerRequest questionRequest(const DocumentHit& hit, uint64_t seed)
{
    runtime::AnswerRequest request;
    request.messages.push_back({runtime::Role::User,
        {runtime::Passage{{hit.title.toStdString()}, hit.passage.text},
            "Write one question that this text answers and that somebody would ask who has not "
            "seen "
            "it. Use other words than the text where you can. Write it in the language of the "
            "text, "
            "and write nothing but the question."}});
    request.settings.temperature = 0.0F;
    request.settings.seed = seed;
    request.settings.maxTokens = questionTokens;
    request.settings.thinks = false;
    return request;
}

// The first line that says anything, without quotation marks.
QString tidied(const std::string& text)
{
    for (QString line :
        QString::fromStdString(text.substr(0, 4 * maxQuestionLength)).split(u'\n')) {
        line = line.trimmed();
        while (line.startsWith(u'"') || line.startsWith(u'*'))
            line.remove(0, 1);
        while (line.endsWith(u'"') || line.endsWith(u'*'))
            line.chop(1);
        if (!line.isEmpty())
            return line.left(qsizetype(maxQuestionLength));
    }
    return {};
}

QList<MeasuredQuestion> makeQuestions(DocumentIndex& index, runtime::AnswerEngine* engine,
    const std::vector<DocumentHit>& passages, const MeasureWork& work)
{
    std::vector<std::string> texts;
    if (engine) {
        std::vector<runtime::AnswerRequest> requests;
        for (const DocumentHit& hit : passages)
            requests.push_back(questionRequest(hit, work.seed));
        const size_t total = 2 * passages.size(); // writing and searching
        texts = answerTexts(
            *engine, std::move(requests),
            [&work, total](size_t done, size_t) {
                if (work.progress)
                    work.progress(done, total);
            },
            work.stop);
    }
    QList<MeasuredQuestion> questions;
    for (size_t each = 0; each < passages.size(); ++each) {
        requireGoing(work);
        QString text = engine ? tidied(texts[each]) : QString();
        if (text.isEmpty())
            text = QString::fromStdString(rareWords(index, passages[each].passage.text));
        questions << MeasuredQuestion{text, passages[each].file, passages[each].passage};
    }
    return questions;
}

void search(DocumentSearch& search, MeasuredQuestion& question)
{
    const std::vector<DocumentHit> hits = search.find(question.text, maxHits);
    question.score = hits.empty() ? 0 : hits.front().score;
    const auto found = std::ranges::find_if(hits,
        [&question](const DocumentHit& hit) { return hit.passage.text == question.passage.text; });
    question.rank = found == hits.end() ? 0 : int(found - hits.begin()) + 1;
}

bool looksMisread(std::string_view word)
{
    const auto is = [&word](int (*kind)(int)) {
        return std::ranges::any_of(word, [kind](char each) { return kind(uchar(each)) != 0; });
    };
    const bool mixes = is(std::isdigit) && is(std::islower);
    const bool turns = std::ranges::any_of(word.substr(1), [](char each) {
        return std::isupper(uchar(each)) != 0;
    }) && std::islower(uchar(word.front())) != 0;
    return mixes || turns;
}

// What passages of a file are like.
Weakness kindOf(DocumentIndex& index, const IndexedFile& file)
{
    const DocumentFormat* format = findFormatByName(file.stamp.path.toStdString());
    if (format && format->use == FormatUse::Picture)
        return Weakness::Scan;
    std::vector<PassageNumber> numbers = index.passagesIn(file.document.content);
    numbers.resize(std::min(numbers.size(), size_t(passagesLookedAt)));
    size_t lines = 0, rows = 0, words = 0, misread = 0;
    for (const DocumentHit& hit : index.passages(numbers)) {
        for (const QString& line : QString::fromStdString(hit.passage.text).split(u'\n')) {
            ++lines;
            rows += line.contains(QLatin1String(" | "));
        }
        for (const std::string& word : toDecidingTexts(hit.passage.text)) {
            ++words;
            misread += looksMisread(word);
        }
    }
    if (2 * rows > lines)
        return Weakness::Table;
    return 10 * misread > words ? Weakness::Scan : Weakness::NotFound;
}

QList<MeasuredFile> findWeak(DocumentIndex& index, const QList<IndexedFile>& files,
    const QList<MeasuredQuestion>& questions, const MeasureWork& work)
{
    QMap<QString, MeasuredFile> measured;
    for (const MeasuredQuestion& question : questions) {
        MeasuredFile& file = measured[question.file];
        ++file.questions;
        file.found += question.rank > 0 && question.rank <= LibraryMeasure::ranks[1];
    }
    QList<MeasuredFile> weak;
    for (const IndexedFile& each : files) {
        requireGoing(work);
        MeasuredFile file = measured.value(each.stamp.path);
        file.file = each.stamp.path;
        file.error = each.document.error;
        if (!file.error.isEmpty())
            file.weakness = Weakness::Unread;
        else if (each.document.pages > 1 && 2 * each.document.passages < each.document.pages)
            file.weakness = Weakness::LittleText;
        else if (file.questions > 0 && 2 * file.found < file.questions)
            file.weakness = kindOf(index, each);
        if (file.weakness != Weakness::None)
            weak << file;
    }
    std::ranges::stable_sort(weak, {}, [](const MeasuredFile& file) {
        return file.questions == 0 ? 1.0 : double(file.found) / file.questions;
    });
    return weak;
}

} // namespace

LibraryMeasure measureLibrary(DocumentIndex& index, PassageEncoder* encoder,
    runtime::AnswerEngine* engine, const MeasureWork& work)
{
    const QList<IndexedFile> files = index.files();
    const std::vector<DocumentHit> passages
        = choosePassages(index, allPassages(index, files, work), work);
    if (passages.empty())
        throw base::Error(base::ErrorKind::BadRequest,
            "There are no passages to make questions from. Add documents first.");
    LibraryMeasure measure{.questions = {}, .isByModel = engine != nullptr, .weak = {}};
    measure.questions = makeQuestions(index, engine, passages, work);
    DocumentSearch searching(index, encoder, work.reranker);
    const size_t before = engine ? passages.size() : 0; // that were written
    for (size_t each = 0; each < passages.size(); ++each) {
        requireGoing(work);
        search(searching, measure.questions[qsizetype(each)]);
        if (work.progress)
            work.progress(before + each + 1, before + passages.size());
    }
    measure.weak = findWeak(index, files, measure.questions, work);
    return measure;
}

} // namespace services

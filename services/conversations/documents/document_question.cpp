#include "services/conversations/documents/document_question.h"

#include "base/error.h"
#include "base/utf8.h"
#include "runtime/prompt/message_json.h"
#include "services/conversations/build_answer_request.h"
#include "services/conversations/documents/passage_store.h"
#include "services/conversations/documents/question_of_conversation.h"
#include "services/documents/answers/answer_batch.h"
#include "services/documents/answers/citations.h"
#include "services/documents/answers/model_judge.h"
#include "services/documents/answers/whole_document.h"

#include <QCoreApplication>

#include <algorithm>
#include <functional>
#include <ranges>
#include <utility>

namespace services {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(services::DocumentQuestion)
};

constexpr int64_t usualAnswerTokens = 1024; // that are left for an answer, unless settings say more
constexpr size_t mostPassages = 8; // of those that were found
constexpr int lookedAt = 20;
constexpr size_t mostBytesKept = 1 << 15; // of a part that the model read notes on
constexpr size_t bytesOfToken = 8; // no usual text has more

QStringList leftOutSentences(size_t leftOut, bool isCut)
{
    QStringList sentences;
    if (isCut)
        sentences << Text::tr("Only the beginning of one passage fits into the model's context.");
    if (leftOut > 0)
        sentences << Text::tr("%Ln passages didn't fit into the model's context and were left out.",
            nullptr, int(leftOut));
    return sentences;
}

// Marks within a quotation are no citations of its answer: an invisible character keeps them apart.
QString quoted(const QString& passage, qsizetype number)
{
    QString text = passage.trimmed();
    static const QString markdown = QStringLiteral("\\`*_<>#|~[]");
    for (qsizetype at = text.size() - 1; at >= 0; --at) {
        if (text[at] == u'[')
            text.insert(at + 1, QChar(0x2060));
        if (markdown.contains(text[at]))
            text.insert(at, u'\\');
    }
    text.replace(u'\n', QStringLiteral("  \n> "));
    return QStringLiteral("> %1 [%2]").arg(text).arg(number);
}

class DocumentAnswerer {
public:
    DocumentAnswerer(const DocumentQuestion& question, runtime::AnswerEngine& engine,
        PassageStore& store, const DocumentAnswerProgress& progress)
        : m_question(question)
        , m_engine(engine)
        , m_store(store)
        , m_progress(progress)
        , m_room(engine, question.settings.maxTokens.value_or(usualAnswerTokens), question.history)
        , m_count(m_room.count())
    {
    }

    DocumentAnswer run()
    {
        const bool isAboutWhole
            = !m_question.meant.isEmpty() && isAboutWholeDocument(m_question.text.toStdString());
        if (m_question.isByBuiltIn)
            return isAboutWhole ? beginning() : shown();
        if (m_question.documents.isEmpty())
            return found();
        if (const auto whole
            = wholePassages(isAboutWhole ? m_question.meant : m_question.documents))
            return isAboutWhole ? DocumentAnswer{*whole, notWholeNote(), {}} : withLibrary(*whole);
        return isAboutWhole ? notes() : found();
    }

private:
    // ---- all of the documents ----

    // Every passage of them, those that the model has read already under their numbers; nothing where
    // they take too much of the context.
    std::optional<QList<Source>> wholePassages(const QList<TextAttachment>& documents)
    {
        const QList<Source> earlier = earlierOnes();
        QList<TextAttachment> unread;
        for (const TextAttachment& document : documents)
            if (!isReadWhole(document, earlier))
                unread << document;
        QList<Source> all = unread.size() < documents.size() ? earlier : QList<Source>();
        size_t left = m_room.questionTokens() * 3 / 5;
        for (const TextAttachment& document : unread)
            if (!append(all, document, left))
                return std::nullopt;
        return all;
    }

    // The sources of earlier questions, as far as the model still reads them.
    QList<Source> earlierOnes() const
    {
        if (m_question.earlier.isEmpty() || !m_room.reads(m_question.earlierMessage))
            return {};
        QList<Source> sources = m_question.earlier;
        for (Source& source : sources)
            if (source.reading != Source::Reading::Never)
                source.reading = Source::Reading::Earlier;
        return sources;
    }

    // No usual text has fewer tokens; counting those of a long one takes a while.
    bool isSurelyTooLong(const TextAttachment& document) const
    {
        return document.document->text.size() / bytesOfToken > m_room.questionTokens();
    }

    bool isReadWhole(const TextAttachment& document, const QList<Source>& earlier) const
    {
        if (earlier.isEmpty())
            return false;
        const QList<Source> passages = passageSources(document);
        return passages.size() <= earlier.size()
            && std::ranges::all_of(passages, [&earlier](const Source& passage) {
                   return std::ranges::any_of(earlier, [&passage](const Source& each) {
                       return each.reading == Source::Reading::Earlier
                           && isSamePassage(each, passage);
                   });
               });
    }

    // Returns false if that takes more than what is left.
    bool append(QList<Source>& all, const TextAttachment& document, size_t& left) const
    {
        if (isSurelyTooLong(document))
            return false;
        for (const Source& passage : passageSources(document)) {
            throwIfStopped();
            const size_t tokens = m_count(
                runtime::passageText(numbered(toPassage(passage), size_t(all.size()) + 1)));
            if (tokens > left)
                return false;
            left -= tokens;
            all << passage;
        }
        return true;
    }

    // Adds the passages of the library that fit in addition to the conversation's documents.
    DocumentAnswer withLibrary(const QList<Source>& whole)
    {
        DocumentAnswer answer{whole, notWholeNote(), {}};
        const std::vector<DocumentHit> library = judged(m_question.library);
        if (!isAnswered(library, m_question.threshold))
            return answer;
        size_t left = m_room.questionTokens() - countTokens(whole);
        for (const Source& source : best(library)) {
            const size_t tokens = m_count(runtime::passageText(toPassage(source)));
            if (tokens > left)
                break;
            left -= tokens;
            answer.sources << source;
        }
        return answer;
    }

    size_t countTokens(const QList<Source>& sources) const
    {
        size_t tokens = m_count(citedQuestionText(m_question.text.toStdString()));
        for (const Source& source : sources)
            if (source.reading == Source::Reading::WithQuestion)
                tokens += m_count(runtime::passageText(toPassage(source)));
        return std::min(tokens, m_room.questionTokens());
    }

    // A note on the first document that a reader did not read to its end.
    QString notWholeNote() const
    {
        for (const TextAttachment& document : m_question.documents)
            if (!document.document->isWhole)
                return Text::tr("“%1” is too long: its end wasn't read.").arg(document.name);
        return {};
    }

    // Read part by part.
    DocumentAnswer notes()
    {
        std::vector<WholeDocument> documents;
        for (const TextAttachment& document : m_question.meant)
            documents.push_back({document.name.toStdString(), *document.document});
        WholeReading reading;
        reading.settings = m_question.settings;
        reading.stop = m_progress.stop;
        reading.mostTokens = m_room.questionTokens();
        reading.progress = [this](size_t done, size_t total) {
            m_progress.waits(Text::tr("Reading everything: part %1 of %2").arg(done).arg(total));
        };
        const WholeNotes notes
            = notesAboutWhole(m_engine, m_question.text.toStdString(), documents, reading);
        DocumentAnswer answer;
        for (size_t index = 0; index < notes.parts.size(); ++index)
            answer.sources << makeSource(notes, index);
        if (notes.areNotes)
            answer.note = Text::tr("Longer than the model's context. Answer based on notes taken "
                                   "while reading everything part by part.");
        return answer;
    }

    Source makeSource(const WholeNotes& notes, size_t index) const
    {
        const WholePart& part = notes.parts[index];
        const TextAttachment& document = m_question.meant[qsizetype(part.document)];
        const std::string& text = document.document->text;
        ByteRange kept = part.bytes;
        if (kept.size() > mostBytesKept)
            kept.to = base::characterStart(text, kept.from + mostBytesKept);
        Source source{document.name, document.path, int(part.firstPage),
            QString::fromStdString(text.substr(kept.from, kept.size())), qint64(kept.from),
            qint64(kept.to)};
        const QString read = QString::fromStdString(notes.texts[index]);
        if (notes.areNotes || kept != part.bytes)
            source.notes = read;
        return source;
    }

    // ---- the passages that answer best ----

    std::vector<DocumentHit> inConversation()
    {
        PassageStore::Comparing comparing{
            m_question.embedding, m_question.reranker, {}, m_progress.stop};
        comparing.progress = [this](int64_t done, int64_t total) {
            m_progress.waits(
                Text::tr("Searching by meaning: %1 of %2 passages").arg(done).arg(total));
        };
        std::vector<DocumentHit> best;
        for (const QString& wanted : searchedFor(m_question.text, m_question.before)) {
            throwIfStopped();
            auto found = m_store.find(m_question.documents, wanted, lookedAt, comparing);
            if (best.empty() || isAnswered(found, m_question.threshold))
                best = std::move(found);
            if (isAnswered(best, m_question.threshold))
                break;
        }
        return best;
    }

    // Both in one, the best first.
    std::vector<DocumentHit> ranked()
    {
        std::vector<DocumentHit> all = inConversation();
        all.insert(all.end(), m_question.library.begin(), m_question.library.end());
        std::ranges::stable_sort(all, std::ranges::greater(), &DocumentHit::score);
        return judged(std::move(all));
    }

    // Judges by the question in its fullest wording: a passage does not answer "And the second
    // one?".
    std::vector<DocumentHit> judged(std::vector<DocumentHit> ranked)
    {
        if (!m_question.isJudged || ranked.empty())
            return ranked;
        throwIfStopped();
        m_progress.waits(Text::tr("Reading the most relevant passages…"));
        ModelJudge judge(m_engine, m_progress.stop);
        ranked.resize(std::min(ranked.size(), size_t(judgedHits)));
        judgeHits(ranked, searchedFor(m_question.text, m_question.before).last(), judge);
        return ranked;
    }

    QList<Source> best(const std::vector<DocumentHit>& ranked) const
    {
        return toSources(ranked,
            m_question.isModelSmall || m_question.isByBuiltIn ? mostShownPassages : mostPassages);
    }

    static QList<Source> toSources(const std::vector<DocumentHit>& ranked, size_t most)
    {
        QList<Source> sources;
        for (const DocumentHit& hit : ranked | std::views::take(most))
            sources << services::makeSource(hit);
        return sources;
    }

    DocumentAnswer found()
    {
        const std::vector<DocumentHit> ranked = this->ranked();
        if (!isAnswered(ranked, m_question.threshold))
            return m_question.mayDoWithout ? DocumentAnswer() : nothing(ranked);
        const QList<Source> sources = best(ranked);
        std::vector<runtime::Passage> passages;
        for (const Source& source : sources)
            passages.push_back(toPassage(source));
        const CitedQuestion cited = citedQuestion(
            m_question.text.toStdString(), passages, m_room.questionTokens(), m_count);
        if (cited.passages == 0)
            throw base::Error(base::ErrorKind::BadRequest,
                Text::tr("No passage fits into the model's context. Increase the context length in "
                         "the settings, or start a new chat.")
                    .toStdString());
        DocumentAnswer answer{sources.first(qsizetype(cited.passages)), {}, {}};
        if (cited.isCut)
            answer.sources.last().passage
                = QString::fromStdString(std::get<runtime::Passage>(cited.parts.front()).text);
        QStringList sentences = leftOutSentences(cited.leftOut, cited.isCut);
        if (!m_question.documents.isEmpty())
            sentences.prepend(Text::tr(
                "Answer based on the %Ln most relevant passages.", nullptr, int(cited.passages)));
        answer.note = sentences.join(u' ');
        return answer;
    }

    // ---- without a model ----

    static QList<Source> onlyShown(QList<Source> sources)
    {
        for (Source& source : sources)
            source.reading = Source::Reading::Never;
        return sources;
    }

    DocumentAnswer nothing(const std::vector<DocumentHit>& ranked) const
    {
        const QList<Source> nearest = toSources(ranked, mostShownPassages);
        QString text = Text::tr("Your documents don't contain an answer to this question.");
        if (!nearest.isEmpty())
            text += u' ' + Text::tr("The closest passages are listed below.");
        return {onlyShown(nearest), {}, text};
    }

    DocumentAnswer shown()
    {
        const std::vector<DocumentHit> ranked = this->ranked();
        if (!isAnswered(ranked, m_question.threshold))
            return m_question.mayDoWithout ? DocumentAnswer() : nothing(ranked);
        return quotation(best(ranked),
            Text::tr("The built-in model can't answer questions about documents. The most relevant "
                     "passages are:"));
    }

    DocumentAnswer beginning() const
    {
        QList<Source> sources;
        for (const TextAttachment& document : m_question.meant)
            sources << passageSources(document).mid(0, m_question.meant.size() > 1 ? 1 : 3);
        return quotation(sources.mid(0, mostShownPassages),
            Text::tr("The built-in model can't summarize. The document begins:"));
    }

    static DocumentAnswer quotation(const QList<Source>& sources, const QString& sentence)
    {
        QStringList parts{sentence};
        for (qsizetype index = 0; index < sources.size(); ++index)
            parts << quoted(sources[index].passage, index + 1);
        return {onlyShown(sources), {}, parts.join(QStringLiteral("\n\n"))};
    }

    void throwIfStopped() const
    {
        if (m_progress.stop.stop_requested())
            throw base::Error(base::ErrorKind::Cancelled, "The answer was stopped.");
    }

    const DocumentQuestion& m_question;
    runtime::AnswerEngine& m_engine;
    PassageStore& m_store;
    const DocumentAnswerProgress& m_progress;
    const ModelRoom m_room;
    const TokenCounter m_count;
};

} // namespace

DocumentAnswer documentAnswer(const DocumentQuestion& question, runtime::AnswerEngine& engine,
    PassageStore& store, const DocumentAnswerProgress& progress)
{
    return DocumentAnswerer(question, engine, store, progress).run();
}

} // namespace services

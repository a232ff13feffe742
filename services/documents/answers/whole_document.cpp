#include "services/documents/answers/whole_document.h"

#include "base/error.h"
#include "runtime/prompt/message_json.h"
#include "services/documents/answers/answer_batch.h"
#include "services/documents/answers/citations.h"
#include "services/documents/index/search_terms.h"
#include "services/documents/passages/split_document.h"

#include <algorithm>

namespace services {

namespace {

constexpr int64_t usualAnswerTokens = 512;
constexpr size_t leastStretch = 64; // tokens
constexpr size_t mostBytesCompared = 1 << 15; // of a part, by which a citation is checked

// Beginnings of terms that ask for a whole document, and signs of the scripts that have no terms.
constexpr const char* wholeTerms[] = {"summar", "zusammenfass", "resum", "overview", "uberblick",
    "abstract", "synthes", "translat", "ubersetz", "tradui", "traduc"};
constexpr const char* comparingTerms[] = {"compar", "vergleich", "differenc", "unterschied"};
constexpr std::string_view wholeWords[] = {"fass", "gist", "tldr"};
constexpr const char* wholeSigns[] = {"总结", "概括", "摘要", "总述", "翻译", "總結"};
constexpr const char* comparingSigns[] = {"比较", "对比"};

bool beginsAny(const std::vector<std::string>& terms, std::span<const char* const> beginnings)
{
    return std::ranges::any_of(terms, [beginnings](const std::string& term) {
        return std::ranges::any_of(
            beginnings, [&term](const char* beginning) { return term.starts_with(beginning); });
    });
}

bool holdsAny(std::string_view text, std::span<const char* const> signs)
{
    return std::ranges::any_of(
        signs, [text](const char* sign) { return text.find(sign) != std::string_view::npos; });
}

/// What the model reads as one: a part of a document, or notes on several that follow each other.
struct Note {
    WholePart part;
    std::string text;
};

std::string formatPages(const WholePart& part)
{
    if (part.firstPage == 0)
        return {};
    const std::string first = std::to_string(part.firstPage);
    return part.firstPage == part.lastPage ? "page " + first
                                           : "pages " + first + "–" + std::to_string(part.lastPage);
}

class WholeReader {
public:
    WholeReader(runtime::AnswerEngine& engine, std::string_view question,
        std::span<const WholeDocument> documents, const WholeReading& reading)
        : m_engine(engine)
        , m_question(question)
        , m_documents(documents)
        , m_reading(reading)
        , m_room(engine, reading.settings.maxTokens.value_or(usualAnswerTokens))
        , m_count(m_room.count())
        , m_mostTokens(reading.mostTokens > 0
                  ? std::min(reading.mostTokens, m_room.questionTokens())
                  : m_room.questionTokens())
    {
    }

    WholeAnswer run() { return answer(readNotes()); }

    WholeNotes notes()
    {
        WholeNotes result;
        for (Note& note : readNotes()) {
            result.parts.push_back(note.part);
            result.texts.push_back(std::move(note.text));
        }
        result.areNotes = m_areNotes;
        return result;
    }

private:
    std::vector<Note> readNotes()
    {
        std::vector<Note> notes = stretches();
        if (notes.empty())
            throw base::Error(base::ErrorKind::BadRequest, "The document contains no text.");
        for (; !fit(notes); m_areNotes = true)
            notes = condensed(notes);
        return notes;
    }

    runtime::Passage passageOf(const Note& note) const
    {
        return {{m_documents[note.part.document].name, formatPages(note.part)}, note.text};
    }

    std::vector<runtime::Passage> passagesOf(const std::vector<Note>& notes) const
    {
        std::vector<runtime::Passage> passages;
        for (const Note& note : notes)
            passages.push_back(passageOf(note));
        return passages;
    }

    bool fit(const std::vector<Note>& notes) const
    {
        const auto question = citedQuestion(m_question, passagesOf(notes), m_mostTokens, m_count);
        return question.leftOut == 0 && !question.isCut;
    }

    std::string notingText() const
    {
        return "Above stands a part of something longer. Note down briefly, in complete sentences, "
               "what it says that matters for this request, with its names and numbers: \""
            + m_question + "\"";
    }

    // All documents in order, each part as long as a request has room for.
    std::vector<Note> stretches() const
    {
        const size_t frame = m_count(notingText())
            + m_count(runtime::passageText({{"name", "pages 100–110"}, {}}));
        if (m_room.questionTokens() < frame + leastStretch)
            throw base::Error(base::ErrorKind::BadRequest,
                "The context is too small to read a document. Increase the context length to at "
                "least 2,048 tokens.");
        const size_t most = (m_room.questionTokens() - frame) * 7 / 8;
        std::vector<Note> notes;
        for (size_t document = 0; document < m_documents.size(); ++document)
            appendStretches(notes, document, most);
        return notes;
    }

    void appendStretches(std::vector<Note>& notes, size_t index, size_t most) const
    {
        const Document& document = m_documents[index].document;
        for (const MeasuredRange& stretch :
            cutText(document.text, {0, document.text.size()}, most, m_count)) {
            const std::string text = document.text.substr(stretch.bytes.from, stretch.bytes.size());
            if (text.find_first_not_of(" \t\r\n") == std::string::npos)
                continue;
            WholePart part{index, 0, 0, stretch.bytes};
            if (document.isPaged) {
                part.firstPage = pageAt(document, stretch.bytes.from) + 1;
                part.lastPage = pageAt(document, stretch.bytes.to - 1) + 1;
            }
            notes.push_back({part, text});
        }
    }

    // One note for as many that follow each other in a document as fit; fewer tokens than before.
    std::vector<Note> condensed(const std::vector<Note>& notes) const
    {
        const std::vector<std::vector<Note>> groups = grouped(notes);
        const size_t most = groups.size() * size_t(noteTokens(groups.size()));
        std::vector<runtime::AnswerRequest> requests;
        for (const auto& group : groups)
            requests.push_back(noting(group, noteTokens(groups.size())));
        const auto texts
            = answerTexts(m_engine, std::move(requests), m_reading.progress, m_reading.stop);
        std::vector<Note> result;
        for (size_t group = 0; group < groups.size(); ++group) {
            WholePart part = groups[group].front().part;
            part.lastPage = groups[group].back().part.lastPage;
            part.bytes.to = groups[group].back().part.bytes.to;
            result.push_back({part, texts[group]});
        }
        if (result.size() >= notes.size() && tokensOf(notes) <= most)
            throw base::Error(base::ErrorKind::BadRequest,
                "The document is too long for the model's context. Increase the context length.");
        return result;
    }

    // Limits notes so that those of all groups fit together, but are not too short to be useful.
    int64_t noteTokens(size_t groups) const
    {
        const auto room = int64_t(m_mostTokens / (groups + 1));
        return std::clamp<int64_t>(room - 24, 32, m_room.answerTokens());
    }

    size_t tokensOf(const std::vector<Note>& notes) const
    {
        size_t tokens = 0;
        for (const Note& note : notes)
            tokens += m_count(note.text);
        return tokens;
    }

    std::vector<std::vector<Note>> grouped(const std::vector<Note>& notes) const
    {
        std::vector<std::vector<Note>> groups;
        size_t left = 0;
        for (const Note& note : notes) {
            const size_t tokens = m_count(runtime::passageText(passageOf(note)));
            const bool isOther
                = groups.empty() || groups.back().back().part.document != note.part.document;
            if (isOther || tokens > left) {
                groups.emplace_back();
                left = m_room.questionTokens()
                    - std::min(m_room.questionTokens(), m_count(notingText()));
            }
            groups.back().push_back(note);
            left -= std::min(left, tokens);
        }
        return groups;
    }

    runtime::AnswerRequest noting(const std::vector<Note>& notes, int64_t tokens) const
    {
        runtime::AnswerRequest request;
        runtime::RequestMessage message{runtime::Role::User, {}};
        for (const Note& note : notes)
            message.parts.emplace_back(passageOf(note));
        message.parts.emplace_back(notingText());
        request.messages.push_back(std::move(message));
        request.settings = m_reading.settings;
        request.settings.schema.reset();
        request.settings.regex.reset();
        request.settings.grammar.reset();
        request.settings.maxTokens = tokens;
        return request;
    }

    WholeAnswer answer(const std::vector<Note>& notes) const
    {
        runtime::AnswerRequest request;
        request.messages.push_back({runtime::Role::User,
            citedQuestion(m_question, passagesOf(notes), m_room.questionTokens(), m_count).parts});
        request.settings = m_reading.settings;
        request.settings.maxTokens = m_room.answerTokens();
        WholeAnswer result;
        result.request = request;
        std::vector<runtime::AnswerRequest> requests;
        requests.push_back(std::move(request));
        result.text = answerTexts(m_engine, std::move(requests), m_reading.progress, m_reading.stop)
                          .front();
        std::vector<std::string> texts;
        for (const Note& note : notes) {
            result.parts.push_back(note.part);
            texts.push_back(m_documents[note.part.document].document.text.substr(
                note.part.bytes.from, std::min(note.part.bytes.size(), mostBytesCompared)));
        }
        result.citations = citationsIn(result.text, texts);
        return result;
    }

    runtime::AnswerEngine& m_engine;
    const std::string m_question;
    std::span<const WholeDocument> m_documents;
    const WholeReading& m_reading;
    const ModelRoom m_room;
    const TokenCounter m_count;
    const size_t m_mostTokens; // of the question with what is answered from
    bool m_areNotes = false; // what is answered from
};

} // namespace

bool isAboutWholeDocument(std::string_view question)
{
    const std::vector<std::string> terms = toSearchTerms(question, TermsOf::Question);
    return isAboutSeveralDocuments(question) || beginsAny(terms, wholeTerms)
        || holdsAny(question, wholeSigns)
        || std::ranges::any_of(terms, [](const std::string& term) {
               return std::ranges::find(wholeWords, term) != std::end(wholeWords);
           });
}

bool isAboutSeveralDocuments(std::string_view question)
{
    return beginsAny(toSearchTerms(question, TermsOf::Question), comparingTerms)
        || holdsAny(question, comparingSigns);
}

WholeNotes notesAboutWhole(runtime::AnswerEngine& engine, std::string_view question,
    std::span<const WholeDocument> documents, const WholeReading& reading)
{
    return WholeReader(engine, question, documents, reading).notes();
}

WholeAnswer answerAboutWhole(runtime::AnswerEngine& engine, std::string_view question,
    std::span<const WholeDocument> documents, const WholeReading& reading)
{
    return WholeReader(engine, question, documents, reading).run();
}

} // namespace services

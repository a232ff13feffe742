#include "runtime/prompt/read_messages.h"

#include "base/error.h"
#include "engine/templates/chat_template.h"
#include "runtime/prompt/message_json.h"
#include "runtime/prompt/prompt_format.h"
#include "runtime/prompt/prompt_text.h"

#include <algorithm>
#include <set>
#include <string>

namespace runtime {

namespace {

// A question and what follows it up to the next.
struct Turn {
    size_t first = 0; // its question, among the messages
    int64_t questionTokens = 0, tokens = 0;
    bool hasPictures = false, isMeant = false;
    bool isRead = true;
};

class Window {
public:
    Window(std::vector<Turn> turns, int64_t room)
        : m_turns(std::move(turns))
        , m_room(room)
    {
    }

    // Replays the questions from the first to the last, as they were asked.
    void replay()
    {
        for (size_t turn = 0; turn < m_turns.size(); ++turn) {
            const bool isLast = turn + 1 == m_turns.size(); // the others had no answer yet
            ask(turn, isLast ? m_turns[turn].tokens : m_turns[turn].questionTokens);
            m_tokens += m_turns[turn].tokens;
        }
        for (size_t turn = 0; turn + 1 < m_turns.size(); ++turn)
            if (m_turns[turn].isMeant && !m_turns[turn].isRead)
                recall(turn);
    }

    const std::vector<Turn>& turns() const { return m_turns; }

private:
    int64_t full() const { return m_room * 7 / 8; } // beyond it a cut is made
    int64_t most() const { return m_room * 15 / 16; } // an answer needs the rest

    // The oldest first, of those before `end`, until what is read has `most` tokens.
    template <typename May>
    void leaveOut(size_t end, int64_t most, May may)
    {
        for (size_t turn = 0; turn < end && m_tokens > most; ++turn) {
            if (!m_turns[turn].isRead || !may(m_turns[turn]))
                continue;
            m_turns[turn].isRead = false;
            m_tokens -= m_turns[turn].tokens;
        }
    }

    void ask(size_t asked, int64_t tokens)
    {
        if (m_tokens + tokens <= full())
            return;
        const size_t previous = asked > 0 ? asked - 1 : 0;
        leaveOut(
            previous, (full() - tokens) / 2, [](const Turn& turn) { return !turn.hasPictures; });
        if (m_tokens + tokens > most())
            leaveOut(previous, (most() - tokens) * 3 / 4, [](const Turn&) { return true; });
        if (m_tokens + tokens > most())
            leaveOut(asked, 0, [](const Turn&) { return true; });
    }

    void recall(size_t meant)
    {
        const std::vector<Turn> before = m_turns;
        const int64_t tokensBefore = m_tokens;
        m_turns[meant].isRead = true;
        m_tokens += m_turns[meant].tokens;
        leaveOut(m_turns.size() - 2, most(),
            [](const Turn& turn) { return !turn.hasPictures && !turn.isMeant; });
        if (m_tokens <= most())
            return;
        m_turns = before;
        m_tokens = tokensBefore;
    }

    std::vector<Turn> m_turns;
    const int64_t m_room;
    int64_t m_tokens = 0; // of what is read, up to the question that was asked last
};

size_t countSystemMessages(std::span<const WindowMessage> messages)
{
    const auto isOther = [](const WindowMessage& message) { return message.role != Role::System; };
    return size_t(std::ranges::find_if(messages, isOther) - messages.begin());
}

std::vector<Turn> splitTurns(std::span<const WindowMessage> messages, size_t first)
{
    std::vector<Turn> turns;
    for (size_t each = first; each < messages.size(); ++each) {
        const WindowMessage& message = messages[each];
        if (each == first || message.role == Role::User)
            turns.push_back({.first = each, .questionTokens = message.tokens});
        Turn& turn = turns.back();
        turn.tokens += message.tokens;
        turn.hasPictures |= message.hasPictures;
        turn.isMeant |= message.isMeant;
    }
    return turns;
}

} // namespace

std::vector<bool> messagesInWindow(std::span<const WindowMessage> messages, int64_t contextTokens)
{
    const size_t first = countSystemMessages(messages);
    int64_t room = contextTokens;
    for (const WindowMessage& message : messages.first(first))
        room -= message.tokens;
    Window window(splitTurns(messages, first), std::max<int64_t>(room, 0));
    window.replay();

    std::vector<bool> isRead(messages.size(), true);
    const std::vector<Turn>& turns = window.turns();
    for (size_t turn = 0; turn < turns.size(); ++turn) {
        const size_t end = turn + 1 < turns.size() ? turns[turn + 1].first : messages.size();
        std::fill(isRead.begin() + ptrdiff_t(turns[turn].first), isRead.begin() + ptrdiff_t(end),
            turns[turn].isRead);
    }
    return isRead;
}

namespace {

// The least lengths in bytes; shorter words are in every text, but name files.
constexpr size_t shortestWord = 5, shortestInName = 3;

using Words = std::set<std::string>;

// Bytes beyond ASCII are parts of letters.
bool isInWord(char byte)
{
    const auto letter = static_cast<unsigned char>(byte);
    return letter >= 0x80 || (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z');
}

char lower(char byte)
{
    return byte >= 'A' && byte <= 'Z' ? char(byte - 'A' + 'a') : byte;
}

void addWords(Words& words, const std::string& text, size_t shortest)
{
    std::string word;
    const auto end = [&] {
        if (word.size() >= shortest)
            words.insert(word);
        word.clear();
    };
    for (const char byte : text) {
        if (isInWord(lower(byte)))
            word += lower(byte);
        else
            end();
    }
    end();
}

Words wordsIn(const RequestMessage& message)
{
    Words words;
    addWords(words, toPlainText(message), shortestWord);
    for (const Part& part : message.parts)
        if (const auto* passage = std::get_if<Passage>(&part))
            addWords(words, passage->source.name, shortestInName);
    return words;
}

} // namespace

std::optional<size_t> meantMessage(
    const std::vector<RequestMessage>& messages, const std::vector<bool>& isRead)
{
    if (messages.empty())
        return std::nullopt;
    const size_t last = messages.size() - 1;
    Words missing;
    addWords(missing, joinText(messages[last]), shortestInName);
    for (size_t each = 0; each < last && !missing.empty(); ++each)
        if (isRead[each])
            for (const std::string& word : wordsIn(messages[each]))
                missing.erase(word);
    std::optional<size_t> meant;
    int64_t most = 1;
    for (size_t each = 0; each < last && !missing.empty(); ++each) {
        if (isRead[each])
            continue;
        const Words words = wordsIn(messages[each]);
        const int64_t found = std::ranges::count_if(
            missing, [&words](const std::string& word) { return words.contains(word); });
        if (found < most)
            continue;
        most = found;
        meant = each;
    }
    return meant;
}

namespace {

constexpr int64_t mostOverhead = 64; // tokens that no format adds to a message

// What the format adds to a message, on average: the same for every conversation. A template that
// rejects such a conversation says so when it is given the real one.
int64_t promptOverhead(const PromptFormat& format, const CountLimits& limits)
try {
    AnswerRequest request;
    int64_t textTokens = 0;
    for (const Role role : {Role::User, Role::Assistant, Role::User}) {
        request.messages.push_back(textMessage(role, "a"));
        textTokens += countMessage(format, request.messages.back(), limits).textTokens;
    }
    const engine::RenderedPrompt prompt = renderRequest(format, request, {});
    const auto tokens = int64_t(format.tokenizer->encode(prompt.text, prompt.plain).size());
    const auto messages = int64_t(request.messages.size());
    return std::clamp<int64_t>((tokens - textTokens + messages - 1) / messages, 0, mostOverhead);
} catch (const base::Error&) {
    return 0;
}

// Decides without counting the tokens of texts: a text has at least as many bytes as tokens.
bool surelyFits(const PromptFormat& format, const AnswerRequest& request, const CountLimits& limits)
{
    int64_t most = 0;
    for (const RequestMessage& message : request.messages) {
        RequestMessage pictures{message.role, message.parts};
        std::erase_if(
            pictures.parts, [](const Part& part) { return !std::holds_alternative<Pixels>(part); });
        most += int64_t(toPlainText(message).size()) + mostOverhead
            + countMessage(format, pictures, limits).pictureTokens;
    }
    return most <= limits.contextTokens * 7 / 8;
}

// Counts from the last message to the first. What comes before so many contexts is estimated,
// because it is not read.
std::vector<WindowMessage> windowMessages(
    const PromptFormat& format, const AnswerRequest& request, const CountLimits& limits)
{
    constexpr int64_t contexts = 16;
    const int64_t overhead = promptOverhead(format, limits);
    std::vector<WindowMessage> window(request.messages.size());
    int64_t tokens = 0, bytes = 1; // that were counted
    for (size_t each = window.size(); each-- > 0;) {
        const RequestMessage& message = request.messages[each];
        const auto size = int64_t(toPlainText(message).size());
        TokenCount::Part part;
        if (tokens <= contexts * limits.contextTokens)
            part = countMessage(format, message, limits);
        else
            part.textTokens = int64_t(double(size) * double(tokens) / double(bytes));
        tokens += part.textTokens;
        bytes += size;
        window[each] = {.role = message.role,
            .tokens = part.textTokens + part.pictureTokens + overhead,
            .hasPictures = hasPictures(message)};
    }
    return window;
}

std::vector<bool> messagesWithRoom(
    const PromptFormat& format, const AnswerRequest& request, const CountLimits& limits)
{
    if (surelyFits(format, request, limits))
        return std::vector<bool>(request.messages.size(), true);
    std::vector<WindowMessage> window = windowMessages(format, request, limits);
    std::vector<bool> isRead = messagesInWindow(window, limits.contextTokens);
    const std::optional<size_t> meant = meantMessage(request.messages, isRead);
    if (!meant)
        return isRead;
    window[*meant].isMeant = true;
    return messagesInWindow(window, limits.contextTokens);
}

// Cut where a word ends, if one does.
std::string cutAfterWord(const std::string& text, size_t bytes)
{
    size_t end = text.find_last_of(" \n", bytes);
    if (end == std::string::npos)
        return "…";
    return text.substr(0, text.find_last_not_of(" \n", end) + 1) + " …";
}

// The text that was read in images gets the room that the rest of its message leaves, because it is
// an addition.
void shortenPictureTexts(
    const PromptFormat& format, const CountLimits& limits, RequestMessage& message)
{
    constexpr int64_t fewest = 32; // tokens that are of use
    const std::vector<Passage> texts = pictureTexts(message);
    if (texts.empty())
        return;
    RequestMessage others = message;
    removePictureTexts(others);
    const TokenCount::Part rest = countMessage(format, others, limits);
    const int64_t all = countMessage(format, message, limits).textTokens - rest.textTokens;
    const int64_t room
        = limits.contextTokens * 3 / 4 - mostOverhead - rest.textTokens - rest.pictureTokens;
    if (all <= room)
        return;
    if (room < fewest * int64_t(texts.size()))
        return removePictureTexts(message);
    for (Part& part : message.parts)
        if (auto* passage = std::get_if<Passage>(&part);
            passage && passage->from == Passage::From::Picture)
            passage->text
                = cutAfterWord(passage->text, size_t(int64_t(passage->text.size()) * room / all));
}

} // namespace

int64_t contextFor(const AnswerRequest& request, int64_t contextTokens)
{
    const std::string& negativePrompt = request.settings.negativePrompt.value_or("");
    const bool isBlank = negativePrompt.find_first_not_of(" \t\r\n") == std::string::npos;
    return isBlank ? contextTokens : contextTokens / 2;
}

std::vector<bool> keepWhatIsRead(
    const PromptFormat& format, const CountLimits& given, AnswerRequest& request)
{
    const CountLimits limits{contextFor(request, given.contextTokens), given.isCancelled};
    std::vector<bool> stays(request.messages.size(), true);
    for (RequestMessage& message : request.messages) {
        if (!format.hasPictureTexts)
            removePictureTexts(message);
        else
            shortenPictureTexts(format, limits, message);
    }
    if (!format.vision)
        stays = leaveOutPictures(request.messages);
    else if (hasToolPictures(request.messages) && !showsToolPictures(format))
        describeToolPictures(request.messages);
    const std::vector<bool> isRead = messagesWithRoom(format, request, limits);
    std::vector<RequestMessage> read;
    size_t left = 0; // of those that stay, the next
    for (size_t each = 0; each < stays.size(); ++each) {
        if (!stays[each])
            continue;
        stays[each] = isRead[left];
        if (isRead[left])
            read.push_back(std::move(request.messages[left]));
        ++left;
    }
    request.messages = std::move(read);
    return stays;
}

std::string tooLongSentence(const TokenCount& count)
{
    std::string sentence = "This message is too long (" + std::to_string(count.tokens)
        + " tokens; limit " + std::to_string(count.contextTokens - leastAnswerTokens) + ").";
    if (count.fittingCharacters > 0)
        sentence += " Shorten it to about " + std::to_string(count.fittingCharacters)
            + " characters, or remove an attachment.";
    return sentence;
}

} // namespace runtime

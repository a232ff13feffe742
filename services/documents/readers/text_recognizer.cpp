#include "services/documents/readers/text_recognizer.h"

#include "base/mapped_file.h"
#include "base/utf8.h"
#include "services/documents/document.h"
#include "services/documents/readers/document_writer.h"

#include <algorithm>
#include <ctime>
#include <map>
#include <tesseract/baseapi.h>
#include <tesseract/ocrclass.h>
#include <tesseract/resultiterator.h>
#include <utf8proc.h>

// The function belongs to the OpenMP library that Tesseract uses; clang has no header for it.
extern "C" void omp_set_max_active_levels(int levels);

namespace services {

namespace {

using Clock = std::chrono::steady_clock;
using Level = tesseract::PageIteratorLevel;

constexpr float leastConfidence = 40; // of 100; below it are the "words" of photographs

// The opened files by their names, without folders. Tesseract calls a plain function for its files,
// so they are global.
std::map<std::string, base::MappedFile, std::less<>>& openedFiles()
{
    static std::map<std::string, base::MappedFile, std::less<>> files;
    return files;
}

bool giveOpenedFile(const char* path, std::vector<char>* bytes)
{
    std::string_view name = path;
    name.remove_prefix(name.rfind('/') + 1);
    const auto file = openedFiles().find(name);
    if (file == openedFiles().end())
        return false;
    const auto* first = reinterpret_cast<const char*>(file->second.bytes().data());
    bytes->assign(first, first + file->second.bytes().size());
    return true;
}

bool openFile(const std::string& folder, const std::string& name)
{
    try {
        openedFiles().emplace(name, base::MappedFile(folder + '/' + name));
        return true;
    } catch (const base::Error&) {
        return false;
    }
}

// The word where the iterator is; without text if it is none. Its box is as high as its line.
PdfWord wordAt(const tesseract::LTRResultIterator& at, float pointsPerPixel)
{
    PdfWord word;
    const std::unique_ptr<char[]> text(at.GetUTF8Text(Level::RIL_WORD));
    int left, top, right, bottom;
    word.confidence = at.Confidence(Level::RIL_WORD);
    if (!text || word.confidence < leastConfidence
        || !at.BoundingBox(Level::RIL_WORD, &left, &top, &right, &bottom))
        return word;
    word.text = text.get();
    if (word.text.find_first_not_of(' ') == std::string::npos)
        return {}; // it represents an image on the page
    std::erase(word.text, ' ');
    float height = 0, descenders = 0, ascenders = 0;
    at.RowAttributes(&height, &descenders, &ascenders);
    int from, fromLine, to, toLine;
    float low = float(bottom), high = float(top);
    if (height > 0 && at.Baseline(Level::RIL_WORD, &from, &fromLine, &to, &toLine)) {
        const float line = float(fromLine + toLine) / 2;
        high = std::min(high, line - (height + descenders)); // these are below 0
        low = std::max(low, line - descenders);
    }
    constexpr size_t fewest = 3; // letters: "Il" is higher than wide, too
    word.isVertical = word.text.size() >= fewest && bottom - top > (right - left) * 3 / 2;
    if (word.isVertical) {
        high = float(top);
        low = float(bottom);
    }
    word.box = {float(left) * pointsPerPixel, high * pointsPerPixel,
        float(right - left) * pointsPerPixel, (low - high) * pointsPerPixel};
    return word;
}

struct ReadWords {
    std::vector<PdfWord> words;
    size_t leftOut = 0; // words that were too doubtful
};

ReadWords wordsFrom(tesseract::LTRResultIterator* at, float pointsPerPixel)
{
    ReadWords read;
    if (!at)
        return read;
    do {
        if (at->Empty(Level::RIL_WORD))
            continue;
        if (at->IsAtBeginningOf(Level::RIL_TEXTLINE) && !read.words.empty())
            read.words.back().endsLine = true;
        if (PdfWord word = wordAt(*at, pointsPerPixel); !word.text.empty())
            read.words.push_back(std::move(word));
        else
            read.leftOut += word.confidence < leastConfidence;
    } while (at->Next(Level::RIL_WORD));
    return read;
}

bool isWrittenToTheLeft(const PdfWord& word)
{
    return std::ranges::any_of(base::decodeUtf8(word.text), [](char32_t sign) {
        const auto direction = utf8proc_get_property(utf8proc_int32_t(sign))->bidi_class;
        return direction == UTF8PROC_BIDI_CLASS_R || direction == UTF8PROC_BIDI_CLASS_AL;
    });
}

// Letters and digits, for frames and ornaments look like other signs.
size_t countLetters(std::string_view text)
{
    return size_t(std::ranges::count_if(base::decodeUtf8(text), [](char32_t sign) {
        const utf8proc_category_t category = utf8proc_category(utf8proc_int32_t(sign));
        const bool isLetter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
        return isLetter || category == UTF8PROC_CATEGORY_ND;
    }));
}

struct LetterCount {
    size_t all = 0;
    size_t sure = 0; // in words that were read surely
    size_t upright = 0; // in words that do not stand on their side
    double confidence = 0; // of 100, of the upright ones; summed up
};

LetterCount countLetters(std::span<const PdfWord> words)
{
    constexpr float sure = 75; // of 100
    LetterCount count;
    for (const PdfWord& word : words) {
        const size_t letters = countLetters(word.text);
        count.all += std::max<size_t>(letters, 1);
        count.sure += word.confidence >= sure ? letters : 0;
        count.upright += word.isVertical ? 0 : letters;
        count.confidence += word.isVertical ? 0 : double(word.confidence) * double(letters);
    }
    return count;
}

bool isSure(std::span<const PdfWord> words, size_t leftOut)
{
    constexpr float sure = 75; // of 100
    constexpr size_t fewest = 20; // fewer may be parts of a drawing
    const auto count
        = std::ranges::count_if(words, [](const PdfWord& word) { return word.confidence >= sure; });
    return words.size() >= fewest && 20 * size_t(count) >= 19 * (words.size() + leftOut);
}

// How likely a page lies as it was read: letters that lie otherwise are read doubtfully, if at all.
double likelihoodOf(std::span<const PdfWord> words)
{
    constexpr double doubtful = 60; // of 100
    const LetterCount count = countLetters(words);
    return count.confidence - doubtful * double(count.upright);
}

bool isSurelyUpright(std::span<const PdfWord> words)
{
    constexpr double sure = 87; // of 100
    const LetterCount count = countLetters(words);
    return count.upright * 10 > count.all * 8 && count.confidence > sure * double(count.upright);
}

// Turned clockwise by a quarter.
GrayPicture turned(const GrayPicture& picture)
{
    GrayPicture result{picture.height, picture.width, {}};
    result.pixels.reserve(picture.pixels.size());
    for (int x = 0; x < picture.width; ++x)
        for (int y = picture.height; y-- > 0;)
            result.pixels.push_back(picture.pixels[size_t(y) * size_t(picture.width) + size_t(x)]);
    return result;
}

bool isTimeOver(void* end, int)
{
    return std::clock() > *static_cast<const std::clock_t*>(end);
}

} // namespace

class TextRecognizer::Tesseract : public tesseract::TessBaseAPI {
public:
    ReadWords words(float pointsPerPixel)
    {
        using Iterator = std::unique_ptr<tesseract::LTRResultIterator>;
        ReadWords read = wordsFrom(Iterator(GetLTRIterator()).get(), pointsPerPixel);
        // The iterator that knows the order of such words takes a time that grows with their square.
        if (std::ranges::any_of(read.words, isWrittenToTheLeft))
            read = wordsFrom(Iterator(GetIterator()).get(), pointsPerPixel);
        return read;
    }
};

std::unique_ptr<TextRecognizer> TextRecognizer::open(
    const std::string& folder, std::string_view names)
{
    std::string opened;
    while (!names.empty()) {
        const size_t length = std::min(names.find('+'), names.size());
        const std::string name(names.substr(0, length));
        if (openFile(folder, name + ".traineddata"))
            opened += (opened.empty() ? "" : "+") + name;
        names.remove_prefix(std::min(length + 1, names.size()));
    }
    if (opened.empty())
        return nullptr;
    omp_set_max_active_levels(0); // a thread more would be the end of a reader
    return std::unique_ptr<TextRecognizer>(new TextRecognizer(std::move(opened)));
}

TextRecognizer::TextRecognizer(std::string names)
    : m_names(std::move(names))
{
}

TextRecognizer::~TextRecognizer()
{
    m_tesseract.reset();
    openedFiles().clear();
}

void TextRecognizer::warmUp()
{
    try {
        begin();
    } catch (const Unreadable&) {
        // read() reports broken data.
    }
}

bool TextRecognizer::showsText(std::span<const PdfWord> words)
{
    constexpr size_t fewest = 3;
    const LetterCount count = countLetters(words);
    return count.sure >= fewest && 2 * count.sure >= count.all;
}

TextRecognizer::Text TextRecognizer::read(
    const GrayPicture& picture, float pointsPerPixel, Kind kind)
{
    std::vector<PdfWord> best = readUpright(picture, pointsPerPixel);
    if (kind == Kind::Picture)
        return {showsText(best) ? toFragments(best) : std::vector<PdfFragment>(), 0,
            isSure(best, m_leftOut)};
    int quarters = 0;
    GrayPicture other = picture;
    for (int turns = 1; turns < 4 && !isSurelyUpright(best); ++turns) {
        other = turned(other);
        std::vector<PdfWord> words = readUpright(other, pointsPerPixel);
        if (likelihoodOf(words) <= likelihoodOf(best))
            continue;
        best = std::move(words);
        quarters = turns;
    }
    return {toFragments(best), quarters};
}

std::vector<PdfWord> TextRecognizer::readUpright(const GrayPicture& picture, float pointsPerPixel)
{
    if (m_taken > timeForAll)
        throw DocumentWriter::Full();
    if (!m_tesseract)
        begin();
    const Clock::time_point start = Clock::now();
    std::clock_t end = std::clock() + std::clock_t(timeForPage.count()) * CLOCKS_PER_SEC;
    tesseract::ETEXT_DESC monitor;
    monitor.cancel = isTimeOver;
    monitor.cancel_this = &end;

    m_tesseract->SetImage(picture.pixels.data(), picture.width, picture.height, 1, picture.width);
    m_tesseract->SetSourceResolution(std::clamp(int(72 / pointsPerPixel), 70, 1200));
    m_tesseract->Recognize(&monitor);
    ReadWords read = m_tesseract->words(pointsPerPixel);
    m_leftOut = read.leftOut;
    m_tesseract->Clear();
    m_taken += Clock::now() - start;
    return std::move(read.words);
}

void TextRecognizer::begin()
{
    auto api = std::make_unique<Tesseract>();
    // "." only stands for a folder: every file comes from giveOpenedFile().
    if (api->Init(".", 0, m_names.c_str(), tesseract::OEM_LSTM_ONLY, nullptr, 0, nullptr, nullptr,
            false, giveOpenedFile)
        != 0)
        throw Unreadable(DocumentFault::NoLanguages);
    api->SetPageSegMode(tesseract::PSM_AUTO);
    // Nothing asks for paragraphs; before words are read, finding them takes no time.
    api->SetVariable("paragraph_text_based", "0");
    m_tesseract = std::move(api);
}

} // namespace services

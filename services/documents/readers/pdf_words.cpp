#include "services/documents/readers/pdf_words.h"

#include "base/utf8.h"
#include "services/documents/document_stream.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <poppler-form.h>
#include <poppler-qt6.h>
#include <span>
#include <string_view>

namespace services {

namespace {

using TextBoxes = std::vector<std::unique_ptr<Poppler::TextBox>>;

constexpr qsizetype longestPage = 100'000; // letters; more is no page that people read

Rectangle toRectangle(const QRectF& box)
{
    return {float(box.x()), float(box.y()), float(box.width()), float(box.height())};
}

// The quarters by which a page is turned clockwise so that a word stands upright; -1: it is too short.
int quartersOf(const Poppler::TextBox& word)
{
    const int last = int(word.text().size()) - 1;
    if (last < 1 || word.text()[0].unicode() >= 0x590) // Arabic goes left, Chinese may go down
        return -1;
    const QPointF way = word.charBoundingBox(last).center() - word.charBoundingBox(0).center();
    if (std::abs(way.x()) >= std::abs(way.y()))
        return way.x() < 0 ? 2 : 0;
    return way.y() < 0 ? 1 : 3;
}

int quartersOf(const TextBoxes& words)
{
    std::array<qsizetype, 4> letters{};
    for (const auto& word : words)
        if (const int quarters = quartersOf(*word); quarters >= 0)
            letters[size_t(quarters)] += word->text().size();
    return int(std::ranges::max_element(letters) - letters.begin());
}

// Digits and signs that are raised behind a word would be read as a part of it: 1000² is not 10002.
std::string raised(const QString& text)
{
    constexpr std::u16string_view plain = u"0123456789+-−=()n", high = u"⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ";
    QString result;
    for (const QChar c : text) {
        const size_t at = plain.find(char16_t(c.unicode()));
        if (at == std::u16string_view::npos)
            return text.toStdString();
        result += QChar(high[at]);
    }
    return result.toStdString();
}

bool isRaised(const PdfWord& word, const PdfWord& before)
{
    constexpr float small = 0.85F, step = 0.15F, gap = 0.12F; // of the word's height before
    const float height = before.box.height;
    return !word.isVertical && !before.isVertical && word.box.height < small * height
        && word.box.bottom() < before.box.bottom() - step * height
        && word.box.y < before.box.y + step * height
        && (before.goesOn || word.box.x - before.box.right() < gap * height);
}

bool isRightToLeft(const QString& text)
{
    return std::ranges::any_of(text,
        [](QChar c) { return c.direction() == QChar::DirR || c.direction() == QChar::DirAL; });
}

// Puts the words of a line, which stand from left to right, in the order in which they are read, and their
// letters, too. Arabic letters that are drawn in a certain form become the letters themselves.
void reorder(std::span<PdfWord> line)
{
    std::vector<bool> isBackward;
    int letters = 0; // more of those that are read backward
    for (PdfWord& word : line) {
        QString text = QString::fromStdString(word.text);
        isBackward.push_back(isRightToLeft(text));
        letters += isBackward.back() ? int(text.size()) : -int(text.size());
        if (isBackward.back()) {
            std::ranges::reverse(text);
            word.text = text.normalized(QString::NormalizationForm_KC).toStdString();
        }
    }
    if (std::ranges::none_of(isBackward, std::identity()))
        return;
    std::vector<size_t> order(line.size());
    std::iota(order.begin(), order.end(), size_t(0));
    const bool isLineBackward = letters > 0;
    if (isLineBackward)
        std::ranges::reverse(order);
    for (auto from = order.begin(); from != order.end();) { // runs of the other direction
        const auto differs = [&](size_t word) { return isBackward[word] != isLineBackward; };
        from = std::find_if(from, order.end(), differs);
        const auto to = std::find_if_not(from, order.end(), differs);
        std::reverse(from, to);
        from = to;
    }
    std::vector<PdfWord> ordered;
    for (size_t i = 0; i < order.size(); ++i) {
        ordered.push_back(line[order[i]]);
        const size_t next = i + 1 < order.size() ? order[i + 1] : order[i];
        ordered.back().goesOn = (next == order[i] + 1 && line[order[i]].goesOn)
            || (next + 1 == order[i] && line[next].goesOn);
        ordered.back().endsLine = i + 1 == order.size();
    }
    std::ranges::move(ordered, line.begin());
}

std::vector<PdfWord> toWords(const TextBoxes& boxes)
{
    std::vector<PdfWord> words;
    qsizetype letters = 0;
    size_t lineAt = 0; // the first word of the line
    for (const auto& box : boxes) {
        letters += box->text().size();
        if (letters > longestPage)
            break;
        PdfWord word{.text = {}, .box = toRectangle(box->boundingBox())};
        if (!isPlace(word.box))
            continue;
        word.box.width = std::max(word.box.width, 0.1F); // or it would be in no column
        const bool beginsLine = words.empty() || words.back().endsLine;
        const int quarters = quartersOf(*box);
        word.isVertical = quarters < 0 ? !beginsLine && words.back().isVertical : quarters % 2 == 1;
        word.endsLine = !box->nextWord();
        word.goesOn = !word.endsLine && !box->hasSpaceAfter();
        if (beginsLine && box->text().size() == 1
            && box->text()[0].category() == QChar::Other_PrivateUse)
            word.text = "•"; // as fonts of signs have it
        const bool isHigh = !beginsLine && isRaised(word, words.back());
        if (word.text.empty())
            word.text = isHigh ? raised(box->text()) : box->text().toStdString();
        if (isHigh && word.text != box->text().toStdString())
            words.back().goesOn = true;
        words.push_back(std::move(word));
        if (words.back().endsLine) {
            reorder(std::span(words).subspan(lineAt));
            lineAt = words.size();
        }
    }
    return words;
}

bool contains(const Rectangle& box, const PdfWord& word)
{
    const float x = word.box.x + word.box.width / 2, y = word.box.y + word.box.height / 2;
    return x >= box.x && x <= box.right() && y >= box.y && y <= box.bottom();
}

// Behind the words that are left of the place, or else before those below it.
void insert(std::vector<PdfWord>& words, const QStringList& texts, const Rectangle& box)
{
    auto at = words.end(), below = words.end();
    for (auto word = words.begin(); word != words.end(); ++word) {
        const bool isLeft = areOnALine(word->box, box) && word->box.x < box.x;
        if (isLeft && (at == words.end() || word->box.x > at->box.x))
            at = word;
        if (below == words.end() && word->box.y > box.bottom())
            below = word;
    }
    if (at == words.end())
        at = below;
    else
        (at++)->endsLine = true;
    std::vector<PdfWord> added;
    const float step = box.width / float(texts.size());
    for (const QString& text : texts)
        added.push_back({.text = text.toStdString(),
            .box = {box.x + step * float(added.size()), box.y, step, box.height}});
    added.back().endsLine = true;
    words.insert(at, added.begin(), added.end());
}

// What a field holds, as words; empty: there is nothing to see. `isDrawn`: the words that the file draws
// there say the same.
QStringList valueOf(const Poppler::FormField& field, bool& isDrawn)
{
    isDrawn = true;
    if (field.type() == Poppler::FormField::FormText) {
        const auto& text = static_cast<const Poppler::FormFieldText&>(field);
        return text.isPassword() ? QStringList()
                                 : text.text().simplified().split(u' ', Qt::SkipEmptyParts);
    }
    if (field.type() == Poppler::FormField::FormChoice) {
        const auto& choice = static_cast<const Poppler::FormFieldChoice&>(field);
        const QStringList all = choice.choices();
        QString chosen = choice.isEditable() ? choice.editChoice() : QString();
        for (const int entry : choice.currentChoices())
            if (entry >= 0 && entry < all.size())
                chosen += ' ' + all[entry];
        isDrawn = choice.choiceType() == Poppler::FormFieldChoice::ComboBox; // a list shows all
        return chosen.simplified().split(u' ', Qt::SkipEmptyParts);
    }
    if (field.type() == Poppler::FormField::FormButton) {
        const auto& button = static_cast<const Poppler::FormFieldButton&>(field);
        isDrawn = button.buttonType() == Poppler::FormFieldButton::Push;
        return isDrawn ? QStringList() : QStringList(button.state() ? u"☑"_qs : u"☐"_qs);
    }
    return {};
}

void fillIn(PdfPage& read, const Poppler::Page& page)
{
    std::vector<PdfWord>& words = read.words;
    const QSizeF size = page.pageSizeF();
    constexpr size_t most = 5000; // fields of a page
    size_t count = 0;
    for (const auto& field : page.formFields()) {
        if (!field->isVisible() || ++count > most)
            continue;
        const QRectF part = field->rect().normalized();
        const Rectangle shown = toRectangle({part.x() * size.width(), part.y() * size.height(),
            part.width() * size.width(), part.height() * size.height()});
        const Rectangle box = turnedBack( // the rest of a whole turn
            shown, (4 - read.quarters) % 4, float(size.width()), float(size.height()));
        bool isDrawn;
        const QStringList value = valueOf(*field, isDrawn);
        if (value.isEmpty() || !isPlace(box))
            continue;
        const auto isInside = [&](const PdfWord& word) { return contains(box, word); };
        if (!isDrawn)
            std::erase_if(words, isInside);
        if (std::ranges::none_of(words, isInside))
            insert(words, value, box);
    }
}

} // namespace

qint64 pdfDeadline()
{
    constexpr std::chrono::seconds longest(20);
    return (std::chrono::steady_clock::now() + longest).time_since_epoch().count();
}

bool isPdfOverdue(const QVariant& deadline)
{
    return std::chrono::steady_clock::now().time_since_epoch().count() > deadline.toLongLong();
}

PdfPage readWords(const Poppler::Page& page)
{
    const QSizeF size = page.pageSizeF();
    PdfPage read{float(size.width()), float(size.height()), 0, {}};
    const auto textTurned = [&](int quarters) {
        return page.textList(Poppler::Page::Rotation(quarters), isPdfOverdue, pdfDeadline());
    };
    TextBoxes boxes = textTurned(0);
    read.quarters = quartersOf(boxes);
    if (read.quarters != 0)
        boxes = textTurned(read.quarters);
    if (read.quarters % 2 != 0)
        std::swap(read.width, read.height);
    read.words = toWords(boxes);
    fillIn(read, page);
    return read;
}

bool areUnreadable(const std::vector<PdfWord>& words)
{
    size_t all = 0, unknown = 0;
    for (const PdfWord& word : words)
        for (const char32_t c : base::decodeUtf8(word.text)) {
            ++all;
            unknown += (c >= 0xE000 && c <= 0xF8FF) || c >= 0xF0000 || c == 0xFFFD || c < 0x20;
        }
    return unknown * 3 > all;
}

} // namespace services

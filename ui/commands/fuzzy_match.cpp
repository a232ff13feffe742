#include "ui/commands/fuzzy_match.h"

namespace ui {

namespace {

constexpr qsizetype longestName = 200; // characters that are looked at

constexpr int perLetter = 1;
constexpr int atWord = 8; // more for a letter that begins a word
constexpr int inARow = 9; // more for one that follows the one before
constexpr int atStart = 6; // more for the first letter of the name

// Without case and accents.
QString folded(const QString& text)
{
    QString plain;
    for (const QChar letter : text.left(longestName).normalized(QString::NormalizationForm_KD))
        if (letter.category() != QChar::Mark_NonSpacing)
            plain += letter.toCaseFolded();
    return plain;
}

bool beginsWord(const QString& name, qsizetype place)
{
    return place == 0 || !name[place - 1].isLetterOrNumber();
}

int scoreOf(const QString& name, qsizetype place, qsizetype before)
{
    int score = perLetter;
    if (beginsWord(name, place))
        score += atWord;
    if (place == before + 1 && before >= 0)
        score += inARow;
    if (place == 0)
        score += atStart;
    return score;
}

// Where the letter is best taken from: the next one in a row, else one that begins a word, else the
// first there is.
qsizetype placeOf(QChar letter, const QString& name, qsizetype from)
{
    if (from < name.size() && name[from] == letter)
        return from;
    for (qsizetype place = from; place < name.size(); ++place)
        if (name[place] == letter && beginsWord(name, place))
            return place;
    return name.indexOf(letter, from);
}

// One letter after the other, each where placeOf takes it, or always the first there is.
std::optional<int> walk(const QString& letters, const QString& name, bool preferWords)
{
    int score = 0;
    qsizetype before = -1;
    for (const QChar letter : letters) {
        const qsizetype place
            = preferWords ? placeOf(letter, name, before + 1) : name.indexOf(letter, before + 1);
        if (place < 0)
            return std::nullopt;
        score += scoreOf(name, place, before);
        before = place;
    }
    return score;
}

} // namespace

std::optional<int> fuzzyMatch(const QString& typed, const QString& name)
{
    QString letters = folded(typed);
    letters.removeIf([](QChar letter) { return letter.isSpace(); });
    const QString within = folded(name);
    const auto byWords = walk(letters, within, true);
    const auto byLetters = walk(letters, within, false);
    if (!byWords && !byLetters)
        return std::nullopt;
    const int found = std::max(byWords.value_or(0), byLetters.value_or(0));
    return found * 4 - int(within.size()) / 8; // of two alike the shorter
}

} // namespace ui

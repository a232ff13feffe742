#include "services/documents/answers/picture_claims.h"

#include "base/utf8.h"
#include "services/documents/answers/written_facts.h"
#include "services/documents/index/search_terms.h"
#include "services/pictures/model_boxes.h"

#include <QDate>
#include <QHash>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace services {

namespace {

using Kind = PictureClaim::Kind;

constexpr size_t maxAnswerBytes = 1 << 16;
constexpr qsizetype maxWords = 5'000; // of an image
constexpr size_t maxClaims = 300;
constexpr int maxLookups = 1'000; // in the text of an image
constexpr qsizetype maxPlaces = 20; // of a value
constexpr qsizetype maxOperands = 60; // from which a number may be derived

// Words for the same thing in the languages of receipts and forms.
QString withoutLanguage(const QString& word)
{
    static const QSet<QString> total{"total", "sum", "summe", "gesamt", "gesamtbetrag",
        "gesamtsumme", "betrag", "amount", "importe", "importo", "totale", "montant", "totaal",
        "endbetrag", "rechnungsbetrag"},
        date{"date", "datum", "fecha", "data"}, tax{"tax", "vat", "mwst", "ust", "tva", "iva"};
    return total.contains(word) ? u"total"_qs
        : date.contains(word)   ? u"date"_qs
        : tax.contains(word)    ? u"tax"_qs
                                : word;
}

// True if there is room for letters between two words of a line, as between the fields of a form.
bool areApart(const PictureWord& word, const PictureWord& next)
{
    constexpr double letters = 2;
    const double width = word.place.width() / double(std::max<qsizetype>(1, word.text.size()));
    return next.place.left() - word.place.right() > letters * width;
}

// The text of an image, in which facts are searched.
class TextOfPicture {
public:
    explicit TextOfPicture(const PictureText& text)
    {
        for (qsizetype index = 0; index < std::min(text.words.size(), maxWords); ++index) {
            const PictureWord& word = text.words[index];
            const QString plain = folded(word.text);
            const QString compared = confusable(plain);
            m_begins << m_text.size();
            m_squeezedBegins << m_squeezed.size();
            m_places << word.place;
            m_words << compared;
            m_rowWords << withoutLanguage(plain);
            m_text += plain;
            m_squeezed += compared;
            if (word.after == PictureWord::After::Space)
                m_text += index + 1 < text.words.size() && areApart(word, text.words[index + 1])
                    ? u'\t' // ends a number
                    : u' ';
            else if (word.after != PictureWord::After::Nothing)
                m_text += u'\n';
        }
        const QString corrected = lettersAsDigits(m_text);
        m_dates = findDates(corrected);
        m_times = findTimes(corrected);
        m_numbers = findNumbers(corrected);
        m_numbers.removeIf([this](const WrittenFact& number) { // a day is no amount
            const auto contains = [&number](const WrittenFact& fact) {
                return number.digits.size() < 4 && fact.begin <= number.begin
                    && number.end <= fact.end;
            };
            return std::ranges::any_of(m_dates, contains) || std::ranges::any_of(m_times, contains);
        });
        static const QRegularExpression lettered(u"(?<![0-9a-z.,])([0-9]{1,4})[a-z](?![0-9a-z])"_qs);
        for (auto match = lettered.globalMatch(m_text); match.hasNext();) { // "25b", which isn't 258
            const auto each = match.next();
            WrittenFact number = findNumbers(each.captured(1)).value(0);
            number.begin = each.capturedStart(1);
            number.end = each.capturedEnd(1);
            m_numbers << number;
        }
        static const QRegularExpression apart(
            u"(?<=[0-9])(?: ([.,]) ?|([.,]) )(?=[0-9]{2}(?![0-9]))"_qs);
        for (auto match = apart.globalMatch(corrected); match.hasNext();) { // "12 , 80"
            const auto each = match.next();
            qsizetype begin = each.capturedStart();
            while (begin > 0 && corrected[begin - 1].isDigit())
                --begin;
            const QString whole = corrected.mid(begin, each.capturedEnd() + 2 - begin).remove(u' ');
            WrittenFact number = findNumbers(whole).value(0);
            number.begin = begin;
            number.end = each.capturedEnd() + 2;
            m_numbers << number;
        }
    }

    // Words [first, second], by index.
    using Words = std::pair<qsizetype, qsizetype>;

    QList<Words> findNumber(const WrittenFact& number) const
    {
        QList<Words> found;
        for (const WrittenFact& there : m_numbers) {
            const bool isEqual = std::ranges::any_of(number.values, [&there](double value) {
                return std::ranges::any_of(there.values, [value](double other) {
                    return std::abs(value - other) <= 1e-9 * std::max(1.0, std::abs(value));
                });
            });
            // A point that was not read
            const bool hasSameDigits = there.digits == number.digits && number.digits.size() > 2
                && there.hasSeparator != number.hasSeparator;
            if (isEqual || hasSameDigits)
                found << wordsOf(there);
        }
        return found;
    }

    QList<Words> findDate(const WrittenFact& date) const
    {
        QList<Words> found;
        for (const WrittenFact& there : m_dates) {
            if (date.weekday > 0) {
                if (there.weekday == date.weekday || hasWeekday(there, date.weekday))
                    found << wordsOf(there);
                continue;
            }
            const bool fits = std::ranges::any_of(date.days, [&](const Day& day) {
                return std::ranges::any_of(there.days, [&](const Day& other) {
                    return day.fits(other) && (!day.day || other.day) && (!day.month || other.month)
                        && (!day.year || other.year || hasNumber(day.year));
                });
            });
            if (fits)
                found << wordsOf(there);
        }
        return found;
    }

    QList<Words> findTime(const WrittenFact& time) const
    {
        QList<Words> found;
        const auto fits = [&time](double minutes) { return time.values.contains(minutes); };
        for (const WrittenFact& there : m_times)
            if (std::ranges::any_of(there.values, fits))
                found << wordsOf(there);
        for (const WrittenFact& there : m_numbers) // "14.05"
            if (there.hasSeparator && there.digits.size() >= 3 && !there.values.isEmpty()) {
                const double hours = std::floor(there.values.last());
                const double minutes = std::round((there.values.last() - hours) * 100);
                if (hours < 25 && minutes < 60 && fits(hours * 60 + minutes))
                    found << wordsOf(there);
            }
        return found;
    }

    // Letters and digits that stand one after the other, whatever is between them.
    QList<Words> findSqueezed(const QString& text) const
    {
        const QString letters = confusable(folded(text));
        QList<Words> found;
        for (qsizetype at = 0; !letters.isEmpty() && (at = m_squeezed.indexOf(letters, at)) >= 0;
             ++at) {
            const qsizetype first = indexIn(m_squeezedBegins, at);
            const qsizetype last = indexIn(m_squeezedBegins, at + letters.size() - 1);
            const bool isWhole = at == m_squeezedBegins[first]
                && (last + 1 == m_squeezedBegins.size()
                    || at + letters.size() == m_squeezedBegins[last + 1]);
            if (isWhole || letters.size() > 4)
                found << Words{first, last};
        }
        return found;
    }

    // Words one after the other, as OCR may have read them.
    QList<Words> findWords(const QStringList& words) const
    {
        QList<Words> found;
        for (qsizetype first = 0; first + words.size() <= m_words.size(); ++first) {
            qsizetype same = 0;
            while (same < words.size() && areConfused(words[same], m_words[first + same])
                && hasSameDigits(words[same], m_words[first + same]))
                ++same;
            if (same == words.size())
                found << Words{first, first + same - 1};
        }
        return found;
    }

    bool hasNumber(double value) const
    {
        return std::ranges::any_of(m_numbers,
            [value](const WrittenFact& number) { return number.values.contains(value); });
    }

    // The rectangle around the words that stand on a line with most of the words of a sentence, the
    // nearest of which count most. `distances`: how far each is from the fact.
    QRectF choosePlace(const QList<Words>& found, const QHash<QString, int>& distances) const
    {
        QRectF best;
        double bestScore = -1;
        for (const auto& [first, last] : found.mid(0, maxPlaces)) {
            QRectF place;
            for (qsizetype word = first; word <= last; ++word)
                place |= m_places[word];
            double score = 0;
            if (found.size() > 1)
                for (qsizetype word = 0; word < m_places.size(); ++word) {
                    const double apart = std::abs(m_places[word].center().y() - place.center().y());
                    const auto distance = distances.find(m_rowWords[word]);
                    if (distance != distances.end() && (word < first || word > last)
                        && apart < 0.6 * std::min(place.height(), 2 * m_places[word].height()))
                        score += 1.0 / (1 + *distance);
                }
            if (score > bestScore) {
                bestScore = score;
                best = place;
            }
        }
        return best;
    }

private:
    static qsizetype indexIn(const QList<qsizetype>& begins, qsizetype at)
    {
        return std::ranges::upper_bound(begins, at) - begins.begin() - 1;
    }
    Words wordsOf(const WrittenFact& fact) const
    {
        return {indexIn(m_begins, fact.begin), indexIn(m_begins, fact.end - 1)};
    }
    static bool hasWeekday(const WrittenFact& date, int weekday)
    {
        return std::ranges::any_of(date.days, [weekday](const Day& day) {
            return day.year > 0 && QDate(day.year, day.month, day.day).dayOfWeek() == weekday;
        });
    }
    static bool hasSameDigits(QString one, QString other)
    {
        const auto isNoDigit = [](QChar each) { return !each.isDigit(); };
        return one.removeIf(isNoDigit) == other.removeIf(isNoDigit);
    }

    QString m_text; // folded; a line per line of the image
    QString m_squeezed; // confusable letters and digits
    QList<qsizetype> m_begins, m_squeezedBegins; // of the words
    QList<QRectF> m_places;
    QStringList m_words, m_rowWords; // confusable, and as they are written
    QList<WrittenFact> m_dates, m_times, m_numbers;
};

QRegularExpression claimPattern(const QString& text)
{
    return QRegularExpression(text, QRegularExpression::UseUnicodePropertiesOption);
}

struct ClaimPatterns {
    QRegularExpression digitGroups
        = claimPattern(u"(?<![\\w.,])\\p{Lu}{0,3}\\+?[0-9(][0-9 ()/-]{5,}[0-9](?![.,]?[0-9])"_qs);
    QRegularExpression address
        = claimPattern(u"(?:https?://|www\\.)[^\\s)>\\]]+|[\\w.+-]+@[\\w-]+\\.[\\w.-]*\\w"_qs);
    QRegularExpression code = claimPattern(u"[\\p{L}0-9]+(?:[-/_.#][\\p{L}0-9]+)*"_qs);
    QRegularExpression measured = claimPattern(
        u"^(?:[0-9]+(?:[.,][0-9]+)*-?\\p{L}+|(?:eur|usd|gbp|chf|x|nr|no|n)[0-9.,]+)$"_qs);
    QRegularExpression sum = claimPattern(
        u"([0-9]+(?:[.,][0-9]+)*)[^0-9\n+*/=×−–-]{0,6}(?:(?:[+*×−–-]|(?<= )x(?= "
        u"))[^0-9\n+*/=×−–-]{0,6}"
        "[0-9]+(?:[.,][0-9]+)*[^0-9\n+*/=×−–-]{0,6})+=[^0-9\n]{0,6}([0-9]+(?:[.,][0-9]+)*)"_qs);
    QRegularExpression term = claimPattern(u"([+*×−–-])?[^0-9+*×−–-]*?([0-9]+(?:[.,][0-9]+)*)"_qs);
    QRegularExpression quote
        = claimPattern(u"[\"“”„«»]([^\"“”„«»\n]{2,200})[\"“”«»]|`([^`\n]{2,200})`"_qs);
    // "l'article" is the word "article".
    QRegularExpression word
        = claimPattern(u"(?:\\b(?:[LDJMNSTCldjmnstc]|[Qq]u|[Dd]ell|[Nn]ell|[Aa]ll|[Ss]"
                       u"ull|[Uu]n)['’](?=\\p{L}{2}))?"
                       "(\\p{L}[\\p{L}'’-]*)"_qs);
};

const ClaimPatterns& patterns()
{
    static const ClaimPatterns patterns;
    return patterns;
}

// The claims of an answer.
class Answer {
public:
    Answer(const QString& text, const TextOfPicture& picture, Language language)
        : m_original(text)
        , m_text(folded(text))
        , m_picture(picture)
        , m_language(language)
    {
        for (auto match = patterns().word.globalMatch(m_text); match.hasNext();) {
            const auto each = match.next();
            m_words.emplace_back(each.capturedStart(1), withoutLanguage(each.captured(1)));
        }
    }

    std::vector<PictureClaim> find()
    {
        claimSums();
        claimQuotes();
        claimAddresses();
        for (const WrittenFact& date : findDates(m_text).mid(0, maxClaims))
            claim(date, m_picture.findDate(date));
        for (const WrittenFact& time : findTimes(m_text).mid(0, maxClaims))
            if (m_language == Language::English || !m_text.mid(time.begin, 6).contains(u" am"))
                claim(time, m_picture.findTime(time));
        claimDigitGroups();
        claimCodes();
        claimNumbers();
        claimNames();
        deriveNumbers();
        std::ranges::sort(m_claims, {}, [](const Claim& claim) { return claim.begin; });
        std::vector<PictureClaim> claims;
        qsizetype at = 0;
        size_t bytes = 0;
        const auto bytesAt = [&](qsizetype character) {
            bytes += size_t(QStringView(m_original).mid(at, character - at).toUtf8().size());
            at = character;
            return bytes;
        };
        for (const Claim& claim : m_claims) {
            const size_t from = bytesAt(claim.begin), to = bytesAt(claim.end);
            claims.push_back({claim.kind, {from, to}, claim.isSupported, claim.place});
        }
        return claims;
    }

private:
    struct Claim {
        Kind kind;
        qsizetype begin, end;
        bool isSupported;
        QRectF place;
        QList<double> values;
    };

    bool mayLookUp() { return m_claims.size() < maxClaims && ++m_lookups <= maxLookups; }

    bool isTaken(qsizetype begin, qsizetype end) const
    {
        return std::ranges::any_of(
            m_claims, [&](const Claim& claim) { return begin < claim.end && end > claim.begin; });
    }

    void claim(Kind kind, qsizetype begin, qsizetype end, const QList<TextOfPicture::Words>& found,
        const QList<double>& values = {})
    {
        if (m_claims.size() >= maxClaims || isTaken(begin, end))
            return;
        while (end > begin && u" \n."_qs.contains(m_text[end - 1]))
            --end;
        Claim claim{kind, begin, end, !found.isEmpty(), {}, values};
        if (claim.isSupported)
            claim.place = m_picture.choosePlace(
                found, found.size() > 1 ? distancesFrom(begin) : QHash<QString, int>());
        m_claims.push_back(std::move(claim));
    }
    void claim(const WrittenFact& fact, const QList<TextOfPicture::Words>& found)
    {
        const Kind kind = fact.kind == WrittenFact::Kind::Date ? Kind::Date
            : fact.kind == WrittenFact::Kind::Time             ? Kind::Time
                                                               : Kind::Number;
        claim(kind, fact.begin, fact.end, found, fact.values);
    }

    // How many words of its sentence are between a fact and each of them.
    QHash<QString, int> distancesFrom(qsizetype at) const
    {
        const auto next = std::ranges::lower_bound(m_words, at, {}, &Word::first);
        QHash<QString, int> distances;
        qsizetype reached = at; // up to here, no sentence ends
        const auto add = [&](const Word& word, qsizetype distance) {
            const QStringView between = QStringView(m_text).mid(
                std::min(word.first, reached), std::abs(reached - word.first));
            reached = word.first;
            if (between.contains(u'\n') || between.contains(u". "))
                return false;
            const int far = int(distance);
            if (!distances.contains(word.second) || distances[word.second] > far)
                distances[word.second] = far;
            return true;
        };
        for (auto word = next; word != m_words.begin();)
            if (--word; !add(*word, next - word - 1))
                break;
        reached = at;
        for (auto word = next; word != m_words.end() && add(*word, word - next + 2); ++word) { }
        return distances;
    }

    // "12.80 + 3.20 = 16.00": the result is claimed, and computed again.
    void claimSums()
    {
        for (auto match = patterns().sum.globalMatch(m_text); match.hasNext();) {
            const auto each = match.next();
            const qsizetype begin = each.capturedStart(2), end = each.capturedEnd(2);
            const qsizetype first = each.capturedStart();
            const QString left = m_text.mid(first, m_text.lastIndexOf(u'=', begin) - first)
                                     .replace(u" x "_qs, u" × "_qs);
            double total = 0, product = 0;
            bool isReadable = true;
            for (auto terms = patterns().term.globalMatch(left); terms.hasNext();) {
                const auto term = terms.next();
                const QList<double> values = readNumber(term.captured(2));
                const QString sign = term.captured(1);
                isReadable &= !values.isEmpty();
                const double value = values.isEmpty() ? 0 : values.last();
                if (sign == u"*" || sign == u"×") {
                    product *= value;
                    continue;
                }
                total += product;
                product = sign.isEmpty() || sign == u"+" ? value : -value;
            }
            const QList<double> results = readNumber(each.captured(2));
            if (!isReadable || results.isEmpty())
                continue;
            const bool isRight = std::ranges::any_of(results,
                [&](double result) { return std::abs(result - total - product) < 0.00501; });
            const WrittenFact number = findNumbers(each.captured(2)).value(0);
            const size_t before = m_claims.size();
            claim(Kind::Sum, begin, end,
                isRight ? m_picture.findNumber(number) : QList<TextOfPicture::Words>());
            if (isRight && m_claims.size() > before)
                m_claims.back().isSupported = true;
        }
    }

    void claimQuotes()
    {
        for (auto match = patterns().quote.globalMatch(m_original);
             match.hasNext() && mayLookUp();) {
            const auto each = match.next();
            const int group = each.captured(1).isEmpty() ? 2 : 1;
            const QString text = each.captured(group);
            QStringList words;
            for (const QString& word : text.split(u' ', Qt::SkipEmptyParts))
                if (const QString plain = confusable(folded(word)); !plain.isEmpty())
                    words << plain;
            auto found = m_picture.findSqueezed(text);
            if (found.isEmpty() && !words.isEmpty())
                found = m_picture.findWords(words);
            const bool isPhrase = words.size() > 1 || text[0].isUpper()
                || std::ranges::any_of(text, [](QChar sign) { return sign.isDigit(); });
            if (!found.isEmpty() || (isPhrase && !words.isEmpty()))
                claim(Kind::Quote, each.capturedStart(group), each.capturedEnd(group), found);
        }
    }

    void claimAddresses()
    {
        for (auto match = patterns().address.globalMatch(m_text); match.hasNext() && mayLookUp();) {
            const auto each = match.next();
            claim(Kind::Code, each.capturedStart(), each.capturedEnd(),
                m_picture.findSqueezed(each.captured()));
        }
    }

    // Telephone and account numbers.
    void claimDigitGroups()
    {
        static const QRegularExpression years(u"^[0-9]{4} ?[-/] ?[0-9]{2,4}$"_qs),
            grouped(u"^[0-9]{1,3}(?: [0-9]{3})+$"_qs);
        for (auto match = patterns().digitGroups.globalMatch(m_original);
             match.hasNext() && mayLookUp();) {
            const auto each = match.next();
            const auto digits
                = std::ranges::count_if(each.captured(), [](QChar sign) { return sign.isDigit(); });
            if (digits < 7 || years.match(each.captured()).hasMatch()
                || grouped.match(each.captured()).hasMatch())
                continue;
            claim(Kind::Code, each.capturedStart(), each.capturedEnd(),
                m_picture.findSqueezed(each.captured()));
        }
    }

    void claimCodes()
    {
        for (auto match = patterns().code.globalMatch(m_text); match.hasNext();) {
            const auto each = match.next();
            const QString code = each.captured();
            const bool hasLetter
                = std::ranges::any_of(code, [](QChar sign) { return sign.isLetter(); });
            const bool hasDigit
                = std::ranges::any_of(code, [](QChar sign) { return sign.isDigit(); });
            if (!hasLetter || !hasDigit || code.size() < 2
                || patterns().measured.match(code).hasMatch())
                continue;
            if (!mayLookUp())
                return;
            claim(
                Kind::Code, each.capturedStart(), each.capturedEnd(), m_picture.findSqueezed(code));
        }
    }

    void claimNumbers()
    {
        static const QRegularExpression listMark(u"(?:^|\n)[ *#>|]*$"_qs),
            unit(u"^ ?(?:[%€$£x×]|eur|usd|kg|g|km|cm|mm|ml|l)\\b"_qs),
            ordinal(u"^(?:st|nd|rd|th)\\b"_qs), money(u"[€$£] ?$"_qs);
        for (WrittenFact& number : findNumbers(m_text)) {
            const QString before = m_text.mid(
                std::max<qsizetype>(number.begin - 12, 0), std::min<qsizetype>(number.begin, 12));
            const QString after = m_text.mid(number.end, 8);
            const bool isListMark = (after.startsWith(u'.') || after.startsWith(u')'))
                && !number.hasSeparator && (number.begin == 0 || listMark.match(before).hasMatch());
            if (isListMark || ordinal.match(after).hasMatch() || isTaken(number.begin, number.end))
                continue;
            if (!mayLookUp())
                return;
            auto found = m_picture.findNumber(number);
            if (number.values.isEmpty())
                found = m_picture.findSqueezed(m_text.mid(number.begin, number.end - number.begin));
            const bool isCount = !number.hasSeparator && !number.values.isEmpty()
                && number.values[0] <= 12 && !unit.match(after).hasMatch()
                && !money.match(before).hasMatch();
            if (!found.isEmpty() || !isCount)
                claim(number, found);
        }
    }

    bool isFunctionWordHere(const QString& word) const
    {
        const std::string plain = folded(word).toStdString();
        return isFunctionWord(plain) || isFunctionWordIn(m_language, plain)
            || isFunctionWordIn(Language::English, plain);
    }

    // True if a capital letter there says nothing: a sentence, a line or a list begins.
    bool beginsSentence(qsizetype at) const
    {
        while (at > 0 && u" *_#|([\"“„«'>-•"_qs.contains(m_original[at - 1]))
            --at;
        return at == 0 || u".!?:\n…"_qs.contains(m_original[at - 1]);
    }

    // Neighboring words with capitals are one name. In German, every noun has a capital, so there only
    // two of them, or what is behind a title, are surely a name.
    void claimNames()
    {
        static const QSet<QString> ordinary{"i", "ok", "eur", "usd", "gbp", "chf", "euro", "euros",
            "dollar", "dollars", "pdf", "ocr", "iban", "bic", "url", "id", "nr", "no", "tel", "am",
            "pm", "vat", "mwst", "tva", "iva", "english", "german", "french", "spanish", "italian"},
            nouns{"kunde", "kundin", "firma", "rechnung", "quittung", "datum", "betrag", "summe",
                "herr", "herrn", "frau", "strasse", "artikel", "position", "beleg", "bon", "kasse",
                "bestellung", "adresse", "name", "verkaufer", "empfanger", "absender"},
            titles{"mr", "mrs", "ms", "dr", "prof", "herr", "herrn", "frau", "monsieur", "madame",
                "senor", "senora", "signor", "signora", "sr", "sra", "mme"};
        const bool isGerman = m_language == Language::German || m_language == Language::Unknown;
        qsizetype begin = -1, end = 0, count = 0;
        bool isSure = false;
        QStringList words;
        const auto finish = [&] {
            if (count > 0 && mayLookUp())
                claimName(begin, end, words, isSure || count > 1);
            begin = -1;
            count = 0;
            isSure = false;
            words.clear();
        };
        QString last;
        for (auto match = patterns().word.globalMatch(m_original); match.hasNext();) {
            const auto each = match.next();
            const QString text = each.captured(1), plain = folded(text);
            const bool isBehindTitle = titles.contains(last);
            last = plain;
            const QString gap
                = count > 0 ? m_original.mid(end, each.capturedStart(1) - end) : QString();
            const bool follows = gap == u" " || gap == u" & " || gap == u". ";
            if (count > 0 && (!follows || (gap == u". " && words.last().size() > 2)))
                finish();
            const bool begins = beginsSentence(each.capturedStart());
            const bool isOrdinary = text.size() < 2 || !text[0].isUpper()
                || ordinary.contains(plain) || titles.contains(plain) || isDateWord(plain)
                || isTaken(each.capturedStart(1), each.capturedEnd(1))
                || ((begins || isGerman) && isFunctionWordHere(text))
                || (isGerman && nouns.contains(plain))
                || m_original.mid(each.capturedEnd(1), 3).contains(u':');
            if (isOrdinary) {
                finish();
                continue;
            }
            if (begin < 0)
                begin = each.capturedStart(1);
            end = each.capturedEnd(1);
            isSure |= isBehindTitle || (!isGerman && !begins);
            words << text;
            ++count;
        }
        finish();
    }

    void claimName(qsizetype begin, qsizetype end, const QStringList& words, bool isSure)
    {
        QStringList compared;
        for (QString word : words) {
            static const QRegularExpression genitive(u"['’]s?$"_qs);
            compared << confusable(folded(word.remove(genitive)));
        }
        auto found = m_picture.findSqueezed(compared.join(QString()));
        if (found.isEmpty())
            found = m_picture.findWords(compared);
        if (found.isEmpty() && compared.last().size() > 4 && compared.last().endsWith(u's')) {
            compared.last().chop(1);
            found = m_picture.findWords(compared);
        }
        if (found.isEmpty() && compared.size() > 1) { // in other columns, or in another order
            found = m_picture.findWords({compared[0]});
            for (const QString& word : compared)
                if (m_picture.findWords({word}).isEmpty())
                    found.clear();
        }
        if (!found.isEmpty() || isSure)
            claim(Kind::Name, begin, end, found);
    }

    // Numbers that follow from others of the answer which the image has, where the answer says so.
    void deriveNumbers()
    {
        static const QRegularExpression derivation(
            u"\\b(?:total|sum|together|altogether|difference|change|left|remain\\w*|combined|"
            u"average|each|per|"
            "minus|plus|times|zusammen|insgesamt|summe|gesamt\\w*|differenz|rest|je|pro|somme|"
            "ensemble|"
            "reste|moyenne|suma|juntos|diferencia|somma|insieme|totale|differenza|resto)\\b"_qs);
        QList<double> known;
        for (const Claim& claim : m_claims)
            if (claim.kind == Kind::Number && claim.isSupported && !claim.values.isEmpty()
                && known.size() < maxOperands)
                known << claim.values.last();
        for (Claim& claim : m_claims) {
            if (claim.kind != Kind::Number || claim.isSupported || claim.values.isEmpty())
                continue;
            const qsizetype line = m_text.lastIndexOf(u'\n', claim.begin) + 1;
            const qsizetype lineEnd = m_text.indexOf(u'\n', claim.end);
            if (derivation.match(m_text.mid(line, lineEnd < 0 ? -1 : lineEnd - line)).hasMatch())
                claim.isSupported = std::ranges::any_of(
                    claim.values, [&](double value) { return isDerived(value, known); });
        }
    }

    static bool isDerived(double value, const QList<double>& known)
    {
        const auto isIt = [value](double other) { return std::abs(value - other) < 0.00501; };
        double all = 0;
        for (const double each : known)
            if (isIt(all += each) && &each != &known.first())
                return true;
        for (qsizetype one = 0; one < known.size(); ++one)
            for (qsizetype other = 0; other < one; ++other)
                if (isIt(known[one] + known[other]) || isIt(std::abs(known[one] - known[other]))
                    || (std::min(known[one], known[other]) <= 12
                        && isIt(known[one] * known[other])))
                    return true;
        return false;
    }

    using Word = std::pair<qsizetype, QString>; // where it begins

    const QString m_original, m_text; // m_text is folded, as long as the original
    const TextOfPicture& m_picture;
    const Language m_language;
    std::vector<Word> m_words;
    std::vector<Claim> m_claims;
    int m_lookups = 0;
};

// The languages of Tesseract for the letters of a text.
QStringList languagesOfScript(const QString& text)
{
    QHash<QChar::Script, qsizetype> counts;
    for (const uint letter : text.toUcs4())
        if (QChar::isLetter(letter))
            ++counts[QChar::script(letter)];
    static const std::pair<QChar::Script, const char*> languages[]
        = {{QChar::Script_Cyrillic, "rus ukr bul bel srp"}, {QChar::Script_Greek, "ell"},
            {QChar::Script_Han, "chi_sim chi_tra jpn"}, {QChar::Script_Hiragana, "jpn"},
            {QChar::Script_Katakana, "jpn"}, {QChar::Script_Hangul, "kor"},
            {QChar::Script_Arabic, "ara fas urd"}, {QChar::Script_Hebrew, "heb"},
            {QChar::Script_Thai, "tha"}, {QChar::Script_Devanagari, "hin mar nep"}};
    for (const auto& [script, names] : languages)
        if (counts.value(script) > counts.value(QChar::Script_Latin))
            return QString::fromLatin1(names).split(u' ');
    return {};
}

} // namespace

TextLanguages textLanguagesFor(std::string_view answer, const TextLanguages& standard)
{
    static const QHash<Language, QString> names{{Language::English, "eng"},
        {Language::German, "deu"}, {Language::French, "fra"}, {Language::Spanish, "spa"},
        {Language::Italian, "ita"}, {Language::Portuguese, "por"}, {Language::Dutch, "nld"},
        {Language::Swedish, "swe"}};
    answer = answer.substr(0, maxAnswerBytes);
    QStringList wanted
        = languagesOfScript(QString::fromUtf8(answer.data(), qsizetype(answer.size())));
    if (const Language language = detectLanguage(answer);
        wanted.isEmpty() && names.contains(language))
        wanted << names[language];
    if (wanted.isEmpty() || standard.folder.isEmpty())
        return standard;
    TextLanguages languages = textLanguagesIn(standard.folder, wanted);
    if (languages.missing.size() < wanted.size())
        languages.missing.clear(); // one of the script is enough
    return languages;
}

std::string_view toString(PictureClaim::Kind kind)
{
    switch (kind) {
    case Kind::Number:
        return "number";
    case Kind::Date:
        return "date";
    case Kind::Time:
        return "time";
    case Kind::Code:
        return "code";
    case Kind::Name:
        return "name";
    case Kind::Quote:
        return "quote";
    case Kind::Sum:
        return "sum";
    }
    return {};
}

namespace {

// The coordinates of boxes that a model gives say where things are, and stand nowhere themselves.
QString withoutBoxes(QString answer)
{
    for (const ModelBox& box : readModelBoxes(answer, {}, {1000, 1000}))
        std::fill(answer.begin() + box.from, answer.begin() + box.to, u' ');
    return answer;
}

} // namespace

std::vector<PictureClaim> findPictureClaims(std::string_view answer, const PictureText& text)
{
    if (text.isEmpty() || !base::isUtf8(answer))
        return {};
    answer
        = answer.substr(0, base::characterStart(answer, std::min(answer.size(), maxAnswerBytes)));
    const TextOfPicture picture(text);
    return Answer(withoutBoxes(QString::fromUtf8(answer.data(), qsizetype(answer.size()))), picture,
        detectLanguage(answer))
        .find();
}

} // namespace services

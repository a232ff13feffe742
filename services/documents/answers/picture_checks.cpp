#include "services/documents/answers/picture_checks.h"

#include "services/background.h"
#include "services/documents/answers/form_facts.h"

#include <QPointer>

#include <algorithm>
#include <string>
#include <utility>

namespace services {

namespace {

// The line of the text that has a word at this place, from 1.
int lineAt(const PictureText& text, const QRectF& place)
{
    int line = 1;
    for (const PictureWord& word : text.words) {
        if (place.contains(word.place.center()))
            return line;
        line += word.after == PictureWord::After::Line || word.after == PictureWord::After::Paragraph;
    }
    return 0;
}

bool overlap(const PictureFact& one, const PictureFact& other)
{
    return one.begin < other.end && other.begin < one.end;
}

// Adds the facts of another image: those that stand in one of both replace the others.
void merge(QList<PictureFact>& facts, const QList<PictureFact>& others)
{
    for (const PictureFact& fact : others) {
        const auto overlaps = [&fact](const PictureFact& each) { return overlap(each, fact); };
        const auto isBetter = [&fact](const PictureFact& each) {
            return overlap(each, fact) && (each.isSupported || !fact.isSupported);
        };
        if (std::ranges::any_of(facts, isBetter))
            continue;
        facts.removeIf(overlaps);
        facts << fact;
    }
}

} // namespace

PictureText asPictureText(const QString& text)
{
    PictureText result;
    for (const QString& line : text.split(u'\n', Qt::SkipEmptyParts)) {
        for (const QString& word : line.simplified().split(u' ', Qt::SkipEmptyParts))
            result.words << PictureWord{word, {0, 0, 1, 1}};
        if (!result.words.isEmpty())
            result.words.last().after = PictureWord::After::Line;
    }
    return result;
}

QList<PictureFact> comparePictures(const QString& answer, const QList<PictureText>& texts)
{
    const std::string bytes = answer.toStdString();
    QList<PictureFact> facts;
    for (qsizetype picture = 0; picture < texts.size(); ++picture) {
        QList<PictureFact> own;
        size_t passed = 0;
        qsizetype characters = 0;
        const auto characterAt = [&](size_t byte) {
            characters += QString::fromUtf8(bytes.data() + passed, qsizetype(byte - passed)).size();
            passed = byte;
            return characters;
        };
        for (const PictureClaim& claim : findPictureClaims(bytes, texts[picture])) {
            const qsizetype begin = characterAt(claim.bytes.from), end = characterAt(claim.bytes.to);
            own << PictureFact{begin, end, answer.mid(begin, end - begin), claim.kind,
                claim.isSupported, int(picture), claim.place,
                claim.place.isNull() ? 0 : lineAt(texts[picture], claim.place)};
        }
        merge(facts, own);
    }
    std::ranges::sort(facts, {}, &PictureFact::begin);
    return facts;
}

struct PictureChecks::Check {
    QString answer;
    QList<Picture> pictures;
    QPointer<QObject> receiver;
    Done done;
    QString missingLanguage;
    QList<PictureText> texts; // of the images
    qsizetype open = 0; // how many of them are not read yet
};

PictureChecks::PictureChecks(PictureTexts& texts, QObject* parent)
    : QObject(parent)
    , m_texts(texts)
{
}

void PictureChecks::compare(
    const QString& answer, const QList<Picture>& pictures, QObject* receiver, Done done)
{
    const auto check = std::make_shared<Check>(
        Check{answer, pictures, receiver, std::move(done), {}, {}, pictures.size()});
    runInBackground<TextLanguages>(
        this,
        [answer, standard = m_texts.languages()] {
            return textLanguagesFor(answer.toStdString(), standard);
        },
        [this, check](const Outcome<TextLanguages>& languages) {
            if (languages.value && check->receiver)
                read(check, *languages.value);
        });
}

// What reads in these languages; the program's own reader if that knows them.
PictureTexts& PictureChecks::textsFor(const TextLanguages& languages)
{
    const QStringList& known = m_texts.languages().names;
    if (std::ranges::all_of(
            languages.names, [&known](const QString& name) { return known.contains(name); }))
        return m_texts;
    PictureTexts*& texts = m_otherTexts[languages.names.join(u'+')];
    if (!texts) {
        ReaderProcess process = m_texts.process();
        process.languages = languages;
        texts = new PictureTexts(process, this);
    }
    return *texts;
}

void PictureChecks::read(const std::shared_ptr<Check>& check, const TextLanguages& languages)
{
    check->missingLanguage = languages.missing.value(0);
    PictureTexts& texts = check->missingLanguage.isEmpty() ? textsFor(languages) : m_texts;
    check->texts.resize(check->pictures.size());
    for (qsizetype index = 0; index < check->pictures.size(); ++index) {
        const Picture& picture = check->pictures[index];
        const auto take = [this, check, index](const PictureText& text) {
            check->texts[index] = text;
            if (--check->open == 0)
                finish(check);
        };
        // An image without any text has none in another language either.
        if (picture.text && (&texts == &m_texts || picture.text->isEmpty()))
            take(*picture.text);
        else
            texts.read(picture, this, take);
    }
}

void PictureChecks::finish(const std::shared_ptr<Check>& check)
{
    if (!check->receiver)
        return;
    runInBackground<PictureComparison>(
        check->receiver.data(),
        [answer = check->answer, texts = check->texts, missing = check->missingLanguage] {
            const bool showText
                = std::ranges::any_of(texts, [](const PictureText& text) { return !text.isEmpty(); });
            if (!missing.isEmpty())
                return PictureComparison{{}, showText ? missing : QString()};
            PictureComparison comparison{comparePictures(answer, texts)};
            for (int index = 0; index < texts.size(); ++index)
                if (looksLikeForm(texts[index]))
                    comparison.forms << index;
            return comparison;
        },
        [done = check->done](const Outcome<PictureComparison>& comparison) {
            done(comparison.value.value_or(PictureComparison()));
        });
}

} // namespace services

#include "ui/pictures/picture_facts.h"

#include <QCoreApplication>
#include <QHash>
#include <QLocale>

#include <algorithm>
#include <limits>

namespace ui {

namespace {

using services::PictureFact;

constexpr qsizetype maxShown = 60; // characters of a fact

// The texts for the user.
struct FactText {
    Q_DECLARE_TR_FUNCTIONS(ui::FactText)
};

QString shortened(const QString& fact)
{
    const QString text = fact.simplified();
    return text.size() > maxShown ? text.left(maxShown - 1) + u'…' : text;
}

// Names the ninth of the image that a place is in.
QString region(const QRectF& place)
{
    const auto third = [](double center) { return std::clamp(int(center * 3), 0, 2); };
    const QString regions[3][3]
        = {{FactText::tr("at the upper left"), FactText::tr("at the top"),
               FactText::tr("at the upper right")},
            {FactText::tr("at the left"), FactText::tr("in the middle"), FactText::tr("at the right")},
            {FactText::tr("at the lower left"), FactText::tr("at the bottom"),
                FactText::tr("at the lower right")}};
    return regions[third(place.center().y())][third(place.center().x())];
}

} // namespace

QString describe(const PictureFact& fact, const services::PlaceCheck& check)
{
    const QString text = shortened(fact.text);
    if (check.reply.isEmpty())
        return FactText::tr("Answer: %1 — enlarged: the model isn't sure").arg(text);
    return FactText::tr("Answer: %1 — enlarged: %2").arg(text, check.reply);
}

QString describe(const PictureFact& fact, qsizetype pictures)
{
    const QString text = shortened(fact.text);
    if (!fact.isSupported && fact.kind == services::PictureClaim::Kind::Sum)
        return FactText::tr("%1 isn't the result of this calculation").arg(text);
    if (!fact.isSupported)
        return pictures > 1 ? FactText::tr("%1 isn't in the pictures").arg(text)
                            : FactText::tr("%1 isn't in the picture").arg(text);
    if (fact.place.isNull())
        return FactText::tr("%1, calculated from numbers in the picture").arg(text);
    const QLocale locale;
    if (pictures > 1)
        return FactText::tr("%1, found %2 of picture %3, line %4",
            "12.80, found at the lower right of picture 2, line 14")
            .arg(text, region(fact.place), locale.toString(fact.picture + 1),
                locale.toString(fact.line));
    return FactText::tr("%1, found %2, line %3", "12.80, found at the lower right, line 14")
        .arg(text, region(fact.place), locale.toString(fact.line));
}

// A fact that the model reads otherwise when its place is enlarged is marked like one that isn't there.
QList<FactMark> factMarks(const QList<PictureFact>& facts, qsizetype pictures,
    const QHash<int, services::PlaceCheck>& checks)
{
    QList<FactMark> marks;
    for (int index = 0; index < facts.size(); ++index) {
        const PictureFact& fact = facts[index];
        marks << FactMark{fact.begin, fact.end, fact.isSupported, !fact.place.isNull(),
            describe(fact, pictures)};
        if (const auto check = checks.constFind(index); check != checks.constEnd()) {
            marks.last().isSupported = check->agrees || check->reply.isEmpty();
            marks.last().description += QStringLiteral(". ") + describe(fact, *check);
        }
    }
    return marks;
}

namespace {

QString describe(const services::DisputedFact& fact)
{
    return FactText::tr("%1 of %Ln versions say %2", "3 of 4 versions say 12.80", fact.versions)
        .arg(QLocale().toString(fact.agreeing), shortened(fact.text));
}

} // namespace

QList<FactMark> joinedMarks(const QList<FactMark>& marks,
    const QList<services::DisputedFact>& disputed, QList<int>& facts)
{
    QList<FactMark> joined;
    auto version = disputed.begin();
    const auto addBefore = [&](qsizetype end) {
        for (; version != disputed.end() && version->end <= end; ++version) {
            joined << FactMark{version->begin, version->end, true, false, describe(*version), true};
            facts << -1;
        }
    };
    for (int index = 0; index < marks.size(); ++index) {
        addBefore(marks[index].begin);
        joined << marks[index];
        facts << index;
        for (; version != disputed.end() && version->begin < marks[index].end; ++version) {
            joined.last().isDisputed = true;
            joined.last().description += QStringLiteral(". ") + describe(*version);
        }
    }
    addBefore(std::numeric_limits<qsizetype>::max());
    return joined;
}

QString missingLanguageNote(const QString& language)
{
    return FactText::tr("This answer wasn't compared with the text in the picture: Tesseract data for "
                        "its language is missing (Debian: %1).")
        .arg(QStringLiteral("tesseract-ocr-") + QString(language).replace(u'_', u'-'));
}

} // namespace ui

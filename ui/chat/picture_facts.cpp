#include "ui/chat/picture_facts.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace ui {

namespace {

using services::PictureFact;

constexpr qsizetype maxShown = 60; // characters of a fact

// The texts for the user.
struct FactText {
    Q_DECLARE_TR_FUNCTIONS(ui::FactText)
};

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

QString describe(const PictureFact& fact, qsizetype pictures)
{
    QString text = fact.text.simplified();
    if (text.size() > maxShown)
        text = text.left(maxShown - 1) + u'…';
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

QList<FactMark> factMarks(const QList<PictureFact>& facts, qsizetype pictures)
{
    QList<FactMark> marks;
    for (const PictureFact& fact : facts)
        marks << FactMark{fact.begin, fact.end, fact.isSupported, !fact.place.isNull(),
            describe(fact, pictures)};
    return marks;
}

QString missingLanguageNote(const QString& language)
{
    return FactText::tr("This answer wasn't compared with the text in the picture: Tesseract data for "
                        "its language is missing (Debian: %1).")
        .arg(QStringLiteral("tesseract-ocr-") + QString(language).replace(u'_', u'-'));
}

} // namespace ui

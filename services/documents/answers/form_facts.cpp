#include "services/documents/answers/form_facts.h"

#include <QRegularExpression>

#include <algorithm>

namespace services {

namespace {

constexpr qsizetype fewestLines = 3;
constexpr qsizetype shareOfLines = 3; // one of so many
constexpr qsizetype longestLine = 200; // characters; longer ones are text

const QString amount = QStringLiteral("\\d[\\d.,' ]*[.,]\\d{2}");

bool isOfForm(const QString& line)
{
    static const QRegularExpression endsInAmount(
        QStringLiteral("(^|[\\s:€$£])") + amount + QStringLiteral("\\s*(\\p{Sc}|\\p{L}{1,3}|[*-])?$"),
        QRegularExpression::UseUnicodePropertiesOption);
    static const QRegularExpression hasLabel(
        QStringLiteral("^\\p{L}[\\p{L}\\p{M} .'’/()-]{0,28}:\\s+\\S"),
        QRegularExpression::UseUnicodePropertiesOption);
    return line.size() <= longestLine
        && (endsInAmount.match(line).hasMatch() || hasLabel.match(line).hasMatch());
}

bool isAmount(const PictureFact& fact)
{
    static const QRegularExpression all(u'^' + amount + u'$');
    return fact.kind == PictureClaim::Kind::Number && all.match(fact.text).hasMatch();
}

} // namespace

bool looksLikeForm(const PictureText& text)
{
    const QStringList lines = text.text().split(u'\n', Qt::SkipEmptyParts);
    const auto found = std::ranges::count_if(
        lines, [](const QString& line) { return isOfForm(line.trimmed()); });
    return found >= fewestLines && shareOfLines * found >= lines.size();
}

QList<int> factsToReadAgain(const QList<PictureFact>& facts, const QList<int>& forms,
    const QList<DisputedFact>& disputed)
{
    QList<int> marked, amounts;
    for (int index = 0; index < facts.size(); ++index) {
        const PictureFact& fact = facts[index];
        if (fact.place.isNull() || !forms.contains(fact.picture))
            continue;
        const bool isMarked = std::ranges::any_of(disputed, [&fact](const DisputedFact& other) {
            return other.begin < fact.end && fact.begin < other.end;
        });
        if (isMarked)
            marked << index;
        else if (isAmount(fact))
            amounts << index;
    }
    return (marked + amounts).mid(0, maxFactsReadAgain);
}

} // namespace services

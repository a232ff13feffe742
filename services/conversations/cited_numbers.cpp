#include "services/conversations/cited_numbers.h"

#include <QRegularExpression>

namespace services {

QSet<int> citedNumbers(const QString& answer)
{
    static const QRegularExpression mark(
        QStringLiteral(R"(\[(\d{1,3}(?: *[,;][ ,;]*\d{1,3})*) *\])"));
    static const QRegularExpression number(QStringLiteral(R"(\d+)"));
    QSet<int> numbers;
    for (auto each = mark.globalMatch(answer); each.hasNext();)
        for (auto digits = number.globalMatch(each.next().captured(1)); digits.hasNext();)
            numbers << digits.next().captured().toInt();
    return numbers;
}

} // namespace services

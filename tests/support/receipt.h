#pragma once

#include <QFont>
#include <QFontMetricsF>
#include <QImage>
#include <QPainter>
#include <QStringList>

namespace tests {

inline const QStringList receiptLines{"Corner Bakery", "12 Harbour Street", "Two coffees",
    "Apple cake", "Total 14.60 EUR", "Thank you for your visit"};

/// A receipt as a camera sees it that was held well: dark letters on paper, one line below another.
/// Needs a QGuiApplication.
inline QImage receipt()
{
    QImage image(420, 420, QImage::Format_RGB888);
    image.fill(QColor(248, 247, 242));
    QPainter painter(&image);
    painter.setPen(QColor(40, 40, 44));
    QFont font("Noto Sans");
    font.setPixelSize(24);
    painter.setFont(font);
    for (qsizetype line = 0; line < receiptLines.size(); ++line)
        painter.drawText(QPointF(40, 70 + 56 * double(line)), receiptLines[line]);
    return image;
}

/// The rectangle of one of its words in pixels, from its left edge to its right one.
inline QRectF receiptWord(const QString& word)
{
    QFont font("Noto Sans");
    font.setPixelSize(24);
    const QFontMetricsF metrics(font);
    for (qsizetype line = 0; line < receiptLines.size(); ++line) {
        const qsizetype at = receiptLines[line].indexOf(word);
        if (at >= 0)
            return {40 + metrics.horizontalAdvance(receiptLines[line].left(at)),
                70 + 56 * double(line) - 20, metrics.horizontalAdvance(word), 24};
    }
    return {};
}

} // namespace tests

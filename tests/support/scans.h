#pragma once

#include <QFont>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QString>
#include <QStringList>

namespace tests {

/// A page as a scanner sees it, 200 pixels an inch; A5.
inline QImage scanOf(const QString& line)
{
    constexpr double scale = 200.0 / 72;
    QImage page(QSize(420, 595) * scale, QImage::Format_RGB32);
    page.fill(QColor(250, 249, 244));
    QPainter painter(&page);
    painter.setPen(QColor(30, 30, 34));
    QFont font("Noto Serif");
    font.setPixelSize(int(14 * scale));
    painter.setFont(font);
    painter.drawText(QPointF(40, 120) * scale, line);
    return page;
}

/// A PDF with a scanned page for each line and, unless it is empty, a page with a text behind them.
inline void writeScans(const QString& path, const QStringList& lines, const QString& text = {})
{
    QPdfWriter writer(path);
    writer.setPageSize(QPageSize(QPageSize::A5));
    writer.setPageMargins({});
    QPainter painter(&writer);
    const QRect page(0, 0, writer.width(), writer.height());
    for (int line = 0; line < lines.size(); ++line) {
        if (line > 0)
            writer.newPage();
        painter.drawImage(page, scanOf(lines[line]));
    }
    if (text.isEmpty())
        return;
    if (!lines.isEmpty())
        writer.newPage();
    painter.drawText(page.adjusted(page.width() / 8, page.height() / 8, 0, 0), text);
}

} // namespace tests

#pragma once

#include "ui/markdown/markdown_block.h"
#include "ui/markdown/math/formula.h"
#include "ui/theme/theme.h"

#include <QFont>
#include <QTextLayout>

#include <vector>

class QWidget;

namespace ui {

/// The fonts and colors with which text is laid out and drawn.
struct MarkdownStyle {
    QFont font;
    QFont codeFont;
    Scheme scheme = Scheme::Light;
    double maxHeading = 2; ///< the largest size of headings, in sizes of the text

    double em() const; ///< the size of the font in pixels
    bool operator==(const MarkdownStyle&) const = default;
};

MarkdownStyle makeMarkdownStyle(const QWidget& widget);

/// A text laid out in lines, with formulas in it. Places are positions in the visible text; lengths
/// are in pixels. GUI thread.
class TextFlow {
public:
    struct Options {
        double width = -1; ///< of a line; negative: lines are broken only where the text says so
        Qt::Alignment alignment = {}; ///< none: where its writing direction begins
        bool isCode = false;
        double size = 1; ///< of the font, as a factor
        bool isStrong = false;
        QList<QTextLayout::FormatRange> formats = {}; ///< such as the colors of code
    };

    TextFlow(const InlineText& text, const MarkdownStyle& style, const Options& options);

    TextFlow(const TextFlow&) = delete;
    TextFlow& operator=(const TextFlow&) = delete;

    double height() const { return m_height; }
    double naturalWidth() const { return m_naturalWidth; } ///< of the longest line
    bool isRightToLeft() const { return m_isRightToLeft; }
    double firstBaseline() const;

    void draw(QPainter& painter, QPointF origin, const QList<QTextLayout::FormatRange>& marks,
        const QRectF& clip) const;
    int positionAt(QPointF point) const;
    QRectF characterRect(int position) const; ///< of the character at this position
    QString linkAt(QPointF point) const;
    QString latexAt(QPointF point) const;

private:
    struct PlacedFormula {
        int position;
        Formula formula;
        QString latex;
        bool isLink;
    };

    void append(const InlineRun& run, const MarkdownStyle& style, const Options& options);
    void appendFormula(const InlineRun& run, const QFont& font);
    void breakLines(double width, const QTextOption& option);
    int characterAt(QPointF point) const; // −1 outside the text

    QString m_text;
    QList<QTextLayout::FormatRange> m_formats;
    std::vector<PlacedFormula> m_formulas;
    QTextLayout m_layout;
    QColor m_ink, m_linkInk;
    double m_height = 0, m_naturalWidth = 0;
    bool m_isRightToLeft = false;
};

} // namespace ui

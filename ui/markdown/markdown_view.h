#pragma once

#include "ui/markdown/block_list.h"
#include "ui/markdown/citation_marks.h"
#include "ui/markdown/fact_marks.h"
#include "ui/markdown/markdown_block.h"
#include "ui/markdown/text_part.h"

#include <QHash>
#include <QSet>
#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <optional>

class QScrollBar;
class QToolButton;

namespace ui {

class CodeHeader;
struct MarkdownReading;

/// Shows a text, plain or Markdown, as tall as it needs to be. Text can be selected across blocks
/// and copied, as readable text, as Markdown and as rich text; code has buttons that copy and save
/// it; disclosures are opened and closed by the button of their title; links are chosen by a click or by Tab and Enter, and show where they lead while they are
/// pointed at or have the focus.
/// If it is told which part is visible, it lays out only that part, and its height is partly an
/// estimate. GUI thread; long texts are read in the background.
class MarkdownView : public QWidget {
    Q_OBJECT

public:
    using Markup = ui::Markup;
    using Anchor = BlockList::Anchor;

    explicit MarkdownView(Markup markup, QWidget* parent = nullptr);

    /// Sets the text. If it begins with the old one, only what follows is laid out again.
    void setText(const QString& text);

    /// Sets which marks of the text lead to sources; they become links (see ui/links/link.h).
    void setCitations(const CitationMarks& marks);

    /// Sets which facts of this very text were compared with images; they become links. Another text has
    /// none.
    void setFacts(const QList<FactMark>& facts);

    /// Reads the whole text again, so that what came late counts, such as the target of a link.
    void refresh();

    /// The text without marks, block by block. Lays out nothing.
    QString plainText() const;
    QString selectedText() const;
    QString selectedMarkdown() const;

    /// The position in the text that is nearest to a point of the view.
    TextPosition positionAt(const QPointF& point) const;

    /// Shows this part as selected instead of what was selected here: it belongs to a selection that
    /// reaches beyond this text, and the keys and the menu that copy are left to the owner. None:
    /// this text is on its own again.
    void setPart(const std::optional<TextRange>& part);
    bool hasPart() const { return m_part.has_value(); }

    void setMaxHeading(double size); ///< the largest size of headings, in sizes of the text

    /// Sets which part of the view is visible, in its own pixels, and lays it out; the height may
    /// change by this. If it is never called, everything is laid out.
    void setSight(int top, int bottom);

    Anchor anchorAt(int y) const { return m_blocks.anchorAt(y); }
    int toY(Anchor anchor) const { return m_blocks.toY(anchor); }

    /// Marks every occurrence of any of these words, regardless of case. An empty list removes the
    /// marks.
    void setMarkedWords(const QStringList& words);
    int markCount() const { return int(m_marks.size()); }
    void setCurrentMark(int index); ///< highlights one of the occurrences; −1: none
    QRect markRect(int index); ///< lays out the block of the occurrence

    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    int naturalWidth() const; ///< at which no line needs to be broken

signals:
    /// The height has changed without a call by the owner: a text has been read, or code wraps its
    /// lines now.
    void heightChanged();

    void linkChosen(const QString& address); ///< a safe one or one of the program's, see ui/links

    /// A fact that has a place is pointed at or has the focus; `rect` is where it is on the screen.
    void factPointed(int index, const QRect& rect);
    void factLeft(); ///< the one that was pointed at is no longer

    /// The mouse began to select at this position, or, with Shift, extends the selection.
    void pressed(const ui::TextPosition& position, bool goesOn);
    void dragged(const QPoint& point); ///< the mouse selects, and is at this point of the screen
    void released(); ///< the mouse does not select any longer

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    void applyStyle();
    struct Mark {
        size_t block;
        int begin, length;
    };

    struct Link {
        TextPosition begin;
        int length;
        QString address;
    };

    void read();
    void readInBackground(const QString& rest);
    void pauseAfter(qint64 milliseconds, qsizetype size);
    void apply(size_t kept, MarkdownReading reading);
    void layOut() const;
    bool isInSight(const QRectF& rect) const;
    void placeTools();
    void placeCodeHeader(size_t leaf);
    bool updateDiagram(size_t leaf);
    void placeScrollBar(size_t leaf);
    void placeSummary(size_t leaf);
    void relayOut();
    void drawBlock(QPainter& painter, size_t index, const QRectF& clip);
    void drawFrame(QPainter& painter, size_t index);
    void drawMarker(QPainter& painter, size_t index);
    BlockLayout::Marks marksIn(size_t index) const;
    void findMarks();
    std::pair<size_t, QPointF> contentAt(const QPointF& point) const;
    QString linkAt(const QPointF& point) const;
    QString latexAt(const QPointF& point) const;
    QList<Link> links() const;
    QString linkTarget(const QString& address) const; // for the user
    const FactMark* factOf(const QString& address) const; // null: none
    QRect linkRect(const Link& link) const;
    bool pointAtFact(const QPoint& point);
    void leaveFact();
    void focusLink(int index); // −1: none
    void keepFocusedLink();
    TextRange selection() const;
    TextPart selectedPart() const;
    void selectAll();
    bool isAllSelected() const;
    void copy() const;

    Markup m_markup;
    CitationMarks m_citations;
    QList<FactMark> m_facts;
    bool m_isFactPointed = false;
    QString m_clickedFact; // its address, until m_factClick
    QTimer m_factClick; // a second click selects the fact instead of opening its image
    QString m_text;
    bool m_isReading = false; // in the background
    bool m_isOutdated = false; // … or in a pause, a text that has changed since
    QTimer m_pause; // so that reading takes a small part of the time, however much there is to read
    bool m_hasLinks = false;
    int m_restarts = 0; // of reading from the beginning
    size_t m_settledBlocks = 0; // that more text cannot change …
    qsizetype m_settledSize = 0; // … and the part of the text they were made of
    mutable BlockList m_blocks;
    bool m_hasSight = false;
    int m_sightTop = 0, m_sightBottom = 0;
    QHash<size_t, CodeHeader*> m_headers; // of the code in sight, by leaf
    QHash<size_t, QString> m_diagrams; // the texts of those that are drawn, by leaf
    QSet<size_t> m_codeShown; // in place of a diagram
    bool m_awaitsDiagrams = false;
    QHash<size_t, QScrollBar*> m_scrollBars;
    QHash<size_t, QToolButton*> m_summaries; // titles of disclosures
    QStringList m_words;
    std::vector<Mark> m_marks; // in order
    int m_currentMark = -1;
    TextPosition m_anchor, m_cursor; // of the selection
    std::optional<TextRange> m_part; // of a larger one
    bool m_selecting = false;
    int m_focusedLink = -1;
    int m_leftLink = -1; // that was pressed and led elsewhere
    QString m_focusedAddress; // which is shown: no other one is opened
    double m_maxHeading = MarkdownStyle().maxHeading;
};

} // namespace ui

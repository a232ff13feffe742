#pragma once

#include "services/conversations/message.h"

#include <QDateTime>
#include <QPointer>
#include <QStringList>
#include <QWidget>

class QPushButton;
class QStackedWidget;

namespace ui {

class Announcer;
class ElidedLabel;
class FigurePictures;
class FindInDocument;
class IconButton;
class OpenedDocument;
class PageView;
class TextLabel;
class TextPage;

/// A document next to the conversation, opened where a source of an answer is in it: a PDF as
/// images of its pages, an image as it is, whatever else as text, with the passage marked. Page
/// keys turn the pages, Ctrl+F finds words, Escape closes it and gives the focus back. If the file
/// or the passage is gone, a message says so, and the passage is shown as it was read.
class DocumentViewer : public QWidget {
    Q_OBJECT

public:
    explicit DocumentViewer(QWidget* parent = nullptr);
    ~DocumentViewer() override;

    /// The program that reads and draws documents, if it is not in the folder of this one.
    void setReader(const QString& program) { m_reader = program; }
    const QString& reader() const { return m_reader; }

    /// Opens a source. `read` is when the model read it: in a file that was changed later, or if that is
    /// not known, the passage is searched for. In it, the sentences that support best the `statements`
    /// that cite it are marked more strongly.
    void open(const services::Source& source, const QDateTime& read = {},
        const QStringList& statements = {});
    void close();

    /// The address of the file that is open; empty: none is.
    QString address() const;
    QString message() const; ///< that is shown about the file; empty: all is well
    int page() const { return m_page; } ///< from 1; of a long text without pages, its parts count
    int pageCount() const { return m_pageCount; } ///< 0: not known yet
    bool isShown() const { return m_isShown; } ///< the page, the text or a message is there
    PageView* pageView() const { return m_pages; }
    TextPage* textPage() const { return m_text; }
    FindInDocument* findBar() const { return m_find; }

    void goToPage(int page); ///< from 1; beyond the ends: to the first or the last
    void openFind();

signals:
    void closed();
    void focusLeft(); ///< it had the focus, and what had it before is gone

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* makeHeading();
    QWidget* makeTools();
    void connectParts();
    void connectDocument();
    void forget();
    void showContent(QWidget* content);

    void beginLook();
    void showPage();
    void takePage(int page);
    void showPicture();
    void showText();
    void showPart();
    void showFigures();
    void showPassage();
    void showSentences();
    void showFailure(const QString& message);
    void announce();

    void find(const QString& words);
    void takeHits();
    void stepHit(int step);
    void showHit();
    void showMarks();
    void showPageMarks();
    void showTextMarks();
    void scrollToMark();
    void updateTools();
    int pageOf(size_t byte) const; // or part
    QString placeText() const;
    void openElsewhere();

    QString m_reader;
    FigurePictures* m_figures = nullptr; // of m_document
    OpenedDocument* m_document = nullptr; // that is open
    int m_page = 1, m_pageCount = 0;
    int m_drawnPage = 0; // of a PDF, the one that is seen
    qsizetype m_hit = -1; // of its hits, the one that is shown
    bool m_isShown = false;
    bool m_isAnnounced = false;
    QPointer<QWidget> m_before; // had the focus

    ElidedLabel* m_title;
    IconButton* m_openFind;
    IconButton* m_elsewhere;
    QWidget* m_tools;
    IconButton* m_previous;
    IconButton* m_next;
    TextLabel* m_place;
    IconButton* m_smaller;
    IconButton* m_larger;
    QPushButton* m_zoom;
    FindInDocument* m_find;
    TextLabel* m_message;
    TextLabel* m_quote; // the passage as it was read
    QStackedWidget* m_content; // one of the next three
    TextLabel* m_wait;
    PageView* m_pages;
    TextPage* m_text;
    Announcer* m_announcer;
};

} // namespace ui

#include "ui/documents/viewer/document_viewer.h"

#include "services/documents/figures.h"
#include "services/documents/read_document.h"
#include "services/text.h"
#include "ui/documents/viewer/figure_pictures.h"
#include "ui/documents/viewer/find_in_document.h"
#include "ui/documents/viewer/opened_document.h"
#include "ui/documents/viewer/page_view.h"
#include "ui/documents/viewer/text_page.h"
#include "ui/links/open_link.h"
#include "ui/theme/colors.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QStackedWidget>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ui {

using services::ByteRange;
using LookKind = DocumentLook::Kind;

namespace {

constexpr int narrowest = 320; // pixels
constexpr qsizetype quotedCharacters = 1500; // of a passage that is in no file any more
constexpr qsizetype toldCharacters = 200; // of it, to screen readers
constexpr double pointsPerPixel = 72.0 / 96; // of images, as their reader counts

QString shortened(const QString& text, qsizetype max)
{
    const QString line = text.left(2 * max).simplified();
    return line.size() <= max ? line : line.left(max - 1) + u'…';
}

} // namespace

DocumentViewer::DocumentViewer(QWidget* parent)
    : QWidget(parent)
    , m_reader(services::ReaderProcess::standardProgram())
    , m_tools(new QWidget(this))
    , m_find(new FindInDocument(this))
    , m_message(new TextLabel(TextRole::Error, {}, this))
    , m_quote(new TextLabel(TextRole::Body, {}, this))
    , m_content(new QStackedWidget(this))
    , m_wait(new TextLabel(TextRole::Muted, tr("Loading…"), this))
    , m_pages(new PageView(this))
    , m_text(new TextPage(this))
    , m_announcer(new Announcer(this))
{
    setAccessibleName(tr("Document viewer"));
    setMinimumWidth(narrowest);
    m_wait->setAlignment(Qt::AlignCenter);
    m_quote->makeSelectable();
    const Metrics space = metrics(this);
    for (TextLabel* label : {m_message, m_quote})
        label->setContentsMargins(space.large, space.small, space.large, space.small);
    for (QWidget* content : std::initializer_list<QWidget*>{m_wait, m_pages, m_text})
        m_content->addWidget(content);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 0, 0, 0); // for the line at the edge
    layout->setSpacing(0);
    layout->addWidget(makeHeading());
    layout->addWidget(makeTools());
    layout->addWidget(m_find);
    layout->addWidget(m_message);
    layout->addWidget(m_quote);
    layout->addWidget(m_content, 1);
    connectParts();
    forget();
}

DocumentViewer::~DocumentViewer() = default;

QWidget* DocumentViewer::makeHeading()
{
    const auto button = [this](const char* iconName, const QString& name, auto act) {
        auto* made = new IconButton(QLatin1String(iconName), name, IconButton::Look::Quiet, this);
        connect(made, &IconButton::clicked, this, act);
        return made;
    };
    m_title = new ElidedLabel(TextRole::Strong, {}, this);
    m_openFind = button("search", tr("Find in document (Ctrl+F)"), [this] { openFind(); });
    m_elsewhere = button("document", tr("Open with another program"), [this] { openElsewhere(); });

    const Metrics space = metrics(this);
    auto* heading = new QWidget(this);
    auto* layout = new QHBoxLayout(heading);
    layout->setContentsMargins(space.small, space.small, space.small, 0);
    layout->setSpacing(space.tight);
    layout->addSpacing(space.small);
    layout->addWidget(m_title, 1);
    layout->addWidget(m_openFind);
    layout->addWidget(m_elsewhere);
    layout->addWidget(button("close", tr("Close (Esc)"), [this] { close(); }));
    return heading;
}

QWidget* DocumentViewer::makeTools()
{
    const auto button = [this](const char* iconName, const QString& name, auto act) {
        auto* made = new IconButton(QLatin1String(iconName), name, IconButton::Look::Quiet, this);
        connect(made, &IconButton::clicked, this, act);
        return made;
    };
    m_previous
        = button("previous", tr("Previous page (Page Up)"), [this] { goToPage(m_page - 1); });
    m_next = button("next", tr("Next page (Page Down)"), [this] { goToPage(m_page + 1); });
    m_smaller = button("minus", tr("Zoom out (Ctrl+−)"), [this] { m_pages->zoomBy(-1); });
    m_larger = button("plus", tr("Zoom in (Ctrl++)"), [this] { m_pages->zoomBy(1); });
    m_place = new TextLabel(TextRole::Muted, {}, this);
    m_place->setWordWrap(false);
    m_zoom = new QPushButton(QStringLiteral("100 %"), this);
    m_zoom->setAutoDefault(false);
    m_zoom->setToolTip(services::plainToolTip(tr("Fit width (Ctrl+0)")));
    connect(m_zoom, &QPushButton::clicked, this, [this] { m_pages->fit(); });

    const Metrics space = metrics(this);
    auto* layout = new QHBoxLayout(m_tools);
    layout->setContentsMargins(space.small, 0, space.small, space.tight);
    layout->setSpacing(space.tight);
    layout->addWidget(m_previous);
    layout->addWidget(m_place);
    layout->addWidget(m_next);
    layout->addStretch(1);
    layout->addWidget(m_smaller);
    layout->addWidget(m_zoom);
    layout->addWidget(m_larger);
    return m_tools;
}

void DocumentViewer::connectParts()
{
    connect(m_pages, &PageView::zoomChanged, this, &DocumentViewer::updateTools);
    connect(m_pages, &PageView::widthWanted, this, [this](int width) {
        if (m_document && m_document->pages() && m_isShown)
            m_document->pages()->want(m_page, width);
    });
    connect(m_find, &FindInDocument::wordsChanged, this, &DocumentViewer::find);
    connect(m_find, &FindInDocument::stepped, this, &DocumentViewer::stepHit);
    connect(m_find, &FindInDocument::closed, this, [this] {
        find({});
        m_content->currentWidget()->setFocus(Qt::OtherFocusReason);
    });
}

void DocumentViewer::connectDocument()
{
    connect(m_document, &OpenedDocument::lookedAt, this, &DocumentViewer::beginLook);
    connect(m_document, &OpenedDocument::pictureRead, this, &DocumentViewer::showPicture);
    connect(m_document, &OpenedDocument::textRead, this, &DocumentViewer::showText);
    connect(m_document, &OpenedDocument::passageFound, this, &DocumentViewer::showPassage);
    connect(m_document, &OpenedDocument::sentencesFound, this, &DocumentViewer::showSentences);
    connect(m_document, &OpenedDocument::failed, this, &DocumentViewer::showFailure);
    connect(m_document, &OpenedDocument::found, this, &DocumentViewer::takeHits);
    connect(m_document, &OpenedDocument::textFailed, m_find, &FindInDocument::showWaiting);
    connect(m_document, &OpenedDocument::progressed, this, [this](int pages) {
        const QString message = tr("Reading page %1…", "of a document").arg(pages);
        m_wait->setText(message);
        if (!m_find->words().isEmpty())
            m_find->showWaiting(message);
    });
}

void DocumentViewer::open(
    const services::Source& source, const QDateTime& read, const QStringList& statements)
{
    if (QWidget* focused = QApplication::focusWidget(); focused && !isAncestorOf(focused))
        m_before = focused;
    forget();
    m_document = new OpenedDocument(source, read, statements, m_reader, this);
    m_figures = new FigurePictures({}, m_document);
    m_figures->setReader(m_reader);
    m_figures->permit(source.address);
    connect(m_figures, &FigurePictures::arrived, this, &DocumentViewer::showFigures);
    connectDocument();
    m_page = std::max(1, source.page);
    m_title->setText(services::sourceName({.title = source.title, .address = source.address}));
    updateTools();
    show();
    m_content->currentWidget()->setFocus(Qt::OtherFocusReason);
}

void DocumentViewer::forget()
{
    delete std::exchange(m_document, nullptr);
    m_pageCount = m_drawnPage = 0;
    m_hit = -1;
    m_isShown = m_isAnnounced = false;
    m_find->close();
    m_message->hide();
    m_quote->hide();
    m_wait->setText(tr("Loading…"));
    m_wait->setFocusPolicy(Qt::StrongFocus); // so that Escape comes here
    m_content->setCurrentWidget(m_wait);
    m_pages->setPage({595, 842}, {});
    m_text->setPlain({});
    m_announcer->withdraw();
}

// The focus returns to where it was before the viewer was opened, if it is in here.
void DocumentViewer::close()
{
    if (!m_document)
        return;
    const QWidget* focused = QApplication::focusWidget();
    const bool hadFocus = focused && isAncestorOf(focused);
    forget();
    hide();
    emit closed();
    if (hadFocus && m_before && m_before->isVisible())
        m_before->setFocus(Qt::OtherFocusReason);
    else if (hadFocus)
        emit focusLeft();
}

QString DocumentViewer::address() const
{
    return m_document ? m_document->source().address : QString();
}

QString DocumentViewer::message() const
{
    return m_message->isHidden() ? QString() : m_message->text();
}

// The focus stays with the content.
void DocumentViewer::showContent(QWidget* content)
{
    const bool hasFocus = m_content->isAncestorOf(QApplication::focusWidget());
    m_content->setCurrentWidget(content);
    if (hasFocus)
        content->setFocus(Qt::OtherFocusReason);
}

void DocumentViewer::beginLook()
{
    if (PagePictures* pictures = m_document->pages()) {
        connect(pictures, &PagePictures::arrived, this, &DocumentViewer::takePage);
        connect(pictures, &PagePictures::failed, this, [this](int page, const QString& message) {
            if (page == m_page)
                showFailure(message);
        });
        showContent(m_pages); // empty, so that it is known how wide pages are
        showPage();
    }
    updateTools();
}

// A page that is not here yet comes in a moment; the one before stays until then.
void DocumentViewer::showPage()
{
    m_document->pages()->want(m_page, m_pages->wantedWidth());
    takePage(m_page);
}

void DocumentViewer::takePage(int page)
{
    const services::PagePicture* picture
        = page == m_page ? m_document->pages()->find(page, m_pages->wantedWidth()) : nullptr;
    if (!picture)
        return;
    const bool isNew = page != m_drawnPage;
    m_pageCount = picture->pageCount;
    m_isShown = true;
    if (isNew) {
        m_drawnPage = page;
        m_pages->setPage(picture->size, picture->image);
        showContent(m_pages);
        showMarks();
        scrollToMark();
    } else {
        m_pages->setPicture(picture->image);
    }
    updateTools();
    announce();
}

void DocumentViewer::showPicture()
{
    const QImage& picture = m_document->picture();
    m_page = m_pageCount = 1;
    m_isShown = true;
    m_pages->setPage(QSizeF(picture.size()) * pointsPerPixel, picture);
    showContent(m_pages);
    showMarks();
    scrollToMark();
    updateTools();
    announce();
}

void DocumentViewer::showText()
{
    if (*m_document->kind() != LookKind::Text)
        return;
    const auto& bytes = m_document->passage().bytes;
    m_pageCount = int(m_document->parts().size());
    m_page = bytes ? pageOf(bytes->from) : std::clamp(m_page, 1, m_pageCount);
    m_isShown = true;
    showPart();
    showContent(m_text);
    scrollToMark();
    announce();
}

void DocumentViewer::showPart()
{
    m_text->setPart(*m_document->text(), m_document->parts()[size_t(m_page - 1)].bytes);
    showFigures();
    showMarks();
    updateTools();
}

// Those of the text that is shown; pages of a PDF show theirs.
void DocumentViewer::showFigures()
{
    if (m_document->kind() != LookKind::Text || !m_document->text())
        return;
    const services::Document& document = *m_document->text();
    const services::TextPart& part = m_document->parts()[size_t(m_page - 1)];
    services::Source figure;
    figure.address = m_document->source().address;
    figure.page = document.isPaged ? int(part.page) + 1 : 0;
    m_text->showFigures([&](int number) {
        figure.passage = QString::fromStdString(services::figureMark(number));
        return m_figures->find(figure);
    });
}

// It may be elsewhere than was known when the page was opened.
void DocumentViewer::showPassage()
{
    const int page = m_document->passage().page;
    if (*m_document->kind() == LookKind::Text || m_hit >= 0)
        return;
    if (m_document->pages() && page > 0 && page != m_page) {
        m_page = page; // how many there are may not be known yet
        return showPage();
    }
    showMarks();
    scrollToMark();
}

void DocumentViewer::showSentences()
{
    showMarks();
    if (m_hit < 0)
        scrollToMark();
}

void DocumentViewer::showFailure(const QString& message)
{
    m_message->setText(message);
    m_message->show();
    const QString& passage = m_document->source().passage;
    m_quote->setText(passage.size() <= quotedCharacters
            ? passage.trimmed()
            : passage.left(quotedCharacters - 1).trimmed() + u'…');
    m_quote->setVisible(!passage.trimmed().isEmpty());
    m_wait->setText({});
    m_isShown = true;
    updateTools();
    m_announcer->say(message);
}

// Announces the document once, when there is something to be seen.
void DocumentViewer::announce()
{
    if (!std::exchange(m_isAnnounced, true))
        m_announcer->say(m_title->text() + QStringLiteral(", ") + placeText());
}

void DocumentViewer::goToPage(int page)
{
    if (!m_document || m_pageCount == 0)
        return;
    const int wanted = std::clamp(page, 1, m_pageCount);
    if (wanted == m_page)
        return;
    m_page = wanted;
    if (m_document->pages())
        showPage();
    else if (m_document->text() && *m_document->kind() == LookKind::Text)
        showPart();
    updateTools();
    m_announcer->say(placeText());
}

int DocumentViewer::pageOf(size_t byte) const
{
    if (*m_document->kind() != LookKind::Text)
        return int(services::pageAt(*m_document->text(), byte)) + 1;
    const auto& parts = m_document->parts();
    const auto after = std::ranges::upper_bound(
        parts, byte, {}, [](const services::TextPart& part) { return part.bytes.from; });
    return std::max(1, int(after - parts.begin()));
}

void DocumentViewer::openFind()
{
    if (!m_document || !m_document->kind())
        return;
    m_document->readText();
    m_find->open();
    find(m_find->words());
}

void DocumentViewer::find(const QString& words)
{
    m_hit = -1;
    if (m_document)
        m_document->find(words);
}

// The first from the page that is shown on.
void DocumentViewer::takeHits()
{
    const auto& hits = m_document->hits();
    if (m_find->isHidden() && hits.empty()) {
        m_hit = -1;
        return showMarks();
    }
    const auto from = std::ranges::find_if(
        hits, [this](const DocumentHit& hit) { return pageOf(hit.bytes.from) >= m_page; });
    m_hit = hits.empty() ? -1 : from == hits.end() ? 0 : from - hits.begin();
    showHit();
}

void DocumentViewer::stepHit(int step)
{
    const auto count = m_document ? qsizetype(m_document->hits().size()) : 0;
    if (count == 0)
        return;
    m_hit = (std::max<qsizetype>(m_hit, 0) + step + count) % count;
    showHit();
}

void DocumentViewer::showHit()
{
    const auto& hits = m_document->hits();
    const int page = m_hit < 0 ? 0 : pageOf(hits[size_t(m_hit)].bytes.from);
    const bool hasNumber = *m_document->kind() == LookKind::Pages;
    m_find->showPlace(m_hit, qsizetype(hits.size()), hasNumber ? page : 0);
    if (page > 0 && page != m_page)
        goToPage(page);
    showMarks();
    scrollToMark();
}

void DocumentViewer::showMarks()
{
    if (!m_document->kind())
        return;
    if (*m_document->kind() == LookKind::Text)
        showTextMarks();
    else
        showPageMarks();
}

// The passage, other hits, and what stands out: a hit or the sentences.
void DocumentViewer::showPageMarks()
{
    if (m_document->pages() && m_drawnPage != m_page)
        return; // the page before is still there
    const PassageLocation& passage = m_document->passage();
    QList<QRectF> marks;
    if (passage.page == m_page || *m_document->kind() == LookKind::Picture)
        marks = passage.rectangles;
    QList<QRectF> current;
    const auto& hits = m_document->hits();
    for (size_t index = 0; index < hits.size(); ++index) {
        if (int(hits[index].page) + 1 != m_page)
            continue;
        QList<QRectF>& into = qsizetype(index) == m_hit ? current : marks;
        for (const services::Rectangle& rectangle :
            services::findRectangles(*m_document->text(), hits[index].bytes))
            into << QRectF(double(rectangle.x), double(rectangle.y), double(rectangle.width),
                double(rectangle.height));
    }
    const bool isPassageShown = passage.page == m_page && !passage.rectangles.isEmpty();
    if (m_hit < 0 && isPassageShown)
        current = passage.sentenceRectangles;
    const QRectF shown = !current.isEmpty() ? current.first()
        : isPassageShown                    ? passage.rectangles.first()
                                            : QRectF();
    const qsizetype strong = marks.size();
    m_pages->setMarks(marks + current, strong, shown);
    PageCanvas* canvas = m_pages->canvas();
    canvas->setAccessibleName(m_title->text() + QStringLiteral(", ") + placeText());
    canvas->setAccessibleDescription(isPassageShown
            ? tr("Highlighted passage: %1")
                  .arg(shortened(m_document->source().passage, toldCharacters))
            : QString());
}

void DocumentViewer::showTextMarks()
{
    if (!m_document->text())
        return;
    std::vector<ByteRange> marks;
    const ByteRange part = m_document->parts()[size_t(m_page - 1)].bytes;
    const auto add = [&](ByteRange bytes) {
        if (bytes.from < part.to && bytes.to > part.from)
            marks.push_back({std::max(bytes.from, part.from), std::min(bytes.to, part.to)});
    };
    if (const auto& passage = m_document->passage().bytes)
        add(*passage);
    const bool isPassageShown = !marks.empty();
    const auto& hits = m_document->hits();
    for (size_t index = 0; index < hits.size(); ++index)
        if (qsizetype(index) != m_hit)
            add(hits[index].bytes);
    const size_t strong = marks.size();
    if (m_hit >= 0)
        add(hits[size_t(m_hit)].bytes);
    else
        for (const ByteRange& sentence : m_document->passage().sentences)
            add(sentence);
    m_text->setMarks(marks, strong);
    m_text->setAccessibleName(m_title->text() + QStringLiteral(", ") + placeText());
    m_text->setAccessibleDescription(isPassageShown
            ? tr("Highlighted passage: %1")
                  .arg(shortened(m_document->source().passage, toldCharacters))
            : QString());
}

void DocumentViewer::scrollToMark()
{
    if (*m_document->kind() != LookKind::Text || !m_document->text())
        return; // a page scrolls by itself
    if (m_hit >= 0)
        m_text->scrollTo(m_document->hits()[size_t(m_hit)].bytes);
    else if (const auto& sentences = m_document->passage().sentences; !sentences.empty())
        m_text->scrollTo(sentences.front());
    else if (const auto& passage = m_document->passage().bytes)
        m_text->scrollTo(*passage);
}

QString DocumentViewer::placeText() const
{
    if (m_pageCount == 0)
        return {};
    const QLocale locale;
    const bool isText = m_document->kind() == LookKind::Text;
    if (isText && !m_document->text()->isPaged)
        return m_pageCount == 1 ? tr("Text")
                                : tr("Part %1 of %2", "of a long text")
                                      .arg(locale.toString(m_page), locale.toString(m_pageCount));
    if (m_document->kind() == LookKind::Picture)
        return tr("Picture");
    const int page = isText ? int(m_document->parts()[size_t(m_page - 1)].page) + 1 : m_page;
    const int count = isText ? int(m_document->text()->pages.size()) : m_pageCount;
    return tr("Page %1 of %2").arg(locale.toString(page), locale.toString(count));
}

void DocumentViewer::updateTools()
{
    if (!m_document)
        return;
    const auto& kind = m_document->kind();
    const bool isDrawn = kind && *kind != LookKind::Text;
    m_place->setText(placeText());
    m_tools->setVisible(m_pageCount > 1 || (isDrawn && m_pageCount > 0));
    for (QWidget* turner : std::initializer_list<QWidget*>{m_previous, m_next})
        turner->setVisible(m_pageCount > 1);
    m_previous->setEnabled(m_page > 1);
    m_next->setEnabled(m_page < m_pageCount);
    for (QWidget* tool : std::initializer_list<QWidget*>{m_smaller, m_zoom, m_larger})
        tool->setVisible(isDrawn);
    const QString percent
        = tr("%1 %", "how large a page is shown").arg(QLocale().toString(m_pages->percent()));
    m_zoom->setText(percent);
    m_zoom->setAccessibleName(tr("Zoom: %1").arg(percent));
    m_openFind->setEnabled(kind.has_value());
    m_elsewhere->setEnabled(kind.has_value());
}

void DocumentViewer::openElsewhere()
{
    openFile(m_document->source().address, this);
}

// Its keys are its own while it has the focus: the window's shortcuts do not act behind it.
bool DocumentViewer::event(QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride)
        return QWidget::event(event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool isControl = key->modifiers() & Qt::ControlModifier;
    switch (key->key()) {
    case Qt::Key_Escape:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
    case Qt::Key_F3:
        event->accept();
        return true;
    case Qt::Key_F:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus:
    case Qt::Key_0:
    case Qt::Key_Home:
    case Qt::Key_End:
        event->setAccepted(isControl);
        return true;
    default:
        return QWidget::event(event);
    }
}

void DocumentViewer::keyPressEvent(QKeyEvent* event)
{
    const bool isControl = event->modifiers() & Qt::ControlModifier;
    switch (event->key()) {
    case Qt::Key_Escape:
        return m_find->close() ? void() : close();
    case Qt::Key_PageUp:
        return goToPage(m_page - 1);
    case Qt::Key_PageDown:
        return goToPage(m_page + 1);
    case Qt::Key_F3:
        return m_find->isHidden() ? openFind()
                                  : stepHit(event->modifiers() & Qt::ShiftModifier ? -1 : 1);
    default:
        break;
    }
    if (!isControl)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_F:
        return openFind();
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return m_pages->zoomBy(1);
    case Qt::Key_Minus:
        return m_pages->zoomBy(-1);
    case Qt::Key_0:
        return m_pages->fit();
    case Qt::Key_Home:
        return goToPage(1);
    case Qt::Key_End:
        return goToPage(m_pageCount);
    default:
        QWidget::keyPressEvent(event);
    }
}

void DocumentViewer::paintEvent(QPaintEvent*)
{
    const Colors& color = colors(palette());
    QPainter painter(this);
    painter.fillRect(rect(), color.sidebar);
    painter.fillRect(
        QStyle::visualRect(layoutDirection(), rect(), QRect(0, 0, 1, height())), color.border);
}

} // namespace ui

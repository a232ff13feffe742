#include "ui/documents/viewer/text_page.h"

#include "services/documents/figures.h"
#include "ui/theme/colors.h"
#include "ui/theme/metrics.h"

#include <QEvent>
#include <QKeyEvent>
#include <QResizeEvent>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextCursor>
#include <QUrl>

#include <algorithm>
#include <string_view>

namespace ui {

using services::Block;
using services::BlockKind;
using services::ByteRange;

namespace {

constexpr double headingSizes[] = {1.45, 1.3, 1.15, 1.1, 1.05, 1.0}; // of the usual letters
constexpr int listIndent = 16; // pixels
constexpr int faintMark = 60, strongMark = 150; // of 255

QString textOf(const services::Document& document, ByteRange bytes)
{
    return QString::fromUtf8(document.text.data() + bytes.from, qsizetype(bytes.size()));
}

// How many units of a text its first bytes in UTF-8 are.
int unitsOf(QStringView text, size_t bytes)
{
    size_t passed = 0;
    int units = 0;
    for (; units < text.size() && passed < bytes; ++units) {
        const char16_t code = text[units].unicode();
        passed += code < 0x80 ? 1 : code < 0x800 || text[units].isSurrogate() ? 2 : 3;
    }
    return units;
}

} // namespace

TextPage::TextPage(QWidget* parent)
    : QTextEdit(parent)
{
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setAcceptRichText(false);
    setTabChangesFocus(true);
    setFrameShape(QFrame::NoFrame);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    document()->setDocumentMargin(metrics(this).large);
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this,
        [this] { m_sought.reset(); }); // by the user
}

void TextPage::setPlain(const QString& text)
{
    m_stretches.clear();
    m_figures.clear();
    m_marks.clear();
    m_sought.reset();
    setPlainText(text);
}

void TextPage::setPart(const services::Document& document, ByteRange part)
{
    clear();
    m_stretches.clear();
    m_figures.clear();
    m_marks.clear();
    m_sought.reset();
    auto block = std::ranges::upper_bound(
        document.blocks, part.from, {}, [](const Block& each) { return each.bytes.to; });
    for (; block != document.blocks.end() && block->bytes.from < part.to; ++block) {
        const ByteRange bytes{
            std::max(part.from, block->bytes.from), std::min(part.to, block->bytes.to)};
        append(*block, bytes, textOf(document, bytes));
    }
    moveCursor(QTextCursor::Start);
}

void TextPage::append(const Block& block, ByteRange bytes, const QString& text)
{
    const int gap = metrics(this).small;
    QTextBlockFormat place;
    place.setBottomMargin(
        block.kind == BlockKind::Paragraph || block.kind == BlockKind::Code ? gap : gap / 2.0);
    QTextCharFormat letters;
    if (block.kind == BlockKind::Heading) {
        const size_t level = size_t(std::clamp<int>(block.level, 1, 6) - 1);
        letters.setFontWeight(QFont::DemiBold);
        letters.setFontPointSize(font().pointSizeF() * headingSizes[level]);
        place.setTopMargin(gap);
    }
    if (block.kind == BlockKind::Code)
        letters.setFontFamilies(codeFont(this).families());
    if (block.kind == BlockKind::ListItem)
        place.setLeftMargin(listIndent);
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    if (m_stretches.empty())
        cursor.setBlockFormat(place);
    else
        cursor.insertBlock(place);
    m_stretches.push_back({bytes, cursor.position(), text});
    cursor.insertText(QString(text).replace(u'\n', QChar::LineSeparator), letters);
    if (block.kind == BlockKind::Figure)
        for (const int number : services::figuresMarkedIn(text.toStdString(), 1))
            m_figures.push_back({m_stretches.size() - 1, number});
}

void TextPage::showFigures(const std::function<QImage(int number)>& find)
{
    const int before = cursorRect().top();
    bool areNew = false;
    for (Figure& figure : m_figures) {
        const QImage image = figure.isShown ? QImage() : find(figure.number);
        if (image.isNull())
            continue;
        figure.isShown = areNew = true;
        insert(figure, image);
    }
    if (!areNew)
        return;
    showMarks();
    verticalScrollBar()->setValue(verticalScrollBar()->value() + cursorRect().top() - before);
}

// Behind the text of a figure, on a line of its own.
void TextPage::insert(const Figure& figure, const QImage& image)
{
    const Stretch& text = m_stretches[figure.stretch];
    const QUrl name(QStringLiteral("figure:%1").arg(figure.number));
    document()->addResource(QTextDocument::ImageResource, name, image);
    QTextImageFormat format;
    format.setName(name.toString());
    const double room = viewport()->width() - 2 * document()->documentMargin();
    format.setWidth(std::min<double>(image.width(), std::max(room, 1.0)));
    QTextCursor cursor(document());
    cursor.setPosition(text.position + int(text.text.size()));
    const int end = cursor.position();
    cursor.insertText(QString(QChar::LineSeparator));
    cursor.insertImage(format);
    const int inserted = cursor.position() - end;
    for (size_t later = figure.stretch + 1; later < m_stretches.size(); ++later)
        m_stretches[later].position += inserted;
}

int TextPage::positionOf(size_t byte) const
{
    if (m_stretches.empty())
        return 0;
    auto stretch = std::ranges::upper_bound(
        m_stretches, byte, {}, [](const Stretch& each) { return each.bytes.from; });
    if (stretch != m_stretches.begin())
        --stretch;
    if (byte < stretch->bytes.from)
        return stretch->position;
    return stretch->position + unitsOf(stretch->text, byte - stretch->bytes.from);
}

void TextPage::setMarks(const std::vector<ByteRange>& marks, size_t strong)
{
    m_marks = marks;
    m_strong = strong;
    showMarks();
}

void TextPage::showMarks()
{
    QList<QTextEdit::ExtraSelection> selections;
    for (size_t i = 0; i < m_marks.size(); ++i) {
        QTextEdit::ExtraSelection selection;
        selection.cursor = QTextCursor(document());
        selection.cursor.setPosition(positionOf(m_marks[i].from));
        selection.cursor.setPosition(positionOf(m_marks[i].to), QTextCursor::KeepAnchor);
        QColor surface = colors(palette()).accent;
        surface.setAlpha(i < m_strong ? faintMark : strongMark);
        selection.format.setBackground(surface);
        if (selection.cursor.hasSelection())
            selections << selection;
    }
    setExtraSelections(selections);
}

// Scrolls the range to a third of the height, where one begins to read, unless it can be read there
// already. Setting the cursor would only bring its first line in at the edge.
void TextPage::scrollTo(ByteRange range)
{
    m_sought = range;
    QTextCursor cursor(document());
    cursor.setPosition(positionOf(range.from));
    const QRect before = cursorRect(cursor);
    setTextCursor(cursor);
    const int height = viewport()->height();
    if (before.top() >= 0 && before.bottom() <= height * 2 / 3)
        return;
    verticalScrollBar()->setValue(
        verticalScrollBar()->value() + cursorRect(cursor).top() - height / 3);
}

// The lines break elsewhere.
void TextPage::resizeEvent(QResizeEvent* event)
{
    QTextEdit::resizeEvent(event);
    if (m_sought && !textCursor().hasSelection())
        scrollTo(*m_sought);
}

void TextPage::changeEvent(QEvent* event)
{
    QTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showMarks();
}

// Pages are the viewer's to turn.
void TextPage::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain = !(event->modifiers() & ~Qt::KeypadModifier);
    const bool turns = event->key() == Qt::Key_PageUp || event->key() == Qt::Key_PageDown;
    if ((isPlain && turns) || event->key() == Qt::Key_Escape)
        event->ignore();
    else
        QTextEdit::keyPressEvent(event);
}

} // namespace ui

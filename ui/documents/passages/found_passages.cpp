#include "ui/documents/passages/found_passages.h"

#include "services/text.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/text_label.h"

#include <QFileInfo>
#include <QKeyEvent>
#include <QListView>
#include <QLocale>
#include <QPainter>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

services::Source sourceOf(const QString& file)
{
    services::Source source;
    source.title = QFileInfo(file).fileName();
    source.address = file;
    return source;
}

services::Source sourceOf(
    const QString& file, const QString& title, const services::Passage& passage)
{
    services::Source source = sourceOf(file);
    if (!title.isEmpty())
        source.title = title;
    source.page = passage.page;
    source.passage = QString::fromStdString(passage.text);
    source.begin = qint64(passage.bytes.from);
    source.end = qint64(passage.bytes.to);
    source.heading = QString::fromStdString(passage.heading);
    for (const services::Rectangle& rectangle : passage.rectangles)
        source.rectangles << QRectF(double(rectangle.x), double(rectangle.y),
            double(rectangle.width), double(rectangle.height));
    return source;
}

namespace {

// The cells of a row of a table, as readers and Markdown write it; a single one otherwise.
QStringList cellsOf(QString line)
{
    line = line.trimmed();
    if (line.size() > 1 && line.startsWith(u'|') && line.endsWith(u'|'))
        line = line.mid(1, line.size() - 2).prepend(u' ').append(u' ');
    return line.split(QStringLiteral(" | "));
}

// The line between the head of a Markdown table and its rows.
bool isRule(const QString& line)
{
    return line.contains(u'-') && line.contains(u'|')
        && std::ranges::all_of(
            line, [](QChar letter) { return QStringLiteral("|-: \t").contains(letter); });
}

} // namespace

// A line with bars belongs to a table if the line above it or below it has as many. The marks of figures are for
// models.
QString passageExcerpt(const QString& passage)
{
    static const QRegularExpression mark(QStringLiteral("\\[Image [0-9]{1,5}\\] ?"));
    QStringList lines = QString(passage).remove(mark).split(u'\n', Qt::SkipEmptyParts);
    lines.removeIf(isRule);
    const auto columns = [&lines](qsizetype line) { return cellsOf(lines.value(line)).size(); };
    QString excerpt;
    bool wasRow = false;
    for (qsizetype line = 0; line < lines.size(); ++line) {
        const bool isRow = columns(line) > 1
            && (columns(line) == columns(line - 1) || columns(line) == columns(line + 1));
        QStringList cells = isRow ? cellsOf(lines[line]) : QStringList{lines[line]};
        for (QString& cell : cells)
            cell = cell.simplified();
        cells.removeAll(QString());
        if (!excerpt.isEmpty())
            excerpt += isRow && wasRow ? QStringLiteral("; ") : QStringLiteral(" ");
        excerpt += cells.join(QStringLiteral(" · "));
        wasRow = isRow;
    }
    return excerpt;
}

namespace {

constexpr qsizetype maxShown = 600; // characters of a passage

QString formatLocation(const services::Source& hit)
{
    QStringList parts;
    if (hit.page > 0)
        parts << HitModel::tr("Page %1").arg(QLocale().toString(hit.page));
    if (!hit.heading.isEmpty())
        parts << hit.heading;
    return parts.join(QStringLiteral(" · "));
}

} // namespace

void HitModel::setHits(const std::vector<services::DocumentHit>& hits)
{
    beginResetModel();
    m_hits.clear();
    for (const services::DocumentHit& hit : hits)
        m_hits << sourceOf(hit.file, {}, hit.passage);
    endResetModel();
}

int HitModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_hits.size());
}

QVariant HitModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const services::Source& hit = m_hits[index.row()];
    switch (role) {
    case Qt::DisplayRole:
        return hit.title;
    case PlaceRole:
        return formatLocation(hit);
    case ExcerptRole:
        return passageExcerpt(hit.passage.left(2 * maxShown)).left(maxShown);
    case Qt::AccessibleTextRole:
        return tr("%1, %2: %3")
            .arg(hit.title, formatLocation(hit), data(index, ExcerptRole).toString());
    case Qt::ToolTipRole:
        return services::plainToolTipInLines(hit.address);
    default:
        return {};
    }
}

namespace {

constexpr int radius = 10; // pixels
constexpr int excerptLines = 3;

QFont bold(QFont font)
{
    font.setBold(true);
    return font;
}

} // namespace

QSize HitDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Metrics space = metrics(option.widget);
    const bool hasPlace = !index.data(HitModel::PlaceRole).toString().isEmpty();
    const int locationHeight = hasPlace ? QFontMetrics(smallFont(option.font)).lineSpacing() : 0;
    return {120,
        QFontMetrics(bold(option.font)).lineSpacing() + locationHeight
            + excerptLines * QFontMetrics(option.font).lineSpacing() + 2 * space.medium
            + space.tight + space.small};
}

void HitDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Colors& color = colors(option.palette);
    const Metrics space = metrics(option.widget);
    const QRect card = option.rect.adjusted(1, 1, -1, -space.small);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setLayoutDirection(Qt::LayoutDirectionAuto); // texts run in their own direction
    const bool isLit = option.state & (QStyle::State_Selected | QStyle::State_MouseOver);
    const bool hasFocus = option.state & QStyle::State_HasFocus;
    painter->setPen(hasFocus ? QPen(color.accent, 2) : QPen(color.border, 1));
    painter->setBrush(isLit ? color.hover : color.raised);
    painter->drawRoundedRect(QRectF(card).adjusted(1, 1, -1, -1), radius, radius);

    QRect line = card.adjusted(space.medium, space.medium, -space.medium, -space.medium);
    const auto leading
        = int(QStyle::visualAlignment(option.direction, Qt::AlignLeft | Qt::AlignVCenter)
            | Qt::TextSingleLine);
    const auto draw = [&](const QFont& font, const QColor& ink, const QString& text) {
        const QFontMetrics metrics(font);
        line.setHeight(metrics.lineSpacing());
        painter->setFont(font);
        painter->setPen(ink);
        painter->drawText(line, leading, metrics.elidedText(text, Qt::ElideMiddle, line.width()));
        line.moveTop(line.top() + line.height());
    };
    draw(bold(option.font), color.text, index.data().toString());
    const QString location = index.data(HitModel::PlaceRole).toString();
    if (!location.isEmpty())
        draw(smallFont(option.font), color.mutedText, location);

    const QRect excerpt(line.left(), line.top() + space.tight, line.width(),
        card.bottom() - space.medium - line.top() - space.tight);
    painter->setFont(option.font);
    painter->setPen(color.text);
    drawCutLines(*painter, excerpt, index.data(HitModel::ExcerptRole).toString(), excerptLines,
        option.direction, Qt::AlignTop);
    painter->restore();
}

FoundPassages::FoundPassages(QWidget* parent)
    : QWidget(parent)
    , m_message(new TextLabel(TextRole::Muted, {}, this))
    , m_list(new QListView(this))
{
    m_list->setModel(&m_hits);
    m_list->setItemDelegate(new HitDelegate(m_list));
    m_list->setAccessibleName(tr("Search results"));
    m_list->setAccessibleDescription(tr("Press Enter to open a passage in its document."));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setResizeMode(QListView::Adjust);
    m_list->setTabKeyNavigation(false); // Tab continues to the next control
    m_list->setMouseTracking(true);
    m_list->viewport()->setAutoFillBackground(false);
    m_list->installEventFilter(this);
    connect(m_list, &QListView::clicked, this, &FoundPassages::open);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(metrics(this).small);
    layout->addWidget(m_message);
    layout->addWidget(m_list, 1);
}

QString FoundPassages::message() const
{
    return m_message->text();
}

void FoundPassages::showWaiting()
{
    m_message->setRole(TextRole::Muted);
    m_message->setText(tr("Searching…"));
}

void FoundPassages::showFound(const services::Found& found)
{
    m_hits.setHits(found.hits);
    m_message->setRole(found.error.isEmpty() ? TextRole::Muted : TextRole::Error);
    if (!found.error.isEmpty())
        m_message->setText(found.error);
    else if (found.hits.empty())
        m_message->setText(tr("No results"));
    else if (found.isAnswered)
        m_message->setText(tr("%Ln passage(s), best match first", nullptr, int(found.hits.size())));
    else
        m_message->setText(tr("No good match. These passages are closest:"));
    m_list->setVisible(!found.hits.empty());
    if (!found.hits.empty())
        m_list->selectionModel()->setCurrentIndex(
            m_hits.index(0), QItemSelectionModel::ClearAndSelect);
}

void FoundPassages::enter()
{
    if (m_hits.rowCount() > 0)
        m_list->setFocus(Qt::ShortcutFocusReason);
}

void FoundPassages::open(const QModelIndex& index)
{
    if (index.isValid())
        emit opened(m_hits.hit(index.row()));
}

bool FoundPassages::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            open(m_list->currentIndex());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace ui

#include "ui/sidebar/conversation_delegate.h"

#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_search.h"
#include "ui/sidebar/section_model.h"
#include "ui/theme/colors.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QLineEdit>
#include <QLocale>
#include <QPainter>
#include <QStyle>
#include <QTextLayout>

namespace ui {

namespace {

// An excerpt without its marks, and the ranges that stood between them.
struct MarkedText {
    explicit MarkedText(const QString& excerpt)
    {
        for (const QChar letter : excerpt) {
            if (letter == QChar(2))
                ranges.append({int(text.size()), 0, {}});
            else if (letter != QChar(3))
                text += letter;
            else if (!ranges.isEmpty())
                ranges.last().length = int(text.size()) - ranges.last().start;
        }
    }

    QString text;
    QList<QTextLayout::FormatRange> ranges;
};

} // namespace

void drawExcerpt(QPainter& painter, const QRect& rect, const QString& excerpt,
    Qt::LayoutDirection direction, const Colors& colors)
{
    MarkedText marked(excerpt);
    for (QTextLayout::FormatRange& range : marked.ranges) {
        range.format.setForeground(colors.text);
        range.format.setFontWeight(QFont::DemiBold);
    }
    QTextLayout layout(marked.text, painter.font());
    layout.setFormats(marked.ranges);
    QTextOption option(QStyle::visualAlignment(direction, Qt::AlignLeft));
    option.setTextDirection(Qt::LayoutDirectionAuto); // the message's own
    layout.setTextOption(option);
    layout.beginLayout();
    qreal y = 0;
    for (int line = 0; line < excerptLines; ++line) {
        QTextLine textLine = layout.createLine();
        if (!textLine.isValid())
            break;
        textLine.setLineWidth(rect.width());
        textLine.setPosition({0, y});
        y += textLine.height();
    }
    layout.endLayout();
    painter.setPen(colors.mutedText);
    layout.draw(&painter, rect.topLeft());
}

using services::ConversationList;
using services::ConversationSearch;

namespace {

constexpr int sidePadding = 14; // pixels, as below
constexpr int dotSide = 8;
constexpr int markSide = 16;

int rowHeight(const QStyleOptionViewItem& option)
{
    const int padding = option.widget ? metrics(option.widget).medium + 6 : 18;
    return qMax(24, option.fontMetrics.height() + padding);
}

// One row that is being painted. Places are as if text ran to the right, until they are drawn.
class RowPainter {
public:
    RowPainter(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index)
        : m_painter(painter)
        , m_option(option)
        , m_index(index)
        , m_colors(colors(option.palette))
        , m_place(option.rect.adjusted(sidePadding, 0, -sidePadding, 0))
    {
    }

    void drawSurface(bool isSelectable)
    {
        const bool hasFocus = m_option.state & QStyle::State_HasFocus;
        m_painter.setPen(hasFocus ? QPen(m_colors.accent, 2) : QPen(Qt::NoPen));
        m_painter.setBrush(Qt::NoBrush);
        if (isSelectable && (m_option.state & (QStyle::State_Selected | QStyle::State_MouseOver)))
            m_painter.setBrush(m_colors.hover);
        m_painter.drawRoundedRect(QRectF(m_option.rect).adjusted(2, 2, -2, -2), 8, 8);
    }

    void drawSection()
    {
        m_place.setTop(m_place.top() + m_place.height() / 4);
        drawText(
            smallFont(m_option.font), m_colors.mutedText, m_index.data(Qt::DisplayRole).toString());
    }

    void drawFolder()
    {
        const bool isCollapsed = m_index.data(SectionModel::CollapsedRole).toBool();
        const bool isMirrored = m_option.direction == Qt::RightToLeft;
        m_place.setLeft(m_place.left() - 4);
        drawIconBefore(!isCollapsed ? QStringLiteral("expanded")
                : isMirrored        ? QStringLiteral("previous")
                                    : QStringLiteral("collapsed"));
        drawIconBefore(QStringLiteral("folder"));
        const int count = m_index.data(SectionModel::CountRole).toInt();
        if (count > 0)
            drawTextAtEnd(QLocale().toString(count));
        drawText(m_option.font, m_colors.text, m_index.data(Qt::DisplayRole).toString());
    }

    void drawConversation()
    {
        const QString excerpt = m_index.data(ConversationSearch::ExcerptRole).toString();
        if (m_index.data(SectionModel::InFolderRole).toBool())
            m_place.setLeft(m_place.left() + sidePadding);
        if (!excerpt.isEmpty())
            m_place = QRect(m_place.left(),
                m_place.top() + (rowHeight(m_option) - m_option.fontMetrics.height()) / 2,
                m_place.width(), m_option.fontMetrics.height());
        const QRect below = m_place.translated(0, m_place.height());
        drawMark();
        drawText(m_option.font, m_colors.text, m_index.data(Qt::DisplayRole).toString());
        if (excerpt.isEmpty())
            return;
        m_painter.setFont(smallFont(m_option.font));
        drawExcerpt(m_painter, visual(below), excerpt, m_option.direction, m_colors);
    }

private:
    QRect visual(const QRect& rect) const
    {
        return QStyle::visualRect(m_option.direction, m_option.rect, rect);
    }

    // The dot, the clock or the pin, at the end of the place.
    void drawMark()
    {
        if (m_index.data(ConversationList::WritingRole).toBool()) {
            const QRect dot(
                m_place.right() - dotSide, m_place.center().y() - dotSide / 2, dotSide, dotSide);
            m_painter.setPen(Qt::NoPen);
            m_painter.setBrush(m_colors.accent);
            m_painter.drawEllipse(visual(dot));
            m_place.setRight(dot.left() - dotSide);
        } else if (m_index.data(ConversationList::TemporaryRole).toBool()) {
            drawIconAtEnd(QStringLiteral("temporary"));
        } else if (m_index.data(ConversationList::PinnedRole).toBool()) {
            drawIconAtEnd(QStringLiteral("pin"));
        }
    }

    void drawIconBefore(const QString& name)
    {
        const QRect mark(
            m_place.left(), m_place.center().y() - markSide / 2 + 1, markSide, markSide);
        icon(name, m_colors.mutedText).paint(&m_painter, visual(mark));
        m_place.setLeft(mark.right() + 6);
    }

    void drawIconAtEnd(const QString& name)
    {
        const QRect mark(m_place.right() - markSide + 1, m_place.center().y() - markSide / 2 + 1,
            markSide, markSide);
        icon(name, m_colors.mutedText).paint(&m_painter, visual(mark));
        m_place.setRight(mark.left() - sidePadding / 2);
    }

    void drawTextAtEnd(const QString& text)
    {
        m_painter.setFont(smallFont(m_option.font));
        const int width = m_painter.fontMetrics().horizontalAdvance(text);
        const QRect rect(m_place.right() - width, m_place.top(), width + 1, m_place.height());
        m_painter.setPen(m_colors.mutedText);
        m_painter.drawText(visual(rect), Qt::AlignCenter, text);
        m_place.setRight(rect.left() - sidePadding / 2);
    }

    void drawText(const QFont& font, const QColor& color, const QString& text)
    {
        m_painter.setFont(font);
        m_painter.setPen(color);
        const QString shown
            = m_painter.fontMetrics().elidedText(text, Qt::ElideRight, m_place.width());
        m_painter.drawText(visual(m_place),
            int(QStyle::visualAlignment(m_option.direction, Qt::AlignLeft | Qt::AlignVCenter)),
            shown);
    }

    QPainter& m_painter;
    const QStyleOptionViewItem& m_option;
    const QModelIndex& m_index;
    const Colors& m_colors;
    QRect m_place; // what is left of the row
};

} // namespace

void ConversationDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setLayoutDirection(Qt::LayoutDirectionAuto); // names run in their own direction
    RowPainter row(*painter, option, index);
    const bool isSection = index.data(SectionModel::IsSectionRole).toBool();
    const bool isFolder = index.data(SectionModel::FolderRole).isValid();
    row.drawSurface(isFolder || !isSection);
    if (isFolder)
        row.drawFolder();
    else if (isSection)
        row.drawSection();
    else
        row.drawConversation();
    painter->restore();
}

QSize ConversationDelegate::sizeHint(
    const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    int height = rowHeight(option);
    if (!index.data(ConversationSearch::ExcerptRole).toString().isEmpty())
        height += excerptLines * QFontMetrics(smallFont(option.font)).height();
    return {120, height};
}

// Qt's own would have no frame and grow with its text.
QWidget* ConversationDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    auto* editor = new QLineEdit(parent);
    const bool isFolder = index.data(SectionModel::FolderRole).isValid();
    editor->setAccessibleName(isFolder ? tr("Folder name") : tr("Chat name"));
    editor->setTextMargins(5, 0, 5, 0);
    return editor;
}

// A name that is being typed, or is about to be, stays when the row changes otherwise.
void ConversationDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    const auto* line = static_cast<QLineEdit*>(editor);
    if (!line->isModified() && line->text() != index.data(Qt::EditRole).toString())
        QStyledItemDelegate::setEditorData(editor, index);
}

void ConversationDelegate::updateEditorGeometry(
    QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const
{
    editor->setGeometry(QRect(option.rect.topLeft(), QSize(option.rect.width(), rowHeight(option)))
                            .adjusted(2, 1, -2, -1));
}

} // namespace ui

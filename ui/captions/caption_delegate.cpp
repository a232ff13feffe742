#include "ui/captions/caption_delegate.h"

#include "services/captions/caption_library.h"
#include "services/text.h"
#include "ui/captions/caption_table.h"
#include "ui/captions/marked_caption.h"
#include "ui/pictures/picture_facts.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/path_text.h"
#include "ui/widgets/text_label.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QPlainTextEdit>
#include <QToolTip>

namespace ui {

using State = services::CaptionRow::State;

namespace {

constexpr int lines = 3; // of a caption
constexpr int radius = 6; // pixels

using Facts = QList<services::PictureFact>;

QRect insideOf(const QStyleOptionViewItem& option)
{
    const int margin = metrics(option.widget).small;
    return option.rect.adjusted(margin, 0, -margin, -1);
}

// The facts of a caption that the cell shows; none in other columns.
Facts factsOf(const QModelIndex& index)
{
    return index.data(CaptionTableModel::FactsRole).value<Facts>();
}

MarkedCaption markedCaption(
    const QStyleOptionViewItem& option, const QModelIndex& index, const Facts& facts)
{
    return {index.data().toString(), facts, option.font, insideOf(option), lines,
        colors(option.palette)};
}

} // namespace

CaptionDelegate::CaptionDelegate(CaptionThumbnails& thumbnails, QObject* parent)
    : QStyledItemDelegate(parent)
    , m_thumbnails(thumbnails)
{
}

int CaptionDelegate::rowHeight(const QWidget* view)
{
    const Metrics space = metrics(view);
    return std::max(CaptionThumbnails::side / 2, lines * QFontMetrics(view->font()).lineSpacing())
        + space.medium;
}

QSize CaptionDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {120, rowHeight(option.widget)};
}

void CaptionDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Colors& color = colors(option.palette);
    const bool isSelected = option.state & QStyle::State_Selected;
    painter->save();
    painter->setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    painter->setFont(option.font);
    painter->setLayoutDirection(Qt::LayoutDirectionAuto);
    painter->fillRect(option.rect, isSelected ? color.hover : color.window);
    painter->fillRect(
        QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), color.border);

    const QRect cell = insideOf(option);
    const Facts facts = factsOf(index);
    painter->setPen(color.text);
    if (index.column() == CaptionTableModel::FileColumn)
        paintFile(*painter, option, cell, index);
    else if (index.column() == CaptionTableModel::StateColumn)
        paintState(*painter, option, cell, index);
    else if (!facts.isEmpty())
        markedCaption(option, index, facts).draw(*painter);
    else {
        const bool isError = index.data(CaptionTableModel::StateRole).toInt() == int(State::Failed);
        if (isError) // its icon says so
            painter->setPen(color.mutedText);
        QString text = index.data().toString();
        drawCutLines(*painter, cell, text.replace(u'\n', QChar::LineSeparator), lines,
            text.isRightToLeft() ? Qt::RightToLeft : option.direction);
    }
    if (option.state & QStyle::State_HasFocus) {
        painter->setPen(QPen(color.accent, 2));
        painter->setBrush(Qt::NoBrush);
        painter->drawRoundedRect(QRectF(option.rect).adjusted(2, 2, -2, -3), radius, radius);
    }
    painter->restore();
}

void CaptionDelegate::paintFile(QPainter& painter, const QStyleOptionViewItem& option,
    const QRect& cell, const QModelIndex& index) const
{
    const Colors& color = colors(option.palette);
    const int side = CaptionThumbnails::side / 2;
    const QRect logical(cell.left(), cell.top() + (cell.height() - side) / 2, side, side);
    const QRect rect = QStyle::visualRect(option.direction, cell, logical);
    QPainterPath shape;
    shape.addRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.fillPath(shape, color.hover);
    const QImage image = m_thumbnails.thumbnail(index.data(CaptionTableModel::PathRole).toString());
    if (m_thumbnails.isBroken(index.data(CaptionTableModel::PathRole).toString())) {
        QRect mark(0, 0, side / 2, side / 2);
        mark.moveCenter(rect.center());
        ui::icon(QStringLiteral("warning"), color.error).paint(&painter, mark);
    }
    if (!image.isNull()) {
        QRect target(QPoint(), image.size().scaled(rect.size(), Qt::KeepAspectRatioByExpanding));
        target.moveCenter(rect.center());
        painter.save();
        painter.setClipPath(shape);
        painter.drawImage(target, image);
        painter.restore();
    }
    painter.setPen(QPen(color.border, 1));
    painter.drawPath(shape);

    const int gap = metrics(option.widget).medium;
    const QRect text
        = QStyle::visualRect(option.direction, cell, cell.adjusted(side + gap, 0, 0, 0));
    painter.setPen(color.text);
    drawCutLines(painter, text, breakableName(index.data().toString()), 2, option.direction);
}

void CaptionDelegate::paintState(QPainter& painter, const QStyleOptionViewItem& option,
    const QRect& cell, const QModelIndex& index) const
{
    const Colors& color = colors(option.palette);
    const auto state = State(index.data(CaptionTableModel::StateRole).toInt());
    const char* iconName = nullptr;
    QColor ink = color.mutedText;
    QColor iconInk = color.mutedText;
    if (state == State::Failed) {
        iconName = "warning";
        iconInk = color.error;
    } else if (state == State::Done) {
        iconName = "check";
    } else if (state == State::Edited) {
        iconName = "edit";
    } else if (state == State::Running) {
        iconName = "continue";
        iconInk = ink = color.accent;
    }
    const Metrics space = metrics(option.widget);
    QRect text = cell;
    if (iconName) {
        const QRect logical(
            cell.left(), cell.top() + (cell.height() - space.icon) / 2, space.icon, space.icon);
        ui::icon(QLatin1String(iconName), iconInk)
            .paint(&painter, QStyle::visualRect(option.direction, cell, logical));
    }
    text.setLeft(text.left() + space.icon + space.small);
    painter.setPen(ink);
    drawCutLines(painter, QStyle::visualRect(option.direction, cell, text), index.data().toString(),
        1, option.direction);
}

int CaptionDelegate::factAt(
    const QPoint& position, const QStyleOptionViewItem& option, const QModelIndex& index)
{
    const Facts facts = factsOf(index);
    return facts.isEmpty() ? -1 : markedCaption(option, index, facts).factAt(position);
}

bool CaptionDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view,
    const QStyleOptionViewItem& option, const QModelIndex& index)
{
    const int fact = factAt(event->pos(), option, index);
    if (event->type() != QEvent::ToolTip || fact < 0)
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    QToolTip::showText(
        event->globalPos(), services::plainToolTip(describe(factsOf(index)[fact], 1)), view);
    return true;
}

QWidget* CaptionDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const
{
    auto* edit = new QPlainTextEdit(parent);
    edit->setAccessibleName(
        tr("Caption of %1")
            .arg(index.siblingAtColumn(CaptionTableModel::FileColumn).data().toString()));
    edit->setTabChangesFocus(true);
    edit->setFrameShape(QFrame::NoFrame);
    edit->setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    return edit;
}

void CaptionDelegate::setEditorData(QWidget* editor, const QModelIndex& index) const
{
    auto* edit = static_cast<QPlainTextEdit*>(editor);
    const QString text = index.data(Qt::EditRole).toString();
    if (edit->document()->isModified() || edit->toPlainText() == text)
        return; // the row changed while the user writes
    edit->setPlainText(text);
    edit->selectAll();
}

void CaptionDelegate::setModelData(
    QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const
{
    const auto* edit = static_cast<QPlainTextEdit*>(editor);
    if (edit->document()->isModified())
        model->setData(index, edit->toPlainText(), Qt::EditRole);
}

void CaptionDelegate::updateEditorGeometry(
    QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex&) const
{
    editor->setGeometry(option.rect.adjusted(1, 1, -1, -2));
}

bool CaptionDelegate::eventFilter(QObject* editor, QEvent* event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool isEnter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (isEnter && !(key->modifiers() & Qt::ShiftModifier)) {
            auto* widget = qobject_cast<QWidget*>(editor);
            emit commitData(widget);
            emit closeEditor(widget);
            return true;
        }
        if (isEnter)
            return false; // the field breaks the line
    }
    return QStyledItemDelegate::eventFilter(editor, event);
}

void CaptionRunDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Colors& color = colors(option.palette);
    const Metrics space = metrics(option.widget);
    const bool isSelected = option.state & QStyle::State_Selected;
    painter->save();
    painter->setLayoutDirection(Qt::LayoutDirectionAuto); // names run in their own direction
    painter->fillRect(option.rect, isSelected ? color.hover : color.raised);
    const QRect cell = option.rect.adjusted(space.medium, 0, -space.medium, 0);
    const QString progress = index.data(services::CaptionLibrary::ProgressRole).toString();
    const int width = option.fontMetrics.horizontalAdvance(progress);
    const auto place = [&](int left, int right) {
        return QStyle::visualRect(option.direction, cell, cell.adjusted(left, 0, -right, 0));
    };
    const auto leading = QStyle::visualAlignment(option.direction, Qt::AlignLeft);
    painter->setPen(color.mutedText);
    painter->drawText(place(cell.width() - width, 0), Qt::AlignCenter, progress);
    const QRect name = place(0, width + space.medium);
    painter->setPen(color.text);
    painter->drawText(name, int(leading | Qt::AlignVCenter),
        option.fontMetrics.elidedText(index.data().toString(), Qt::ElideMiddle, name.width()));
    painter->restore();
}

QSize CaptionRunDelegate::sizeHint(
    const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QString progress = index.data(services::CaptionLibrary::ProgressRole).toString();
    const Metrics space = metrics(option.widget);
    const int width = option.fontMetrics.horizontalAdvance(index.data().toString() + progress);
    return {std::min(width + 3 * space.medium + space.wide, 420), space.control};
}

} // namespace ui

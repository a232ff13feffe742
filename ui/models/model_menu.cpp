#include "ui/models/model_menu.h"

#include "services/generation/model_pool.h"
#include "services/models/installed_models.h"
#include "ui/models/model_text.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/text_label.h"

#include <QApplication>
#include <QKeyEvent>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QScreen>
#include <QStyleOption>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

Popup::Popup(QWidget* opener)
    : QFrame(opener, Qt::Popup | Qt::FramelessWindowHint | Qt::NoDropShadowWindowHint)
    , m_opener(opener)
{
    setAttribute(Qt::WA_TranslucentBackground);
}

void Popup::open()
{
    adjustSize();
    const int gap = metrics(this).tight;
    const QRect free = m_opener->screen()->availableGeometry();
    const bool isRightToLeft = layoutDirection() == Qt::RightToLeft;
    QPoint point = m_opener->mapToGlobal(
        QPoint(isRightToLeft ? m_opener->width() - width() : 0, m_opener->height() + gap));
    point.setX(std::clamp(point.x(), free.left(), std::max(free.left(), free.right() - width())));
    point.setY(std::clamp(point.y(), free.top(), std::max(free.top(), free.bottom() - height())));
    move(point);
    show();
}

void Popup::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    QStyleOption option;
    option.initFrom(this);
    style()->drawPrimitive(QStyle::PE_PanelMenu, &option, &painter, this);
}

// Cut as a menu is, see QMenu::resizeEvent().
void Popup::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    QStyleHintReturnMask mask;
    QStyleOption option;
    option.initFrom(this);
    if (style()->styleHint(QStyle::SH_Menu_Mask, &option, this, &mask))
        setMask(mask.region);
}

void Popup::hideEvent(QHideEvent* event)
{
    QFrame::hideEvent(event);
    m_opener->setFocus(Qt::PopupFocusReason);
}

void Popup::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        hide();
    else
        QFrame::keyPressEvent(event);
}

namespace {

constexpr int radius = 6; // pixels

} // namespace

QSize ModelRows::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    const Metrics distance = metrics(option.widget);
    const int height = QFontMetrics(option.font).height()
        + QFontMetrics(smallFont(option.font)).height() + 2 * distance.small;
    return {0, height};
}

void ModelRows::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Metrics distance = metrics(option.widget);
    const Colors& scheme = colors(option.palette);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setLayoutDirection(Qt::LayoutDirectionAuto); // texts run in their own direction
    if (option.state & (QStyle::State_Selected | QStyle::State_MouseOver)) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(scheme.hover);
        painter->drawRoundedRect(option.rect, radius, radius);
    }
    const auto place = [&](int left, int top, int width, int height) {
        return QStyle::visualRect(option.direction, option.rect,
            QRect(option.rect.left() + left, option.rect.top() + top, width, height));
    };
    const int side = distance.icon;
    if (index.data(ChosenRole).toBool())
        icon(QStringLiteral("check"), scheme.accent)
            .paint(painter, place(distance.small, (option.rect.height() - side) / 2, side, side));
    const int left = 2 * distance.small + side;
    const int width = option.rect.width() - left - distance.small;
    const QFontMetrics name(option.font);
    painter->setFont(option.font);
    painter->setPen(scheme.text);
    const auto alignment = QStyle::visualAlignment(option.direction, Qt::AlignLeft)
        | Qt::AlignVCenter | Qt::AlignAbsolute;
    painter->drawText(place(left, distance.small, width, name.height()), int(alignment),
        name.elidedText(index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle, width));
    const QFont small = smallFont(option.font);
    const QFontMetrics detail(small);
    painter->setFont(small);
    painter->setPen(scheme.mutedText);
    painter->drawText(place(left, distance.small + name.height(), width, detail.height()),
        int(alignment),
        detail.elidedText(index.data(DetailRole).toString(), Qt::ElideRight, width));
    painter->restore();
}

using services::ModelFacts;
using services::ModelId;
using services::ModelState;

namespace {

constexpr int defaultWidth = 420; // pixels
constexpr int maxRows = 8; // before the list scrolls
constexpr int modelRole = Qt::UserRole;

} // namespace

ModelMenu::ModelMenu(
    services::ModelPool& pool, services::InstalledModels& installed, QWidget* opener)
    : Popup(opener)
    , m_pool(pool)
    , m_installed(installed)
    , m_filter(new SearchField(tr("Find a model"), this))
    , m_list(new QListWidget(this))
    , m_nothing(new TextLabel(TextRole::Muted, tr("No matching models"), this))
    , m_more(new QPushButton(tr("Add and manage models"), this))
    , m_announcer(new Announcer(this))
{
    m_list->setAccessibleName(tr("Models"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setItemDelegate(new ModelRows(m_list));
    m_list->setMouseTracking(true);
    m_list->viewport()->setAutoFillBackground(false);
    m_filter->installEventFilter(this);

    const Metrics distance = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(distance.small, distance.small, distance.small, distance.small);
    layout->setSpacing(distance.small);
    layout->addWidget(m_filter);
    layout->addWidget(m_list);
    layout->addWidget(m_nothing);
    auto* extent = new TextLabel(TextRole::Small,
        tr("Used for this chat and new chats. Other chats keep their model."), this);
    extent->setWordWrap(true);
    layout->addWidget(extent);
    layout->addWidget(m_more);

    connect(m_filter, &QLineEdit::textChanged, this, &ModelMenu::filter);
    connect(m_filter, &QLineEdit::returnPressed, this, &ModelMenu::choose);
    connect(m_list, &QListWidget::currentItemChanged, this, [this](const QListWidgetItem* row) {
        if (row && isVisible()) // the focus is in the field
            m_announcer->say(row->data(Qt::AccessibleTextRole).toString());
    });
    connect(m_list, &QListWidget::itemClicked, this, &ModelMenu::choose);
    connect(m_list, &QListWidget::itemActivated, this, &ModelMenu::choose);
    connect(m_more, &QPushButton::clicked, this, [this] {
        hide();
        emit modelsPageRequested();
    });
    connect(&installed, &services::InstalledModels::changed, this, [this] {
        if (isVisible())
            fill();
    });
}

void ModelMenu::openAt(const ModelId& current)
{
    m_current = current;
    m_filter->clear();
    fill();
    open();
    m_filter->setFocus(Qt::PopupFocusReason);
}

void ModelMenu::fill()
{
    m_list->clear();
    for (const ModelFacts& model : m_installed.models()) {
        if (!model.isUsable())
            continue;
        auto* row = new QListWidgetItem(m_installed.displayName(model.id), m_list);
        row->setData(modelRole, QVariant::fromValue(model.id));
        row->setData(ModelRows::DetailRole, detailText(model.id));
        row->setData(ModelRows::ChosenRole, model.id == m_current);
        row->setData(Qt::AccessibleTextRole, tr("%1, %2").arg(row->text(), detailText(model.id)));
        if (model.id == m_current)
            m_list->setCurrentItem(row);
    }
    filter();
}

QString ModelMenu::detailText(const ModelId& model) const
{
    const ModelFacts* description = m_installed.find(model);
    const QString facts = description ? shortFactsText(*description) : QString();
    switch (m_pool.registry().state(model).stage) {
    case ModelState::Stage::Ready:
        return tr("Loaded · %1").arg(facts);
    case ModelState::Stage::Loading:
        return tr("Loading · %1").arg(facts);
    case ModelState::Stage::Failed:
        return tr("Couldn't be loaded · %1").arg(facts);
    case ModelState::Stage::Unloaded:
        break;
    }
    return facts;
}

void ModelMenu::filter()
{
    const QString words = m_filter->text().trimmed();
    int shown = 0;
    QListWidgetItem* first = nullptr;
    for (int i = 0; i < m_list->count(); ++i) {
        QListWidgetItem* row = m_list->item(i);
        const bool fits = row->text().contains(words, Qt::CaseInsensitive)
            || row->data(ModelRows::DetailRole).toString().contains(words, Qt::CaseInsensitive);
        row->setHidden(!fits);
        shown += fits ? 1 : 0;
        if (fits && !first)
            first = row;
    }
    if (!m_list->currentItem() || m_list->currentItem()->isHidden())
        m_list->setCurrentItem(first);
    m_nothing->setVisible(shown == 0);
    m_list->setVisible(shown > 0);
    const int rowHeight = shown > 0 ? m_list->sizeHintForRow(m_list->row(first)) : 0;
    m_list->setFixedHeight(std::min(shown, maxRows) * rowHeight + 2 * m_list->frameWidth());
    const int room = window()->parentWidget() ? window()->parentWidget()->window()->width() : 0;
    setFixedWidth(std::clamp(room - 16, 240, defaultWidth));
    adjustSize();
}

void ModelMenu::choose()
{
    const QListWidgetItem* row = m_list->currentItem();
    if (!row || row->isHidden())
        return;
    const ModelId model = row->data(modelRole).value<ModelId>();
    hide();
    emit chosen(model);
}

void ModelMenu::moveBy(int rows)
{
    const int step = rows > 0 ? 1 : -1;
    int row = m_list->currentRow();
    for (int next = row + step; next >= 0 && next < m_list->count() && rows != 0; next += step) {
        if (m_list->item(next)->isHidden())
            continue;
        row = next;
        rows -= step;
    }
    m_list->setCurrentRow(row);
}

// The field keeps the focus; the keys that walk through a list walk through this one.
bool ModelMenu::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_filter || event->type() != QEvent::KeyPress)
        return Popup::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Down:
        moveBy(1);
        return true;
    case Qt::Key_Up:
        moveBy(-1);
        return true;
    case Qt::Key_PageDown:
        moveBy(maxRows);
        return true;
    case Qt::Key_PageUp:
        moveBy(-maxRows);
        return true;
    case Qt::Key_Escape:
        hide();
        return true;
    default:
        return false;
    }
}

} // namespace ui

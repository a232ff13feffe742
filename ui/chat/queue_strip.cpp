#include "ui/chat/queue_strip.h"

#include "services/text.h"
#include "ui/theme/colors.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/undo_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int radius = 10; // pixels
constexpr int iconSide = 16;
constexpr int removeSide = 28;
constexpr int chipsShown = 3; // more can be scrolled to
constexpr qsizetype maxWords = 300; // characters of the text that a chip may show

QString firstWords(const services::Draft& draft)
{
    const QString words = draft.text.left(maxWords).simplified();
    if (!words.isEmpty())
        return words;
    QStringList names;
    for (const services::Picture& picture : draft.pictures)
        names << picture.name;
    for (const services::TextAttachment& text : draft.attachments)
        names << text.name;
    for (const services::AwaitedFile& file : draft.awaited)
        names << file.name;
    names.removeAll(QString());
    return names.join(QStringLiteral(", ")).left(maxWords);
}

qsizetype fileCount(const services::Draft& draft)
{
    return draft.pictures.size() + draft.attachments.size() + draft.awaited.size();
}

// One that cannot be read again would be lost by editing.
bool awaitsBytes(const services::Draft& draft)
{
    return std::ranges::any_of(draft.awaited, &QString::isEmpty, &services::AwaitedFile::path);
}

} // namespace

class QueuedChip::Tile : public QAbstractButton {
public:
    explicit Tile(QWidget* parent)
        : QAbstractButton(parent)
    {
        setFocusPolicy(Qt::TabFocus);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    }

    void setContents(const QString& words, const QString& files)
    {
        m_words = words;
        m_files = files;
        update();
    }

    void setEdited(bool isEdited)
    {
        m_isEdited = isEdited;
        update();
    }

    QSize sizeHint() const override { return {120, metrics(this).control}; }
    QSize minimumSizeHint() const override { return {60, metrics(this).control}; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        const Colors& color = colors(palette());
        const Metrics metric = metrics(this);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const bool isMarked = hasFocus() || m_isEdited;
        painter.setPen(isMarked ? QPen(color.accent, 2) : QPen(color.border, 1));
        painter.setBrush(underMouse() && isEnabled() ? color.hover : color.bubble);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);

        const QRect inside = rect().adjusted(metric.medium, 0, -metric.medium, 0);
        const auto mirrored = [this](const QRect& area) {
            return QStyle::visualRect(layoutDirection(), rect(), area);
        };
        const QRect iconArea(inside.left(), rect().center().y() - iconSide / 2, iconSide, iconSide);
        ui::icon(QStringLiteral("edit"), color.mutedText).paint(&painter, mirrored(iconArea));
        const int filesWidth
            = m_files.isEmpty() ? 0 : fontMetrics().horizontalAdvance(m_files) + metric.small;
        const int left = iconArea.right() + 1 + metric.small;
        const QRect words(left, 0, inside.right() - left - filesWidth, height());
        painter.setPen(color.text);
        painter.drawText(mirrored(words), Qt::AlignVCenter | Qt::AlignLeading,
            fontMetrics().elidedText(m_words, Qt::ElideRight, words.width()));
        painter.setPen(color.mutedText);
        painter.drawText(mirrored(QRect(inside.right() - filesWidth, 0, filesWidth, height())),
            Qt::AlignVCenter | Qt::AlignTrailing, m_files);
    }

private:
    QString m_words;
    QString m_files;
    bool m_isEdited = false;
};

QueuedChip::QueuedChip(QWidget* parent)
    : QWidget(parent)
    , m_tile(new Tile(this))
    , m_remove(new IconButton(
          QStringLiteral("close"), tr("Delete queued message"), IconButton::Look::Quiet, this))
{
    m_remove->setFixedSize(removeSide, removeSide);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metrics(this).tight);
    layout->addWidget(m_tile, 1);
    layout->addWidget(m_remove);
    connect(m_tile, &QAbstractButton::clicked, this, &QueuedChip::editRequested);
    connect(m_remove, &IconButton::clicked, this, &QueuedChip::removeRequested);
}

QAbstractButton* QueuedChip::tile() const
{
    return m_tile;
}

void QueuedChip::setMessage(const services::QueuedMessage& message, int number)
{
    const QString words = firstWords(message.draft);
    const auto files = int(fileCount(message.draft));
    const QString fileText = files > 0 ? tr("%Ln attachments", nullptr, files) : QString();
    m_tile->setContents(words, message.draft.text.isEmpty() && files == 1 ? QString() : fileText);
    const QString name = tr("Queued message %1: %2").arg(number).arg(words);
    m_tile->setAccessibleName(
        files > 0 ? tr("%1, %2", "a message, how many attachments").arg(name, fileText) : name);
    m_tile->setAccessibleDescription(tr("Press Enter to edit, Delete to delete."));
    m_tile->setToolTip(services::plainToolTip(tr("Edit: %1").arg(words)));
    m_tile->setEnabled(!awaitsBytes(message.draft));
    m_remove->setAccessibleName(tr("Delete queued message %1").arg(number));
}

void QueuedChip::setEdited(bool isEdited)
{
    m_tile->setEdited(isEdited);
}

void QueuedChip::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        return emit removeRequested();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return m_tile->click();
    default:
        QWidget::keyPressEvent(event);
    }
}

QueueStrip::QueueStrip(QWidget* parent)
    : QWidget(parent)
    , m_state(new TextLabel(TextRole::Small, {}, this))
    , m_send(new QPushButton(tr("Send now"), this))
    , m_heading(new QWidget(this))
    , m_area(new QScrollArea(this))
    , m_undo(new UndoBar(this))
{
    const Metrics metric = metrics(this);
    setAccessibleName(tr("Queued messages"));
    m_send->setAutoDefault(false);
    connect(m_send, &QPushButton::clicked, this, &QueueStrip::sendRequested);
    auto* heading = new QHBoxLayout(m_heading);
    heading->setContentsMargins(metric.medium, 0, 0, 0);
    heading->setSpacing(metric.small);
    heading->addWidget(m_state, 1);
    heading->addWidget(m_send);

    auto* chips = new QWidget;
    m_column = new QVBoxLayout(chips);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(metric.tight);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setFocusPolicy(Qt::NoFocus);
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setWidget(chips);
    m_area->viewport()->setAutoFillBackground(false);
    chips->setAutoFillBackground(false);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(metric.tight);
    layout->addWidget(m_undo);
    layout->addWidget(m_heading);
    layout->addWidget(m_area);
    m_heading->hide();
    m_area->hide();
    m_undo->installEventFilter(this);
    fitVisibility();
}

bool QueueStrip::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShowToParent || event->type() == QEvent::HideToParent)
        fitVisibility();
    return QWidget::eventFilter(watched, event);
}

// An empty strip would still be set apart from its neighbors.
void QueueStrip::fitVisibility()
{
    setVisible(!m_rows.isEmpty() || !m_undo->isHidden());
}

void QueueStrip::setQueue(const QList<services::QueuedMessage>& queue, const QString& state)
{
    const bool hidesFocus = queue.isEmpty() && m_send->hasFocus();
    const bool hadFocus = removeOthers(queue) || hidesFocus;
    for (qsizetype index = 0; index < queue.size(); ++index) {
        const services::QueuedMessage& message = queue[index];
        const auto known = std::ranges::find(m_rows, message.id, &Row::message);
        const Row row = known == m_rows.end() ? Row{message.id, addChip(message.id)} : *known;
        if (known != m_rows.end())
            m_rows.erase(known);
        m_rows.insert(index, row);
        m_column->removeWidget(row.chip);
        m_column->insertWidget(int(index), row.chip);
        row.chip->setMessage(message, int(index) + 1);
    }
    m_state->setText(state);
    m_heading->setVisible(!queue.isEmpty());
    m_area->setVisible(!queue.isEmpty());
    fitHeight();
    fitVisibility();
    if (hadFocus)
        emit focusLeft();
}

// Returns whether one of those that go had the focus.
bool QueueStrip::removeOthers(const QList<services::QueuedMessage>& queue)
{
    bool hadFocus = false;
    for (qsizetype index = m_rows.size() - 1; index >= 0; --index) {
        if (std::ranges::find(queue, m_rows[index].message, &services::QueuedMessage::id)
            != queue.end())
            continue;
        QueuedChip* chip = m_rows.takeAt(index).chip;
        hadFocus = hadFocus || chip->isAncestorOf(chip->window()->focusWidget());
        m_column->removeWidget(chip);
        chip->hide();
        chip->deleteLater();
    }
    return hadFocus;
}

QueuedChip* QueueStrip::addChip(qint64 message)
{
    auto* chip = new QueuedChip(m_area->widget());
    connect(
        chip, &QueuedChip::editRequested, this, [this, message] { emit editRequested(message); });
    connect(chip, &QueuedChip::removeRequested, this,
        [this, message] { emit removeRequested(message); });
    chip->show();
    return chip;
}

void QueueStrip::offerUndo(const QString& message, const std::function<void()>& undo)
{
    m_undo->offer(message, undo);
}

void QueueStrip::withdrawUndo()
{
    m_undo->withdraw();
}

void QueueStrip::setEdited(qint64 message)
{
    for (const Row& row : m_rows)
        row.chip->setEdited(row.message == message);
}

QList<QueuedChip*> QueueStrip::chips() const
{
    QList<QueuedChip*> chips;
    for (const Row& row : m_rows)
        chips << row.chip;
    return chips;
}

void QueueStrip::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        fitHeight();
}

void QueueStrip::fitHeight()
{
    const Metrics metric = metrics(this);
    const auto shown = int(std::min<qsizetype>(m_rows.size(), chipsShown));
    const int chip = std::max(metric.control, removeSide);
    m_area->setFixedHeight(shown * chip + std::max(0, shown - 1) * metric.tight);
    m_area->setVerticalScrollBarPolicy(
        m_rows.size() > chipsShown ? Qt::ScrollBarAsNeeded : Qt::ScrollBarAlwaysOff);
}

} // namespace ui

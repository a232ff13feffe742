#include "ui/commands/command_palette.h"

#include "services/conversations/conversation.h"
#include "services/conversations/conversation_list.h"
#include "services/conversations/conversation_search.h"
#include "services/models/installed_models.h"
#include "services/presets/presets.h"
#include "ui/commands/command_list.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QApplication>
#include <QGraphicsDropShadowEffect>
#include <QKeyEvent>
#include <QListView>
#include <QPainter>
#include <QPainterPath>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr qsizetype maxNameLength = 200; // characters that are looked at

constexpr int perLetter = 1;
constexpr int atWord = 8; // more for a letter that begins a word
constexpr int inARow = 9; // more for one that follows the one before
constexpr int atStart = 6; // more for the first letter of the name

bool beginsWord(const QString& name, qsizetype index)
{
    return index == 0 || !name[index - 1].isLetterOrNumber();
}

int letterScore(const QString& name, qsizetype index, qsizetype before)
{
    int score = perLetter;
    if (beginsWord(name, index))
        score += atWord;
    if (index == before + 1 && before >= 0)
        score += inARow;
    if (index == 0)
        score += atStart;
    return score;
}

// The best match of a letter: the next one in a row, else one that begins a word, else the first.
qsizetype findLetter(QChar letter, const QString& name, qsizetype from)
{
    if (from < name.size() && name[from] == letter)
        return from;
    for (qsizetype index = from; index < name.size(); ++index)
        if (name[index] == letter && beginsWord(name, index))
            return index;
    return name.indexOf(letter, from);
}

// One letter after the other, each where findLetter() takes it, or always the first there is.
std::optional<int> walk(const QString& letters, const QString& name, bool preferWords)
{
    int score = 0;
    qsizetype before = -1;
    for (const QChar letter : letters) {
        const qsizetype index
            = preferWords ? findLetter(letter, name, before + 1) : name.indexOf(letter, before + 1);
        if (index < 0)
            return std::nullopt;
        score += letterScore(name, index, before);
        before = index;
    }
    return score;
}

} // namespace

QString withoutCaseAndAccents(const QString& text)
{
    QString plain;
    for (const QChar letter : text.left(maxNameLength).normalized(QString::NormalizationForm_KD))
        if (letter.category() != QChar::Mark_NonSpacing)
            plain += letter.toCaseFolded();
    return plain;
}

std::optional<int> fuzzyMatch(const QString& typed, const QString& name)
{
    QString letters = withoutCaseAndAccents(typed);
    letters.removeIf([](QChar letter) { return letter.isSpace(); });
    const QString within = withoutCaseAndAccents(name);
    const auto byWords = walk(letters, within, true);
    const auto byLetters = walk(letters, within, false);
    if (!byWords && !byLetters)
        return std::nullopt;
    const int found = std::max(byWords.value_or(0), byLetters.value_or(0));
    return found * 4 - int(within.size()) / 8; // of two alike the shorter
}

namespace {

constexpr int radius = 8; // pixels

// One line at the leading edge of what is left, which gets shorter by it.
void drawText(QPainter& painter, QRect& left, const QString& text, Qt::LayoutDirection direction)
{
    const QString shown
        = painter.fontMetrics().elidedText(text, Qt::ElideRight, std::max(0, left.width()));
    const auto align = QStyle::visualAlignment(direction, Qt::AlignLeft | Qt::AlignVCenter);
    painter.drawText(left, int(align) | Qt::TextSingleLine, shown);
    const int taken = painter.fontMetrics().horizontalAdvance(shown);
    direction == Qt::LeftToRight ? left.setLeft(left.left() + taken)
                                 : left.setRight(left.right() - taken);
}

} // namespace

void PaletteDelegate::paint(
    QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const Colors& color = colors(option.palette);
    const Metrics distance = metrics(option.widget);
    const Qt::LayoutDirection direction = option.direction;
    const auto visual
        = [&](const QRect& rect) { return QStyle::visualRect(direction, option.rect, rect); };
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(option.font);
    painter->setLayoutDirection(Qt::LayoutDirectionAuto); // names run in their own direction
    if (option.state & QStyle::State_Selected) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(color.hover);
        painter->drawRoundedRect(option.rect, radius, radius);
        const QRect mark(option.rect.x(), option.rect.y() + option.rect.height() / 4, 3,
            option.rect.height() / 2);
        painter->setBrush(color.accent);
        painter->drawRoundedRect(visual(mark), 1.5, 1.5);
    }

    QRect rest = option.rect.adjusted(distance.small, 0, -distance.medium, 0);
    QRect iconPlace(rest.left(), 0, distance.icon, distance.icon);
    iconPlace.moveTop(rest.center().y() - distance.icon / 2);
    icon(index.data(IconRole).toString(), color.mutedText).paint(painter, visual(iconPlace));
    rest.setLeft(iconPlace.right() + distance.medium);

    const QString keys = index.data(KeysRole).toString();
    if (!keys.isEmpty()) {
        QRect keyPlace = rest;
        keyPlace.setLeft(rest.right() - painter->fontMetrics().horizontalAdvance(keys));
        painter->setPen(color.mutedText);
        painter->drawText(visual(keyPlace), Qt::AlignCenter, keys);
        rest.setRight(keyPlace.left() - distance.medium);
    }
    rest = visual(rest);
    painter->setPen(color.text);
    drawText(*painter, rest, index.data(Qt::DisplayRole).toString(), direction);
    direction == Qt::LeftToRight ? rest.setLeft(rest.left() + distance.medium)
                                 : rest.setRight(rest.right() - distance.medium);
    painter->setPen(color.mutedText);
    drawText(*painter, rest, index.data(DetailRole).toString(), direction);
    painter->restore();
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {0, metrics(option.widget).control};
}

QStandardItem* makePaletteRow(const PaletteEntry& entry)
{
    auto* item = new QStandardItem(entry.name);
    item->setData(entry.iconName, PaletteDelegate::IconRole);
    item->setData(entry.detail, PaletteDelegate::DetailRole);
    item->setData(entry.keys, PaletteDelegate::KeysRole);
    item->setData(QStringLiteral("%1. %2 %3").arg(entry.name, entry.detail, entry.keys).trimmed(),
        Qt::AccessibleTextRole);
    return item;
}

using services::ConversationSearch;

namespace {

constexpr int widest = 620; // pixels, as below
constexpr int fromTop = 56;
constexpr int shadowBlur = 40;
constexpr int maxRows = 9; // that are seen at once
constexpr int maxEntries = 60;
constexpr int recentConversations = 4; // that are offered before anything is typed

} // namespace

CommandPalette::CommandPalette(CommandList& commands, services::ConversationList& conversations,
    services::ConversationStore* store, services::InstalledModels& installed,
    services::Presets& presets, QWidget* window)
    : QFrame(window)
    , m_commands(commands)
    , m_conversations(conversations)
    , m_installed(installed)
    , m_presets(presets)
    , m_search(new ConversationSearch(conversations, store, this))
    , m_field(new SearchField(tr("Search commands, chats and models"), this))
    , m_results(new QListView(this))
    , m_nothing(new TextLabel(TextRole::Muted, tr("No results"), this))
    , m_rows(new QStandardItemModel(this))
    , m_shadow(new QGraphicsDropShadowEffect(this))
{
    setAccessibleName(tr("Command palette"));
    m_results->setModel(m_rows);
    m_results->setItemDelegate(new PaletteDelegate(m_results));
    m_results->setAccessibleName(tr("Results"));
    m_results->setFrameShape(QFrame::NoFrame);
    m_results->setEditTriggers(QListView::NoEditTriggers);
    m_results->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_results->setUniformItemSizes(true);
    m_results->setFocusPolicy(Qt::NoFocus); // the field moves in it
    m_results->viewport()->setAutoFillBackground(false);
    m_field->installEventFilter(this);
    window->installEventFilter(this);

    const Metrics distance = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(distance.medium, distance.medium, distance.medium, distance.medium);
    layout->setSpacing(distance.small);
    layout->addWidget(m_field);
    layout->addWidget(m_results);
    layout->addWidget(m_nothing);
    m_nothing->setContentsMargins(distance.small, distance.small, distance.small, distance.small);
    connect(m_field, &SearchField::textChanged, this, &CommandPalette::search);
    connect(m_search, &ConversationSearch::finished, this, &CommandPalette::showFound);
    connect(m_results, &QListView::clicked, this, &CommandPalette::take);
    m_shadow->setBlurRadius(shadowBlur);
    m_shadow->setOffset(0, shadowBlur / 4);
    m_shadow->setColor(colors(palette()).shadow);
    setGraphicsEffect(m_shadow);
    hide();
}

void CommandPalette::open()
{
    if (isVisible())
        return m_field->setFocus();
    m_before = QApplication::focusWidget();
    m_field->clear();
    search();
    show();
    raise();
    place();
    m_field->setFocus(Qt::ShortcutFocusReason);
}

void CommandPalette::leave()
{
    if (isHidden())
        return;
    hide();
    m_search->setText({});
    if (m_before)
        m_before->setFocus();
}

// What is taken may show another page or ask something itself, so the palette is gone by then.
void CommandPalette::take()
{
    const int row = m_results->currentIndex().row();
    if (row < 0 || row >= m_entries.size())
        return;
    const auto act = m_entries[row].act;
    leave();
    act();
}

void CommandPalette::step(int rows)
{
    const int count = m_rows->rowCount();
    if (count == 0)
        return;
    const int row = m_results->currentIndex().row() + rows;
    const bool isPage = std::abs(rows) > 1;
    const int next = isPage ? std::clamp(row, 0, count - 1) : (row + count) % count;
    m_results->setCurrentIndex(m_rows->index(next, 0));
}

bool CommandPalette::handleKey(int key)
{
    switch (key) {
    case Qt::Key_Down:
        return step(1), true;
    case Qt::Key_Up:
        return step(-1), true;
    case Qt::Key_PageDown:
        return step(maxRows), true;
    case Qt::Key_PageUp:
        return step(-maxRows), true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        return take(), true;
    case Qt::Key_Escape:
        return leave(), true;
    default:
        return key == Qt::Key_Tab || key == Qt::Key_Backtab; // there is nothing else to go to
    }
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field) {
        // Keys of the window, such as Escape, are the palette's while it is open.
        if (event->type() == QEvent::ShortcutOverride)
            event->accept();
        if (event->type() == QEvent::KeyPress && handleKey(static_cast<QKeyEvent*>(event)->key()))
            return true;
        if (event->type() == QEvent::FocusOut
            && static_cast<QFocusEvent*>(event)->reason() == Qt::MouseFocusReason) {
            m_before = nullptr; // the user chose another place
            leave();
        }
    } else if (event->type() == QEvent::Resize && isVisible()) {
        place();
    }
    return QFrame::eventFilter(watched, event);
}

void CommandPalette::search()
{
    m_search->setText(m_field->text().trimmed());
    showFound();
}

// Also called when messages were found; the user's current entry stays.
void CommandPalette::showFound()
{
    const QString text = m_field->text().trimmed();
    const QString before = m_results->currentIndex().data().toString();
    m_entries = commandsFor(text) + modelsFor(text) + presetsFor(text) + conversationsFor(text);
    std::ranges::stable_sort(m_entries, std::greater(), &PaletteEntry::score);
    if (m_entries.size() > maxEntries)
        m_entries.resize(maxEntries);

    m_rows->clear();
    int current = 0;
    for (const PaletteEntry& entry : m_entries) {
        m_rows->appendRow(makePaletteRow(entry));
        if (sender() == m_search && entry.name == before)
            current = m_rows->rowCount() - 1;
    }
    m_results->setCurrentIndex(m_rows->index(current, 0));
    m_results->setVisible(!m_entries.isEmpty());
    m_nothing->setVisible(m_entries.isEmpty());
    m_field->setAccessibleDescription(m_entries.isEmpty()
            ? m_nothing->text()
            : tr("%Ln results", nullptr, int(m_entries.size())));
    place();
}

QList<PaletteEntry> CommandPalette::commandsFor(const QString& text) const
{
    QList<PaletteEntry> entries;
    for (const CommandList::Command& command : m_commands.commands()) {
        const auto score = fuzzyMatch(text, command.action->text());
        if (!score || !command.action->isEnabled())
            continue;
        PaletteEntry entry{QStringLiteral("next"), command.action->text(), command.group,
            command.action->shortcut().toString(QKeySequence::NativeText),
            text.isEmpty() ? 0 : *score, {}};
        entry.act = [action = QPointer<QAction>(command.action)] {
            if (action)
                action->trigger();
        };
        entries << entry;
    }
    return entries;
}

QList<PaletteEntry> CommandPalette::modelsFor(const QString& text)
{
    QList<PaletteEntry> entries;
    for (const services::ModelFacts& model : m_installed.models()) {
        const QString name = m_installed.displayName(model.id);
        const auto score = fuzzyMatch(text, name);
        if (score && !text.isEmpty() && model.isUsable())
            entries << PaletteEntry{QStringLiteral("models"), name, tr("Model"), {}, *score,
                [this, id = model.id] { emit modelChosen(id); }};
    }
    return entries;
}

QList<PaletteEntry> CommandPalette::presetsFor(const QString& text)
{
    QList<PaletteEntry> entries;
    if (text.isEmpty())
        return entries;
    for (const services::Preset& preset : m_presets.all())
        if (const auto score = fuzzyMatch(text, preset.name))
            entries << PaletteEntry{QStringLiteral("settings"), preset.name, tr("Preset"), {},
                *score, [this, name = preset.name] { emit presetChosen(name); }};
    return entries;
}

QList<PaletteEntry> CommandPalette::conversationsFor(const QString& text)
{
    const QAbstractItemModel& model
        = text.isEmpty() ? static_cast<const QAbstractItemModel&>(m_conversations) : *m_search;
    const int count
        = text.isEmpty() ? std::min(recentConversations, model.rowCount()) : model.rowCount();
    QList<PaletteEntry> entries;
    for (int row = 0; row < count; ++row) {
        const QModelIndex index = model.index(row, 0);
        services::Conversation* conversation = services::conversationAt(index);
        if (!conversation)
            continue;
        const QVariant found = index.data(ConversationSearch::MessageRole);
        const auto message
            = found.isValid() ? found.value<services::MessageId>() : services::noMessage;
        const QString excerpt
            = services::withoutMarks(index.data(ConversationSearch::ExcerptRole).toString())
                  .simplified();
        const auto score = fuzzyMatch(text, conversation->title());
        entries << PaletteEntry{QStringLiteral("document"), conversation->title(),
            excerpt.isEmpty() ? tr("Chat") : excerpt, {}, text.isEmpty() ? 1 : score.value_or(0),
            [this, conversation = QPointer(conversation), message] {
                if (conversation)
                    emit conversationChosen(conversation, message);
            }};
    }
    return entries;
}

void CommandPalette::place()
{
    const QRect window = parentWidget()->rect();
    const int width = std::min(widest, window.width() - 2 * metrics(this).large);
    const int rows = std::clamp(m_rows->rowCount(), 1, maxRows);
    const int room = window.height() - fromTop - metrics(this).large;
    m_results->setFixedHeight(std::min(rows * metrics(m_results).control,
        std::max(0, room - m_field->sizeHint().height() - 3 * metrics(this).medium)));
    layout()->activate();
    resize(width, sizeHint().height());
    move((window.width() - width) / 2, std::min(fromTop, window.height() / 8));
}

// What the field has no use for must not reach the window behind.
void CommandPalette::keyPressEvent(QKeyEvent* event)
{
    event->accept();
}

void CommandPalette::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::FontChange && isVisible())
        place();
    if (event->type() == QEvent::PaletteChange)
        m_shadow->setColor(colors(palette()).shadow);
}

void CommandPalette::paintEvent(QPaintEvent*)
{
    const Colors& color = colors(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color.border, 1));
    painter.setBrush(color.window);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 12, 12);
}

} // namespace ui

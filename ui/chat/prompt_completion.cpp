#include "ui/chat/prompt_completion.h"

#include "services/text.h"
#include "ui/chat/prompt_box.h"
#include "ui/chat/prompt_edit.h"
#include "ui/theme/colors.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/accessibility.h"

#include <QKeyEvent>
#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QPointer>
#include <QStandardItemModel>
#include <QVBoxLayout>

#include <algorithm>
#include <cstdlib>

namespace ui {

namespace {

constexpr qsizetype maxTyped = 500; // characters
constexpr int maxRows = 8; // that are seen at once
constexpr int widest = 560; // pixels, as below
constexpr int gap = 4;

bool isPath(QStringView typed)
{
    return typed.startsWith(u'/') || typed.startsWith(QLatin1String("~/"));
}

bool hasSpace(QStringView text)
{
    return std::ranges::any_of(text, [](QChar each) { return each.isSpace(); });
}

} // namespace

std::optional<CompletionTrigger> findTrigger(const QString& text, qsizetype cursor)
{
    const QStringView before = QStringView(text).left(cursor);
    if (before.startsWith(u'/')) {
        const QStringView typed = before.mid(1);
        if (typed.size() <= maxTyped && !hasSpace(typed) && !typed.contains(u'/'))
            return CompletionTrigger{CompletionTrigger::Kind::Command, 0, typed.toString()};
    }
    for (qsizetype at = before.lastIndexOf(u'@'); at >= 0;
         at = at == 0 ? -1 : before.lastIndexOf(u'@', at - 1)) {
        const QStringView typed = before.mid(at + 1);
        if (typed.size() > maxTyped || typed.contains(u'\n'))
            return std::nullopt;
        const bool beginsWord = at == 0 || before[at - 1].isSpace();
        if (beginsWord && (isPath(typed) || !hasSpace(typed)))
            return CompletionTrigger{CompletionTrigger::Kind::Mention, at, typed.toString()};
    }
    return std::nullopt;
}

QString lettersToMatch(const QString& text)
{
    QString letters = withoutCaseAndAccents(text);
    letters.removeIf([](QChar letter) { return letter.isSpace() || letter == u'-'; });
    return letters;
}

std::optional<int> matchesWord(const QString& typed, const QString& name)
{
    const QString letters = lettersToMatch(typed);
    if (lettersToMatch(name).startsWith(letters))
        return 2;
    for (qsizetype index = 1; index < name.size(); ++index) {
        const bool beginsWord = !name[index - 1].isLetterOrNumber()
            || services::isWrittenWithoutSpaces(name[index].unicode());
        if (beginsWord && lettersToMatch(name.mid(index)).startsWith(letters))
            return 1;
    }
    return std::nullopt;
}

CompletionList::CompletionList(QWidget* parent)
    : QFrame(parent)
    , m_view(new QListView(this))
    , m_rows(new QStandardItemModel(this))
    , m_announcer(new Announcer(this))
{
    setAccessibleName(tr("Suggestions"));
    m_view->setModel(m_rows);
    m_view->setItemDelegate(new PaletteDelegate(m_view));
    m_view->setAccessibleName(tr("Suggestions"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setEditTriggers(QListView::NoEditTriggers);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setUniformItemSizes(true);
    m_view->setFocusPolicy(Qt::NoFocus); // the message box moves in it
    m_view->viewport()->setAutoFillBackground(false);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    setFocusPolicy(Qt::NoFocus);
    const Metrics metric = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(metric.small, metric.small, metric.small, metric.small);
    layout->addWidget(m_view);
    connect(m_view, &QListView::clicked, this,
        [this](const QModelIndex& index) { emit chosen(index.row()); });
    connect(m_view, &QWidget::customContextMenuRequested, this, [this](const QPoint& position) {
        const int row = m_view->indexAt(position).row();
        if (row < 0 || !m_entries[row].remove)
            return;
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->addAction(tr("Delete"), this, [this, row] { emit removeRequested(row); });
        menu->popup(m_view->viewport()->mapToGlobal(position));
    });
    hide();
}

void CompletionList::setEntries(const QList<PaletteEntry>& entries)
{
    m_entries = entries;
    m_rows->clear();
    for (const PaletteEntry& entry : entries)
        m_rows->appendRow(makePaletteRow(entry));
    m_view->setCurrentIndex(m_rows->index(0, 0));
    announce(true);
}

int CompletionList::current() const
{
    return m_view->currentIndex().row();
}

void CompletionList::step(int rows)
{
    const int count = m_rows->rowCount();
    if (count == 0)
        return;
    const int row = current() + rows;
    const int next = std::abs(rows) > 1 ? std::clamp(row, 0, count - 1) : (row + count) % count;
    m_view->setCurrentIndex(m_rows->index(next, 0));
    announce(false);
}

int CompletionList::fittingHeight(int room) const
{
    const int row = std::max(1, m_view->sizeHintForRow(0));
    const int around = layout()->contentsMargins().top() + layout()->contentsMargins().bottom();
    const int fitting = std::max(1, (room - around) / row);
    return std::min({m_rows->rowCount(), maxRows, fitting}) * row + around;
}

QString CompletionList::announcement() const
{
    return m_announcer->text();
}

void CompletionList::announce(bool isNew)
{
    const int row = current();
    if (row < 0)
        return m_announcer->withdraw();
    const QString name = m_rows->item(row)->data(Qt::AccessibleTextRole).toString();
    m_announcer->say(isNew
            ? tr("%Ln suggestions. %1", nullptr, m_rows->rowCount()).arg(name)
            : tr("%1, %2 of %3", "a suggestion, its number")
                  .arg(name, QString::number(row + 1), QString::number(m_rows->rowCount())));
}

void CompletionList::paintEvent(QPaintEvent*)
{
    const Colors& color = colors(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color.control, 1));
    painter.setBrush(color.raised);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 12, 12);
}

PromptCompletion::PromptCompletion(PromptBox& prompt, Source source, QObject* parent)
    : QObject(parent)
    , m_prompt(prompt)
    , m_source(std::move(source))
    , m_list(new CompletionList(&prompt))
{
    prompt.edit()->installEventFilter(this);
    connect(prompt.edit(), &QPlainTextEdit::textChanged, this, &PromptCompletion::update);
    connect(prompt.edit(), &QPlainTextEdit::cursorPositionChanged, this, &PromptCompletion::update);
    connect(m_list, &CompletionList::chosen, this, &PromptCompletion::choose);
    connect(m_list, &CompletionList::removeRequested, this, &PromptCompletion::remove);
}

// The list may belong to the window by now.
PromptCompletion::~PromptCompletion() = default;

bool PromptCompletion::isOpen() const
{
    return !m_list->isHidden();
}

// Texts that come from elsewhere, as drafts do, open nothing.
void PromptCompletion::update()
{
    if (m_isReplacing)
        return;
    const PromptEdit* edit = m_prompt.edit();
    const bool isTyped = edit->hasFocus() && !m_prompt.isSettingText();
    std::optional<CompletionTrigger> trigger;
    if (isTyped && !edit->textCursor().hasSelection())
        trigger = findTrigger(edit->toPlainText(), edit->textCursor().position());
    if (!trigger || (m_dismissed && trigger->begin != *m_dismissed))
        m_dismissed.reset();
    if (!trigger || m_dismissed) {
        m_trigger.reset();
        return close();
    }
    if (trigger == m_trigger)
        return;
    m_trigger = trigger;
    show(*trigger, m_source(*trigger));
}

void PromptCompletion::show(const CompletionTrigger& trigger, const QList<PaletteEntry>& entries)
{
    if (trigger != m_trigger)
        return;
    if (entries.isEmpty())
        return close();
    QWidget* window = m_prompt.window();
    if (m_list->parentWidget() != window)
        m_list->setParent(window);
    window->removeEventFilter(this);
    window->installEventFilter(this);
    m_list->setEntries(entries);
    place();
    m_list->show();
    m_list->raise();
}

void PromptCompletion::close()
{
    if (!isOpen())
        return;
    m_list->hide();
    m_list->setEntries({});
}

void PromptCompletion::dismiss()
{
    if (m_trigger)
        m_dismissed = m_trigger->begin;
    m_trigger.reset();
    close();
}

void PromptCompletion::choose(int index)
{
    if (index < 0 || index >= m_list->entries().size())
        return;
    const auto act = m_list->entries()[index].act;
    close();
    m_prompt.setFocus();
    act();
}

void PromptCompletion::remove(int index)
{
    if (index < 0 || index >= m_list->entries().size() || !m_list->entries()[index].remove)
        return;
    const auto remove = m_list->entries()[index].remove;
    remove();
    if (m_trigger)
        show(*m_trigger, m_source(*m_trigger));
}

void PromptCompletion::replaceTyped(const QString& text)
{
    if (!m_trigger)
        return;
    QTextCursor cursor = m_prompt.edit()->textCursor();
    const int end = cursor.position();
    m_isReplacing = true;
    cursor.beginEditBlock();
    cursor.setPosition(int(m_trigger->begin));
    cursor.setPosition(end, QTextCursor::KeepAnchor);
    cursor.insertText(text);
    cursor.endEditBlock();
    m_prompt.edit()->setTextCursor(cursor);
    m_isReplacing = false;
    m_trigger.reset();
    update();
}

// Above the box, or as far above as there is room.
void PromptCompletion::place()
{
    const QWidget* window = m_list->parentWidget();
    const PromptEdit* edit = m_prompt.edit();
    const QPoint corner = edit->mapTo(window, QPoint(0, 0));
    const QPoint box = m_prompt.mapTo(window, QPoint(0, 0));
    const int width = std::min(widest, m_prompt.width());
    const int bottom = corner.y() - metrics(&m_prompt).small - 2 * gap; // above its outline
    const int height = m_list->fittingHeight(bottom - gap);
    const int left = std::clamp(corner.x(), box.x(), box.x() + m_prompt.width() - width);
    m_list->setGeometry(left, std::max(0, bottom - height), width, height);
}

bool PromptCompletion::handleKey(int key, Qt::KeyboardModifiers modifiers)
{
    const bool isPlain = !(modifiers & ~Qt::KeypadModifier);
    if (key == Qt::Key_Delete && modifiers == Qt::ShiftModifier) {
        const int index = m_list->current();
        const bool canRemove = index >= 0 && m_list->entries()[index].remove;
        if (canRemove)
            remove(index);
        return canRemove;
    }
    if (!isPlain)
        return false;
    switch (key) {
    case Qt::Key_Down:
        return m_list->step(1), true;
    case Qt::Key_Up:
        return m_list->step(-1), true;
    case Qt::Key_PageDown:
        return m_list->step(maxRows), true;
    case Qt::Key_PageUp:
        return m_list->step(-maxRows), true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Tab:
        return choose(m_list->current()), true;
    case Qt::Key_Escape:
        return dismiss(), true;
    default:
        return false;
    }
}

bool PromptCompletion::eventFilter(QObject* watched, QEvent* event)
{
    if (!isOpen())
        return QObject::eventFilter(watched, event);
    if (watched != m_prompt.edit()) {
        if (event->type() == QEvent::Resize)
            place();
        return QObject::eventFilter(watched, event);
    }
    const auto* key = static_cast<QKeyEvent*>(event);
    switch (event->type()) {
    case QEvent::
        ShortcutOverride: // keys of the window, such as Escape, are the list's while it is open
        if (key->key() == Qt::Key_Escape)
            event->accept();
        break;
    case QEvent::KeyPress:
        if (handleKey(key->key(), key->modifiers()))
            return true;
        break;
    case QEvent::FocusOut: // not to the menu of a suggestion
        if (static_cast<QFocusEvent*>(event)->reason() != Qt::PopupFocusReason)
            dismiss();
        break;
    default:
        break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace ui

#include "ui/settings/shortcuts_editor.h"

#include "ui/commands/command_list.h"
#include "ui/theme/metrics.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choice_bar.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/line_edits.h"
#include "ui/widgets/text_label.h"

#include <QAction>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QSet>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

bool isModifier(int key)
{
    return key == Qt::Key_Control || key == Qt::Key_Shift || key == Qt::Key_Alt
        || key == Qt::Key_Meta || key == Qt::Key_AltGr || key == 0 || key == Qt::Key_unknown;
}

bool isFunctionKey(int key)
{
    return key >= Qt::Key_F1 && key <= Qt::Key_F35;
}

// What fields of text use everywhere.
bool editsText(const QKeySequence& keys)
{
    for (const auto standard : {QKeySequence::Copy, QKeySequence::Cut, QKeySequence::Paste,
             QKeySequence::SelectAll, QKeySequence::Undo, QKeySequence::Redo})
        if (QKeySequence::keyBindings(standard).contains(keys))
            return true;
    return false;
}

} // namespace

QString problemOfKeys(QKeyCombination keys, const QString& text)
{
    const QString name = QKeySequence(keys).toString(QKeySequence::NativeText);
    const Qt::KeyboardModifiers modifiers = keys.keyboardModifiers();
    const bool isCommand = modifiers & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
    if (!isCommand && !isFunctionKey(keys.key()))
        return KeyCapture::tr(
            "%1 can't be used alone. Combine it with Ctrl or Alt, or use a function key.")
            .arg(name);
    const bool isAltGr
        = modifiers.testFlag(Qt::ControlModifier) && modifiers.testFlag(Qt::AltModifier);
    if (isAltGr && !text.isEmpty() && text[0].isPrint())
        return KeyCapture::tr("%1 types “%2” on this keyboard. Choose another shortcut.")
            .arg(name, text);
    if (editsText(QKeySequence(keys)))
        return KeyCapture::tr("%1 is reserved for editing text. Choose another shortcut.")
            .arg(name);
    return {};
}

KeyCapture::KeyCapture(const QString& name, QWidget* parent)
    : QWidget(parent)
    , m_prompt(new TextLabel(TextRole::Body, {}, this))
    , m_problem(new TextLabel(TextRole::Error, {}, this))
{
    m_prompt->setText(
        KeyCapture::tr("Press the new shortcut for “%1”, or Escape to cancel.").arg(name));
    setAccessibleName(m_prompt->text());
    setFocusPolicy(Qt::StrongFocus);
    m_problem->hide();
    const Metrics distance = metrics(this);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(distance.medium, distance.small, distance.medium, distance.small);
    layout->setSpacing(distance.tight);
    layout->addWidget(m_prompt);
    layout->addWidget(m_problem);
}

// All keys come here: none is a shortcut of the window's, and Tab does not continue.
bool KeyCapture::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept();
        return true;
    }
    if (event->type() == QEvent::KeyPress) {
        keyPressEvent(static_cast<QKeyEvent*>(event));
        return true;
    }
    return QWidget::event(event);
}

void KeyCapture::keyPressEvent(QKeyEvent* event)
{
    event->accept();
    if (isModifier(event->key()))
        return; // more comes
    if (event->key() == Qt::Key_Escape && event->modifiers() == Qt::NoModifier)
        return emit cancelled();
    const auto modifiers = event->modifiers()
        & (Qt::ControlModifier | Qt::ShiftModifier | Qt::AltModifier | Qt::MetaModifier);
    const QKeyCombination keys(modifiers, Qt::Key(event->key()));
    const QString problem = problemOfKeys(keys, event->text());
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    if (problem.isEmpty())
        emit captured(QKeySequence(keys));
}

void KeyCapture::focusOutEvent(QFocusEvent* event)
{
    QWidget::focusOutEvent(event);
    if (event->reason() != Qt::ActiveWindowFocusReason && event->reason() != Qt::PopupFocusReason)
        emit cancelled();
}

void KeyCapture::paintEvent(QPaintEvent*)
{
    const Colors& color = colors(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color.accent, 2));
    painter.setBrush(color.code);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 8, 8);
}

namespace {

QString keysText(const QKeySequence& keys)
{
    return keys.toString(QKeySequence::NativeText);
}

} // namespace

ShortcutRow::ShortcutRow(
    CommandList& commands, const CommandList::Command& command, QWidget* parent)
    : QWidget(parent)
    , m_commands(commands)
    , m_id(command.id)
    , m_group(command.group)
    , m_line(new QHBoxLayout)
    , m_layout(new QVBoxLayout(this))
    , m_add(new IconButton(QStringLiteral("plus"), tr("Add shortcut for “%1”").arg(name()),
          IconButton::Look::Quiet, this))
    , m_reset(new IconButton(
          QStringLiteral("undo"), tr("Reset to default"), IconButton::Look::Quiet, this))
{
    const Metrics distance = metrics(this);
    m_reset->setAccessibleDescription(name());
    m_line->setSpacing(distance.tight);
    m_line->addWidget(new TextLabel(TextRole::Body, name(), this), 1);
    m_line->addWidget(m_add);
    m_line->addWidget(m_reset);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(distance.tight);
    m_layout->addLayout(m_line);
    connect(m_add, &IconButton::clicked, this, &ShortcutRow::capture);
    connect(m_reset, &IconButton::clicked, this, [this] { m_commands.resetKeys(m_id); });
    showKeys();
}

QString ShortcutRow::name() const
{
    return m_commands.find(m_id)->text();
}

QString ShortcutRow::words() const
{
    QStringList words = {name(), m_group};
    for (const QKeySequence& each : keys())
        words << keysText(each);
    return words.join(u'\n');
}

QList<QKeySequence> ShortcutRow::keys() const
{
    return m_commands.find(m_id)->shortcuts();
}

void ShortcutRow::showKeys()
{
    m_reset->setVisible(!m_commands.hasFallbackKeys(m_id));
    if (m_caps && m_shown == keys())
        return;
    m_shown = keys();
    if (m_caps) {
        m_caps->hide();
        m_caps->deleteLater(); // one of its buttons may be what was clicked
    }
    m_caps = new QWidget(this);
    auto* line = new QHBoxLayout(m_caps);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(2);
    for (const QKeySequence& each : keys()) {
        auto* remove = new IconButton(QStringLiteral("close"),
            tr("Remove %1 from “%2”").arg(keysText(each), name()), IconButton::Look::Quiet, m_caps);
        remove->setFixedSize(28, 28);
        connect(remove, &IconButton::clicked, this, [this, each] {
            QList<QKeySequence> left = keys();
            left.removeAll(each);
            m_commands.setKeys(m_id, left);
            m_add->setFocus();
        });
        line->addWidget(new KeyCap(each, m_caps));
        line->addWidget(remove);
    }
    m_line->insertWidget(1, m_caps);
    if (isVisible())
        m_caps->show();
    setTabOrder(m_caps, m_add);
}

void ShortcutRow::capture()
{
    leaveCapture();
    auto* capture = new KeyCapture(name(), this);
    connect(capture, &KeyCapture::captured, this, &ShortcutRow::addKeys);
    connect(capture, &KeyCapture::cancelled, this, [this] {
        leaveCapture();
        if (!window()->focusWidget())
            m_add->setFocus();
    });
    m_below = capture;
    m_layout->addWidget(capture);
    capture->show();
    capture->setFocus();
}

void ShortcutRow::addKeys(const QKeySequence& keys)
{
    const CommandList::Command* holder = m_commands.findByKeys(keys, m_id);
    leaveCapture();
    if (holder)
        return askToTakeOver(keys, *holder);
    QList<QKeySequence> all = this->keys();
    if (!all.contains(keys))
        m_commands.setKeys(m_id, all << keys);
    m_add->setFocus();
}

void ShortcutRow::askToTakeOver(const QKeySequence& keys, const CommandList::Command& holder)
{
    auto* question = new QWidget(this);
    auto* message = new TextLabel(TextRole::Body,
        tr("%1 is already assigned to “%2”.").arg(keysText(keys), holder.action->text()));
    auto* take = new QPushButton(tr("Reassign"));
    auto* other = new QPushButton(tr("Choose another"));
    for (QPushButton* button : {take, other}) {
        button->setAccessibleDescription(message->text());
        button->installEventFilter(this);
    }
    connect(take, &QPushButton::clicked, this, [this, keys] { takeOver(keys); });
    connect(other, &QPushButton::clicked, this, &ShortcutRow::capture);
    auto* line = new QHBoxLayout(question);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(message, 1);
    line->addWidget(take);
    line->addWidget(other);
    m_below = question;
    m_layout->addWidget(question);
    question->show();
    take->setFocus();
}

void ShortcutRow::takeOver(const QKeySequence& keys)
{
    leaveCapture();
    if (const CommandList::Command* holder = m_commands.findByKeys(keys, m_id)) {
        QList<QKeySequence> left = holder->action->shortcuts();
        left.removeAll(keys);
        m_commands.setKeys(holder->id, left);
    }
    addKeys(keys);
}

// Escape leaves the question, not the page.
bool ShortcutRow::eventFilter(QObject* button, QEvent* event)
{
    const bool isKey
        = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (!isKey || static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape)
        return QWidget::eventFilter(button, event);
    event->accept(); // or it would be the window's shortcut
    if (event->type() == QEvent::KeyPress) {
        leaveCapture();
        m_add->setFocus();
    }
    return true;
}

void ShortcutRow::leaveCapture()
{
    if (!m_below)
        return;
    m_below->disconnect(this);
    m_below->hide();
    m_below->deleteLater();
    m_below = nullptr;
}

ShortcutsEditor::ShortcutsEditor(CommandList& commands, QWidget* parent)
    : QWidget(parent)
    , m_commands(commands)
    , m_search(new SearchField(tr("Search commands or shortcuts")))
    , m_resetAll(new QPushButton(tr("Reset all to defaults")))
{
    const Metrics distance = metrics(this);
    auto* top = new QHBoxLayout;
    top->setSpacing(distance.small);
    top->addWidget(m_search, 1);
    top->addWidget(m_resetAll);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(distance.tight);
    layout->addLayout(top);
    addRows();
    connect(m_search, &SearchField::textChanged, this, &ShortcutsEditor::search);
    connect(m_resetAll, &QPushButton::clicked, this, [this] {
        for (const ShortcutRow* row : m_rows)
            if (!m_commands.hasFallbackKeys(row->id()))
                m_commands.resetKeys(row->id());
    });
    connect(&m_commands, &CommandList::changed, this, &ShortcutsEditor::showKeys);
    showKeys();
}

QString ShortcutsEditor::searchWords(const CommandList& commands)
{
    QStringList words;
    for (const CommandList::Command& each : commands.commands())
        words << each.action->text();
    return words.join(u'\n');
}

ShortcutRow* ShortcutsEditor::row(const QString& id) const
{
    const auto found
        = std::ranges::find_if(m_rows, [&](const ShortcutRow* row) { return row->id() == id; });
    return found == m_rows.end() ? nullptr : *found;
}

// Adds the rows by group, the groups in the order of their first commands.
void ShortcutsEditor::addRows()
{
    QStringList groups;
    for (const CommandList::Command& each : m_commands.commands())
        if (!groups.contains(each.group))
            groups << each.group;
    for (const QString& group : groups) {
        auto* heading = new TextLabel(TextRole::Muted, group);
        heading->setContentsMargins(0, metrics(this).medium, 0, 0);
        m_groups[group] = heading;
        layout()->addWidget(heading);
        for (const CommandList::Command& each : m_commands.commands()) {
            if (each.group != group)
                continue;
            m_rows << new ShortcutRow(m_commands, each);
            layout()->addWidget(m_rows.back());
        }
    }
}

void ShortcutsEditor::search(const QString& text)
{
    QSet<QString> groups;
    for (ShortcutRow* row : m_rows) {
        const bool isFound = row->words().contains(text.trimmed(), Qt::CaseInsensitive);
        row->setVisible(isFound);
        if (isFound)
            groups << row->group();
    }
    for (auto heading = m_groups.cbegin(); heading != m_groups.cend(); ++heading)
        heading.value()->setVisible(groups.contains(heading.key()));
}

void ShortcutsEditor::showKeys()
{
    bool isAnyChanged = false;
    for (ShortcutRow* row : m_rows) {
        row->showKeys();
        isAnyChanged = isAnyChanged || !m_commands.hasFallbackKeys(row->id());
    }
    m_resetAll->setEnabled(isAnyChanged);
}

} // namespace ui

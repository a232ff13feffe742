#pragma once

#include "services/conversations/message.h"
#include "services/models/model_id_text.h"

#include <QFrame>
#include <QPointer>
#include <QString>
#include <QStyledItemDelegate>

#include <functional>
#include <optional>

class QGraphicsDropShadowEffect;
class QListView;
class QStandardItem;
class QStandardItemModel;

namespace services {
class Conversation;
class ConversationList;
class ConversationSearch;
class ConversationStore;
class InstalledModels;
class Presets;
} // namespace services

namespace ui {

class CommandList;
class SearchField;
class TextLabel;

/// The beginning of a name as it is compared with others.
QString withoutCaseAndAccents(const QString& text);

/// How well typed letters match a name: a higher number is better; nothing: they do not match. The
/// name must contain all letters in this order. Letters that follow one another or begin a word
/// count more. Case and accents do not matter.
std::optional<int> fuzzyMatch(const QString& typed, const QString& name);

/// An entry of the palette.
struct PaletteEntry {
    QString iconName;
    QString name;
    QString detail; ///< what or where it is: "Command", "In a conversation"
    QString keys; ///< as text for users; may be empty
    int score = 0; ///< how well it matches what was typed
    std::function<void()> act;
    std::function<void()> remove = {}; ///< deletes what it stands for; null: it can't be deleted
};

/// A row for a PaletteDelegate.
QStandardItem* makePaletteRow(const PaletteEntry& entry);

/// Draws entries: icon, name and detail at the left, keys at the right.
class PaletteDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    enum Role { IconRole = Qt::UserRole + 1, DetailRole, KeysRole };

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

/// One field that searches commands, conversations and their messages, models and presets. Arrow
/// keys select, Enter chooses, Escape closes. It is over the window at its top.
class CommandPalette : public QFrame {
    Q_OBJECT

public:
    /// Everything but the window must outlive the palette; the window owns it. `store` is null if
    /// conversations are not stored.
    CommandPalette(CommandList& commands, services::ConversationList& conversations,
        services::ConversationStore* store, services::InstalledModels& installed,
        services::Presets& presets, QWidget* window);

    void open();

    SearchField* field() const { return m_field; }
    QListView* results() const { return m_results; }

signals:
    void conversationChosen(services::Conversation* conversation, services::MessageId message);
    void modelChosen(const services::ModelId& model);
    void presetChosen(const QString& name);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    bool handleKey(int key);
    void leave();
    void take();
    void step(int rows);
    void search();
    void showFound();
    QList<PaletteEntry> commandsFor(const QString& text) const;
    QList<PaletteEntry> modelsFor(const QString& text);
    QList<PaletteEntry> presetsFor(const QString& text);
    QList<PaletteEntry> conversationsFor(const QString& text);
    void place();

    CommandList& m_commands;
    services::ConversationList& m_conversations;
    services::InstalledModels& m_installed;
    services::Presets& m_presets;
    services::ConversationSearch* m_search; // fills up shortly after the typing
    SearchField* m_field;
    QListView* m_results;
    TextLabel* m_nothing; // in its place, where nothing matches
    QStandardItemModel* m_rows;
    QGraphicsDropShadowEffect* m_shadow;
    QList<PaletteEntry> m_entries; // of the rows
    QPointer<QWidget> m_before; // had the focus
};

} // namespace ui

#pragma once

#include <QAbstractListModel>
#include <QCoreApplication>
#include <QDateTime>
#include <QList>
#include <QString>
#include <QTimer>

namespace services {
class Conversation;
class ConversationList;
} // namespace services

namespace ui {

/// Assigns times to sections, going back in time: today, yesterday, the last 7 days, then months.
class DateSections {
    Q_DECLARE_TR_FUNCTIONS(ui::DateSections)

public:
    explicit DateSections(const QDateTime& now);

    /// Goes to the section of `time` (milliseconds since 1970), which must not be later than the
    /// time before. Returns true if that is another section.
    bool moveTo(qint64 time);

    QString name() const { return m_name; } ///< of the section, to be shown to users

private:
    void enter(const QDate& first, const QString& name);
    void enterSection(const QDate& date);

    QDate m_today;
    qint64 m_begin = 0; // of the section, milliseconds since 1970
    QString m_name; // empty before the first
};

/// The conversations in sections, each with a row for its name: temporary ones, pinned ones, the
/// folders, then the others by the date of their newest message. A folder can be collapsed.
/// Conversations can be dragged into folders and out of them. Also has the roles of
/// ConversationList.
class SectionModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum Role {
        IsSectionRole = Qt::UserRole + 200, ///< bool: the row is the name of a section
        FolderRole, ///< QString: the name of the folder, if the row is a folder
        CollapsedRole, ///< bool, for a folder
        CountRole, ///< int, for a folder: how many conversations it has
        InFolderRole, ///< bool, for a conversation: it is listed below its folder
    };

    /// The list must outlive the model.
    explicit SectionModel(services::ConversationList& conversations, QObject* parent = nullptr);

    int rowOf(const services::Conversation* conversation) const; ///< −1 if no row shows it
    int rowOfFolder(const QString& name) const; ///< −1 if there is none

    /// The conversation before (−1) or after (1) `of`; null at the end. If `of` is null, the last
    /// or the first.
    services::Conversation* neighbor(const services::Conversation* of, int step) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    Qt::DropActions supportedDragActions() const override { return Qt::CopyAction; }
    Qt::DropActions supportedDropActions() const override { return Qt::CopyAction; }
    bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
        const QModelIndex& parent) const override;
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
        const QModelIndex& parent) override;

private:
    struct Row {
        services::Conversation* conversation = nullptr; // null: a section's name
        QString name = {}; // of the section
        bool isFolder = false;
        bool isCollapsed = false; // a folder
        int count = 0; // in a folder
        bool isInFolder = false; // a conversation, listed below it

        bool isSameAs(const Row& other) const;
    };

    bool renameFolder(int row, const QString& name);
    void onInserted();
    void rebuildSoon();
    void rebuild();
    void replace(const QList<Row>& rows);
    QList<Row> sections() const;
    QList<Row> folderRows() const;
    QList<Row> dateRows() const;
    QVariant sectionData(const Row& row, int role) const;
    services::Conversation* draggedIn(const QMimeData* data) const;
    QString folderAt(const QModelIndex& index) const;

    services::ConversationList& m_conversations;
    QList<Row> m_rows;
    QTimer m_midnight; // when today becomes yesterday
    QTimer m_pause; // runs out when the events of now are handled
    QTimer m_importPause; // after a conversation came
    bool m_isStale = false; // something changed during a pause
};

} // namespace ui

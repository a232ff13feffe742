#pragma once

#include "services/attachments/attachment_loader.h"
#include "services/conversations/draft.h"

#include <QScrollArea>

class QHBoxLayout;

namespace ui {

class AttachmentChip;
struct DroppedContents;

/// The pictures and texts that will go with the next message, each a chip; many scroll sideways.
/// Hidden while there are none. Keeps those of several drafts, of which one is shown: all calls
/// below are about that one. Files are read in the background, a few at a time.
class AttachmentStrip : public QScrollArea {
    Q_OBJECT

public:
    static constexpr int mostAttachments = 100; ///< of one draft

    /// The loader must outlive the strip.
    explicit AttachmentStrip(services::AttachmentLoader& loader, QWidget* parent = nullptr);

    /// A draft is known by the object it is written for, which is never touched; null at first.
    void showDraft(const QObject* draft);

    /// Files beyond mostAttachments are left out, and it is said so.
    void addFiles(const QStringList& paths);
    void addPicture(const services::Picture& picture);
    void addText(const services::TextAttachment& text);

    /// All but the text, which is the caller's.
    void add(const DroppedContents& contents);

    bool isEmpty() const { return count() == 0; }
    int count() const;
    int loadingCount() const;
    QList<services::Picture> pictures() const; ///< those that are decoded, in order
    QList<services::TextAttachment> texts() const;
    QList<services::Picture> pictures(const QObject* draft) const; ///< the same of any draft
    QList<services::TextAttachment> texts(const QObject* draft) const;
    void clear();

    /// Hands out the files of the draft, in their order, and is empty then. What is still being
    /// read goes on being read, for whoever takes it (Draft::awaited).
    services::Draft take();

    /// Takes a text away; its place among texts().
    void removeText(int place);

signals:
    void changed();
    void hiddenChanged(const QObject* draft); ///< something was read for one that is not shown
    void failed(const QString& sentence); ///< something of any draft could not be read, and is gone
    void textOpened(int place); ///< its place among texts()
    void pictureOpened(const QList<services::Picture>& pictures, int place);
    void whatTheModelSawRequested(const QList<services::Picture>& pictures, int place);

protected:
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Entry {
        const QObject* draft = nullptr;
        services::AwaitedFile file = {}; // without a ticket: read
        AttachmentChip* chip = nullptr; // owned by the strip
    };

    bool hasRoomFor(qsizetype more);
    services::AttachmentLoader::Detail detail() const;
    AttachmentChip* addChip(
        services::AttachmentLoader::Ticket ticket, const QString& name, const QString& path = {});
    void connectLoader();
    void connectChip(AttachmentChip* chip);
    void openChip(AttachmentChip* chip);
    void showChipMenu(AttachmentChip* chip, const QPoint& globalPosition);
    Entry* arrived(services::AttachmentLoader::Ticket ticket);
    void remove(AttachmentChip* chip);
    void removeAt(qsizetype place); ///< what is read of it is read all the same
    QList<AttachmentChip*> chipsOf(const QObject* draft) const;
    QList<AttachmentChip*> shownChips() const { return chipsOf(m_draft); }
    void fitHeight();
    void tellChanged();
    void tellChanged(const QObject* draft);

    services::AttachmentLoader& m_loader;
    QHBoxLayout* m_layout;
    QList<Entry> m_entries; // of all drafts
    const QObject* m_draft = nullptr; // that is shown
};

} // namespace ui

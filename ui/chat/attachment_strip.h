#pragma once

#include "services/attachments/attachment_loader.h"
#include "services/conversations/message.h"

#include <QScrollArea>

class QHBoxLayout;

namespace ui {

class AttachmentChip;
struct DetailChoices;
struct DroppedContents;

/// The images and texts that are attached to the next message, each as a chip; if there are many,
/// the strip scrolls sideways. Hidden if there are none. Keeps the attachments of several drafts
/// and shows those of one; unless a function says otherwise, it is about the one that is shown.
/// Files are read in the background, a few at a time.
class AttachmentStrip : public QScrollArea {
    Q_OBJECT

public:
    static constexpr int maxAttachments = 100; ///< in one draft
    static constexpr int maxPages = 20; ///< of a document that are sent as images

    /// The loader must outlive the strip.
    explicit AttachmentStrip(services::AttachmentLoader& loader, QWidget* parent = nullptr);

    /// Chooses the draft. A draft is identified by the address of the object that it is written
    /// for, which is never dereferenced; null at first.
    void showDraft(const QObject* draft);

    /// Leaves out files beyond maxAttachments and says so by failed().
    void addFiles(const QStringList& paths);
    void addPicture(const services::Picture& picture);
    void addText(const services::TextAttachment& text);

    /// Changes how many tokens an image may take, see services::PictureDetail; `index` is its index in
    /// pictures().
    void setPictureTokens(int index, qint64 tokens);
    void showDetails(int index, const DetailChoices& choices); ///< of the same

    /// Adds everything but the text, which is left to the caller.
    void add(const DroppedContents& contents);

    bool isEmpty() const { return count() == 0; }
    int count() const;
    int loadingCount() const;
    bool holdsPictures() const; ///< also such that are not decoded yet, by their names
    QList<services::Picture> pictures() const; ///< that are decoded, in order
    QList<services::TextAttachment> texts() const;
    QList<services::Picture> pictures(const QObject* draft) const; ///< of any draft
    QList<services::TextAttachment> texts(const QObject* draft) const;
    void clear();

    /// Returns the files of the draft in their order and empties it. Files that are still being
    /// read continue to be read for whoever needs them (Draft::awaited).
    services::Draft take();

    /// Removes a text; `place` is its index in texts().
    void removeText(int index);

    /// Puts images of its pages, the first maxPages of them, in the place of a document; `index` is its
    /// index in texts(). Does nothing if it has no drawable pages.
    void showPages(int index);

signals:
    void changed();
    void filesAdded(const QStringList& paths); ///< by addFiles(), before they are read
    void hiddenChanged(const QObject* draft); ///< a file of a draft that is not shown was read
    /// A file of any draft could not be read and was removed.
    void failed(const QString& message);
    void textOpened(int index); ///< `index` is the index in texts()
    void pictureOpened(const QList<services::Picture>& pictures, int index);
    void whatTheModelSawRequested(const QList<services::Picture>& pictures, int index);

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
    AttachmentChip* pictureChip(int index) const;
    void openChip(AttachmentChip* chip);
    void showPages(AttachmentChip* chip);
    void showChipMenu(AttachmentChip* chip, const QPoint& globalPosition);
    Entry* arrived(services::AttachmentLoader::Ticket ticket);
    void remove(AttachmentChip* chip);
    void removeAt(qsizetype index); ///< what is read of it is read all the same
    QList<AttachmentChip*> draftChips(const QObject* draft) const;
    QList<AttachmentChip*> shownChips() const { return draftChips(m_draft); }
    void fitHeight();
    void notifyChanged();
    void notifyChanged(const QObject* draft);

    services::AttachmentLoader& m_loader;
    QHBoxLayout* m_layout;
    QList<Entry> m_entries; // of all drafts
    const QObject* m_draft = nullptr; // that is shown
};

} // namespace ui

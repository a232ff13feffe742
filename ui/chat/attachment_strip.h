#pragma once

#include "services/image_loader.h"

#include <QScrollArea>

class QHBoxLayout;
class QMimeData;

namespace ui {

/// The pictures that will go with the next message. Each shows as a thumbnail with a button that
/// takes it away; many scroll sideways. Hidden while there are none. Keeps those of several drafts,
/// of which one is shown: all calls below are about that one.
class AttachmentStrip : public QScrollArea {
    Q_OBJECT

public:
    explicit AttachmentStrip(QWidget* parent = nullptr);

    /// A draft is known by the object it is written for, which is never touched; null at first.
    void showDraft(const QObject* draft);

    void addFile(const QString& path);

    void addPicture(const services::Picture& picture);

    /// Files and pictures of a drop or of the clipboard.
    void addFrom(const QMimeData* data);

    bool isEmpty() const;
    bool isLoading() const;
    QList<services::Picture> pictures() const; ///< those that are decoded, in order
    void clear();

signals:
    void changed();
    void failed(const QString& sentence); ///< a picture of any draft could not be read, and is gone

protected:
    void wheelEvent(QWheelEvent* event) override;

private:
    struct Chip {
        const QObject* draft = nullptr;
        services::ImageLoader::Ticket ticket = 0; // 0: decoded
        services::Picture picture;
        QWidget* widget = nullptr; // owned by the strip
    };

    void addChip(services::ImageLoader::Ticket ticket, const QString& name);
    QWidget* makeWidget(const QString& name);
    void showIn(qsizetype place, const services::Picture& picture);
    void onLoaded(services::ImageLoader::Ticket ticket, const services::Picture& picture);
    void onFailed(services::ImageLoader::Ticket ticket, const QString& sentence);
    void removeAt(qsizetype place);
    qsizetype placeOf(services::ImageLoader::Ticket ticket) const;
    void tellChanged();

    services::ImageLoader m_loader;
    QHBoxLayout* m_layout;
    QList<Chip> m_chips; // of all drafts
    const QObject* m_draft = nullptr; // that is shown
};

} // namespace ui

#pragma once

#include "services/image_loader.h"

#include <QWidget>

class QHBoxLayout;
class QMimeData;

namespace ui {

/// The pictures that will go with the next message. Each shows as a thumbnail with a button that
/// takes it away. Hidden while there are none.
class AttachmentStrip : public QWidget {
    Q_OBJECT

public:
    explicit AttachmentStrip(QWidget* parent = nullptr);

    void addFile(const QString& path);
    void addPicture(const services::Picture& picture);

    /// Files and pictures of a drop or of the clipboard.
    void addFrom(const QMimeData* data);

    bool isEmpty() const { return m_chips.isEmpty(); }
    bool isLoading() const;
    QList<services::Picture> pictures() const; ///< those that are decoded, in order
    void clear();

signals:
    void changed();
    void failed(const QString& sentence); ///< a picture could not be read, and is gone

private:
    struct Chip {
        services::ImageLoader::Ticket ticket = 0; // 0: decoded
        services::Picture picture;
        QWidget* widget = nullptr; // owned by the strip
    };

    void addChip(services::ImageLoader::Ticket ticket, const QString& name);
    QWidget* makeWidget(const QString& name);
    void onLoaded(services::ImageLoader::Ticket ticket, const services::Picture& picture);
    void onFailed(services::ImageLoader::Ticket ticket, const QString& sentence);
    void removeAt(qsizetype place);
    qsizetype placeOf(services::ImageLoader::Ticket ticket) const;
    void tellChanged();

    services::ImageLoader m_loader;
    QHBoxLayout* m_layout;
    QList<Chip> m_chips;
};

} // namespace ui

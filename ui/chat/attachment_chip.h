#pragma once

#include "services/attachments/attachment_loader.h"

#include <QWidget>

class QAbstractButton;

namespace ui {

class AttachmentTextTile;
class IconButton;
class PictureTile;

/// Shows an attachment of the next message: a picture, or a text with its name and size. Has a
/// button that removes it. A click opens it.
class AttachmentChip : public QWidget {
    Q_OBJECT

public:
    static constexpr int side = 80; ///< its height in pixels

    /// Shows that the attachment is being read, until setPicture() or setText() is called.
    AttachmentChip(const QString& name, QWidget* parent);

    void showPreview(const QImage& preview); ///< the picture is still being read
    void showPages(int pages); ///< it is a document, and so many of its pages have been read
    void setPicture(const services::Picture& picture);
    void setText(const services::TextAttachment& text);

    bool isLoading() const { return m_isLoading; }
    bool isPicture() const { return !m_picture.image.isNull(); }
    const services::Picture& picture() const { return m_picture; }
    const services::TextAttachment& text() const { return m_text; }

signals:
    void opened();
    void removed();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

signals:
    void menuRequested(const QPoint& globalPosition);

private:
    void setTile(QAbstractButton* tile);
    void place();

    QString m_name;
    PictureTile* m_pictureTile;
    QAbstractButton* m_tile; // the picture's or the text's
    IconButton* m_remove;
    bool m_isLoading = true;
    AttachmentTextTile* m_reading = nullptr; // while a document is being read
    services::Picture m_picture;
    services::TextAttachment m_text;
};

} // namespace ui

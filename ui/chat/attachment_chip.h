#pragma once

#include "services/attachments/attachment_loader.h"

#include <QAbstractButton>
#include <QWidget>

class QAbstractButton;

namespace ui {

class DetailButton;
class IconButton;
class PictureTile;

/// Shows a text or a document that is attached to the next message: its name, its first words and its
/// length.
class AttachmentTextTile : public QAbstractButton {
    Q_OBJECT

public:
    AttachmentTextTile(const services::TextAttachment& text, int height, QWidget* parent);
    /// A document that is being read: how many pages have been so far.
    AttachmentTextTile(const QString& name, int height, QWidget* parent);

    void showPages(int pages);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void describe();

    QString m_name;
    QString m_beginning;
    QString m_size;
};

/// A text such as "12,345 characters".
QString lengthText(qsizetype characters);

/// The same of an attached text, or "12 pages" of a document that has pages.
QString lengthText(const services::TextAttachment& text);

/// Shows an attachment of the next message: an image, or a text with its name and size. Has a
/// button that removes it. A click opens it.
class AttachmentChip : public QWidget {
    Q_OBJECT

public:
    static constexpr int side = 80; ///< its height in pixels

    /// Shows that the attachment is being read, until setPicture() or setText() is called.
    AttachmentChip(const QString& name, QWidget* parent);

    void showPreview(const QImage& preview); ///< the image is still being read
    void showPages(int pages); ///< it is a document, and so many of its pages have been read
    void setPicture(const services::Picture& picture);
    void setText(const services::TextAttachment& text);
    DetailButton* detailButton() const { return m_detail; } ///< hidden unless it is an image

    bool isLoading() const { return m_isLoading; }
    bool isPicture() const { return !m_picture.image.isNull(); }
    const services::Picture& picture() const { return m_picture; }
    const services::TextAttachment& text() const { return m_text; }

signals:
    void opened();
    void removed();
    void detailChosen(qint64 tokens); ///< see services::PictureDetail

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
    QAbstractButton* m_tile; // the image's or the text's
    DetailButton* m_detail;
    IconButton* m_remove;
    bool m_isLoading = true;
    AttachmentTextTile* m_reading = nullptr; // while a document is being read
    services::Picture m_picture;
    services::TextAttachment m_text;
};

} // namespace ui

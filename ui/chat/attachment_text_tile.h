#pragma once

#include "services/attachments/text_file.h"

#include <QAbstractButton>

namespace ui {

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

} // namespace ui

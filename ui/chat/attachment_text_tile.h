#pragma once

#include "services/attachments/text_file.h"

#include <QAbstractButton>

namespace ui {

/// Shows a text that is attached to the next message: its name, its first words and its length.
class AttachmentTextTile : public QAbstractButton {
    Q_OBJECT

public:
    AttachmentTextTile(const services::TextAttachment& text, int height, QWidget* parent);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_name;
    QString m_beginning;
    QString m_size;
};

/// A text such as "12,345 characters".
QString lengthText(qsizetype characters);

} // namespace ui

#pragma once

#include "services/pictures/model_boxes.h"

#include <QList>
#include <QSize>
#include <QWidget>

class QListWidget;

namespace ui {

class TextLabel;

/// Lists the boxes that a model has given for things in an image, and exports them.
class BoxesPanel : public QWidget {
    Q_OBJECT

public:
    explicit BoxesPanel(QWidget* parent = nullptr);

    /// `picture` is the size of the image, `name` that of its file.
    void setBoxes(const QList<services::ModelBox>& boxes, QSize picture, const QString& name);
    bool isEmpty() const { return m_boxes.isEmpty(); }

    QList<QRect> rects() const; ///< in pixels of the image, in the order of the list
    int current() const; ///< the index of the chosen box; −1: none

signals:
    void chosen(); ///< another box of the list
    void failed(const QString& message);

private:
    enum class Format { Json, Coco };
    void exportBoxes(Format format);

    QList<services::ModelBox> m_boxes;
    QSize m_picture;
    QString m_name;
    QListWidget* m_list;
};

} // namespace ui

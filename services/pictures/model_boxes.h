#pragma once

#include <QByteArray>
#include <QList>
#include <QRectF>
#include <QSize>
#include <QString>

namespace vision {
struct VisionConfig;
}

namespace services {

/// A box that a model has given for something in an image.
struct ModelBox {
    QRectF rect; ///< in parts of the image's width and height; never empty, never outside
    QString label; ///< as the model names it; may be empty
    qsizetype from = 0, to = 0; ///< the characters of the answer that give it

    bool operator==(const ModelBox&) const = default;
};

inline constexpr qsizetype maxModelBoxes = 1000; ///< of one answer; further ones are ignored

/// The boxes in an answer, in their order, in any of the notations that models use: JSON with
/// "bbox_2d" or "box_2d", <box> and <ref>, and (x, y),(x, y). `model` is its name or that of its
/// family, in any spelling: it decides in which unit the numbers are. `seen` is the size in which
/// the model has read the image, if that is known, and `picture` the size of the image. What isn't a
/// box is skipped. Any thread may call it; the time is linear in the length of the answer.
QList<ModelBox> readModelBoxes(
    const QString& answer, const QString& model, QSize picture, QSize seen = {});

/// The question for boxes in the words that the model's family knows, with "…" in place of what is searched
/// for. Empty: the family gives no boxes. Any thread may call it.
QString groundingPrompt(const vision::VisionConfig& config);

/// [{"label": …, "bbox_2d": [left, top, right, bottom]}, …] in pixels of the image.
QByteArray boxesToJson(const QList<ModelBox>& boxes, QSize picture);

/// The boxes as a data set in COCO's format, with one image of this name and a category per label.
QByteArray boxesToCoco(const QList<ModelBox>& boxes, QSize picture, const QString& name);

} // namespace services

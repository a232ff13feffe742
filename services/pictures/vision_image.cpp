#include "services/pictures/vision_image.h"

#include <cstring>

namespace services {

QImage toQImage(const vision::Image& image)
{
    const auto stride = qsizetype(3 * image.width);
    return QImage(
        image.rgb.data(), int(image.width), int(image.height), stride, QImage::Format_RGB888)
        .copy();
}

vision::Image toVisionImage(const QImage& picture)
{
    const QImage rgb = picture.convertToFormat(QImage::Format_RGB888);
    vision::Image image{rgb.width(), rgb.height(), {}};
    const auto rowBytes = size_t(3) * size_t(rgb.width());
    image.rgb.resize(rowBytes * size_t(rgb.height()));
    for (int row = 0; row < rgb.height(); ++row)
        std::memcpy(image.rgb.data() + rowBytes * size_t(row), rgb.constScanLine(row), rowBytes);
    return image;
}

} // namespace services

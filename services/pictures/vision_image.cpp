#include "services/pictures/vision_image.h"

#include <cstring>
#include <utility>

namespace services {

QImage viewOf(const Pixels& pixels)
{
    const auto letGo = [](void* held) { delete static_cast<Pixels*>(held); };
    return QImage(pixels->rgb.data(), int(pixels->width), int(pixels->height),
        qsizetype(3 * pixels->width), QImage::Format_RGB888, letGo, new Pixels(pixels));
}

Pixels pixelsOf(vision::Image image)
{
    return std::make_shared<const vision::Image>(std::move(image));
}

Pixels pixelsOf(const QImage& picture)
{
    const QImage rgb = picture.convertToFormat(QImage::Format_RGB888);
    vision::Image image{rgb.width(), rgb.height(), {}};
    const auto rowBytes = size_t(3) * size_t(rgb.width());
    image.rgb.resize(rowBytes * size_t(rgb.height()));
    for (int row = 0; row < rgb.height(); ++row)
        std::memcpy(image.rgb.data() + rowBytes * size_t(row), rgb.constScanLine(row), rowBytes);
    return pixelsOf(std::move(image));
}

} // namespace services

#include "services/pictures/picture_difference.h"

#include <algorithm>
#include <new>
#include <cstdlib>

namespace services {

namespace {

constexpr int visible = 12; // of 255, in the channel that differs most; noise of JPEG files is less

} // namespace

PictureDifference pictureDifference(const QImage& first, const QImage& second)
{
    PictureDifference difference;
    difference.isScaled = first.size() != second.size();
    const QImage one = first.convertToFormat(QImage::Format_RGB32);
    const QImage other = (difference.isScaled
            ? second.scaled(first.size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation)
            : second)
                             .convertToFormat(QImage::Format_RGB32);
    difference.image = QImage(first.size(), QImage::Format_RGB32);
    if (one.isNull() || other.isNull() || difference.image.isNull())
        throw std::bad_alloc();
    qint64 count = 0;
    for (int y = 0; y < one.height(); ++y) {
        const auto* a = reinterpret_cast<const QRgb*>(one.constScanLine(y));
        const auto* b = reinterpret_cast<const QRgb*>(other.constScanLine(y));
        auto* out = reinterpret_cast<QRgb*>(difference.image.scanLine(y));
        for (int x = 0; x < one.width(); ++x) {
            const int distance = std::max({std::abs(qRed(a[x]) - qRed(b[x])),
                std::abs(qGreen(a[x]) - qGreen(b[x])), std::abs(qBlue(a[x]) - qBlue(b[x]))});
            const int gray
                = 64 + qGray(b[x]) / 2; // neither black nor white, so that all marks are seen
            out[x] = distance < visible ? qRgb(gray, gray, gray)
                                        : qRgb(255, 96 - distance * 96 / 255, 0);
            count += distance >= visible;
        }
    }
    difference.share = double(count) / (double(one.width()) * one.height());
    return difference;
}

} // namespace services

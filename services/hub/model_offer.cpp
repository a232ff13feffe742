#include "services/hub/model_offer.h"

namespace services {

qint64 ModelOffer::bytes() const
{
    qint64 bytes = 0;
    for (const OfferedFile& offered : files)
        bytes += offered.file.bytes;
    return bytes;
}

} // namespace services

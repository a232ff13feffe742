#pragma once

#include "services/pictures/vision_image.h"

#include <string>

namespace services {

/// A picture as a data URI: PNG if that is small, as of drawings and text; else JPEG. One whose longer
/// side is more than `mostSide` pixels is scaled down to that. Any thread; large ones take a while.
/// 0: it is sent as it is, without any loss. Throws Error{OutOfMemory} or Error{BadRequest}.
std::string pictureUri(const Pixels& picture, int mostSide);

} // namespace services

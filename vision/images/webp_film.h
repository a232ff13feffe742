#pragma once

#include "vision/images/decode.h"
#include "vision/images/film.h"

namespace vision {

/// The film that an animated WebP shows; null if it has one frame only or its chunks are broken. A
/// frame without a time is shown for a tenth of a second.
FilmPtr webpFilm(FileBytes file, Transparency transparency);

} // namespace vision

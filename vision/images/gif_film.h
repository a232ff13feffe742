#pragma once

#include "vision/images/decode.h"
#include "vision/images/film.h"

namespace vision {

/// The film that a GIF shows; null if it has one frame only. A file that ends early or has more
/// than 10,000 frames ends where they were counted. A frame without a time is shown for a tenth of
/// a second, as browsers do. The first frame must be whole.
FilmPtr gifFilm(FileBytes file, Transparency transparency);

} // namespace vision

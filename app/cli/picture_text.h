#pragma once

#include "services/pictures/picture.h"

namespace app {

/// Reads the text in a picture. What hinders it is said on stderr, once if it hinders all pictures;
/// the picture has no text then.
services::PictureText textIn(const services::Picture& picture);

} // namespace app

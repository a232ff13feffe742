#pragma once

#include "services/pictures/picture_text.h"

namespace services {

/// Puts values beside what they belong to, as on receipts and forms, where columns would be read one
/// below the other: a column goes into the lines to the left of it if most of its lines stand beside one,
/// and if the lines of one of both are short. Columns of a written page stay as they are. Lines that are
/// farther apart than usual become paragraphs of their own. Takes words that end their lines.
PictureText inRows(const PictureText& text);

} // namespace services

#pragma once

#include "tests/screenshots/stage.h"

#include <span>

namespace screenshots {

/// Something worth a picture.
struct Scene {
    const char* name; ///< of the file
    void (*show)(Stage& stage);
    void (*leave)(Stage& stage); ///< null: the next scene needs no help
    bool hasGolden = true; ///< false: it shows paths or devices of this machine
};

/// All of them. A new page is a row.
std::span<const Scene> scenes();

} // namespace screenshots

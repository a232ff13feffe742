#pragma once

#include "services/pictures/picture.h"

#include <QString>

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace app {

/// Reads a file of at most 64 MiB. Throws Error{BadFile} naming it.
std::string readTextFile(const QString& path);

/// Reads a JSON file of at most 64 MiB and limited depth. Throws Error{BadFile} naming the file.
nlohmann::ordered_json readJsonFile(const QString& path);

/// Reads the text in an image. What hinders it is said on stderr, once if it hinders all images;
/// the image has no text then.
services::PictureText textIn(const services::Picture& picture);

} // namespace app

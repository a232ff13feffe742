#pragma once

#include "services/pictures/picture.h"

#include <QString>

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace app {

/// Reads a file of at most 64 MiB. Throws Error{BadFile} naming it.
std::string readTextFile(const QString& path);

/// Reads a JSON file of at most 64 MiB and limited depth. Throws Error{BadFile} naming the file.
nlohmann::ordered_json readJsonFile(const QString& path);

/// Calls `visit` with each object of a file that has one per line, of at most 1 MiB. Each has an
/// "id" and these texts. Throws Error{BadFile} naming the file and the line, and what `visit` throws.
void forEachJsonLine(const QString& path, const std::vector<std::string>& texts,
    const std::function<void(const nlohmann::ordered_json& object)>& visit);

/// The path of a document that an argument names: the argument itself or, if it is the address of a web
/// page (http:// or https://), the file that the page is saved as, whose path is printed on stderr. Throws what
/// services::saveWebPage() throws.
QString documentPath(const QString& argument);

/// Reads the text in an image. What hinders it is said on stderr, once if it hinders all images;
/// the image has no text then.
services::PictureText textIn(const services::Picture& picture);

} // namespace app

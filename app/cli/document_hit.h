#pragma once

#include "services/documents/index/document_search.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

namespace app {

/// A hit as every command prints it in JSON; `rank` from 1.
nlohmann::ordered_json asJson(const services::DocumentHit& hit, size_t rank);

/// Where a hit stands: "/home/a/plan.pdf, page 3, Care › Filter".
std::string placeOf(const services::DocumentHit& hit);

/// A hit for people: its number, place, score and text.
std::string textOf(const services::DocumentHit& hit, size_t rank);

} // namespace app

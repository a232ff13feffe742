#pragma once

#include "services/server/endpoints/service.h"
#include "services/server/http/http_message.h"

#include <vector>

namespace services::server {

/// All that a server answers. `service` is kept in the handlers.
std::vector<HttpRoute> makeRoutes(const Service& service);

} // namespace services::server

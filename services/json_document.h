#pragma once

#include "engine/files/json_text.h"

#include <QJsonDocument>

namespace services {

/// What QJsonDocument::fromJson() returns, but a null document if the text exceeds the limits: Qt
/// itself limits only the depth, to 1024. Any thread.
QJsonDocument parseJsonDocument(const QByteArray& json, QJsonParseError* error = nullptr,
    const engine::JsonLimits& limits = {});

} // namespace services

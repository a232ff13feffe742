#pragma once

#include "services/documents/document.h"

#include <QByteArray>

namespace services {

/// A document in the form in which it is kept: what its reader wrote (see DocumentStream), compressed.
/// Takes a while for long ones.
QByteArray bytesOf(const Document& document);

/// Throws Error{BadFile} if that is nothing that bytesOf() made: the bytes may come from anyone.
Document documentFrom(const QByteArray& bytes);

} // namespace services

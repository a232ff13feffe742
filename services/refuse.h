#pragma once

#include "kernels/error.h"

#include <QString>

namespace services {

/// Throws kernels::Error{BadFile} with a sentence for users.
[[noreturn]] inline void refuse(const QString& sentence)
{
    throw kernels::Error(kernels::ErrorKind::BadFile, sentence.toStdString());
}

} // namespace services

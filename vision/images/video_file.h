#pragma once

#include "vision/images/image.h"

namespace vision {

/// True for MP4, QuickTime, Matroska, WebM and AVI, by the first bytes.
bool isVideo(FileBytes file);

/// The first frame of a video, by the program `ffmpeg`, which runs as a LimitedProgram and reads
/// nothing but these bytes. Throws Error{Unsupported} if it is not installed, and Error{BadFile} if
/// it cannot read the video or takes too long.
Raster decodeVideo(FileBytes file);

/// The video that a video shows, whose frames are decoded in the same way; null if it has one frame
/// only. Throws as the other.
VideoPtr fileVideo(FileBytes file);

} // namespace vision

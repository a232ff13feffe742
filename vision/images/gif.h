#pragma once

#include "vision/images/decode.h"
#include "vision/images/image.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace vision {

/// Red, green and blue of each of 256 colors. Those that the file leaves out are grays, as Pillow
/// has them.
using GifPalette = std::array<uint8_t, 3 * 256>;

/// A frame of a GIF, before it is laid on those before it.
struct GifFrame {
    /// What happens to the area of the frame before the next one is drawn.
    enum class Afterwards { Stays, Cleared, Restored };

    int64_t x = 0, y = 0, width = 0, height = 0;
    GifPalette palette{};
    std::vector<uint8_t> indices = {}; ///< [height, width]; empty if they were passed over
    std::optional<int> clear = {}; ///< the index of the transparent color
    Afterwards afterwards = Afterwards::Stays;
    int hundredths = 0; ///< of a second: how long the file wants it to be shown
};

/// Reads the frames of a GIF one after the other. The decoder is our own because giflib (5.2) shows
/// garbage for codes that are not defined yet, where this one rejects the file as Pillow does.
///
///     "GIF89a", screen width u16, height u16, flags, background, aspect, global palette, then
///     blocks: '!' kind, sub-blocks · ',' x, y, width, height u16, flags, palette, code bits,
///     sub-blocks of LZW codes · ';' the end. A sub-block is its length u8 and the bytes, the last
///     has length 0.
class GifFrames {
public:
    enum class Pixels { Decoded, PassedOver };

    /// The bytes must outlive this. Throws Error{BadFile} if they end in the header.
    explicit GifFrames(FileBytes file);

    int64_t width() const { return m_width; } ///< of the screen, in pixels
    int64_t height() const { return m_height; }
    std::array<uint8_t, 3> background() const; ///< color of the screen

    /// Nothing behind the last one. What follows the last pixel of a frame is read by the next call.
    /// Throws Error{BadFile} if the frame is broken or ends early.
    std::optional<GifFrame> next(Pixels pixels = Pixels::Decoded);

private:
    FileBytes take(size_t count);
    int byte();
    FileBytes subBlock(); // empty: the last
    GifPalette readPalette(int flags);
    void readExtension(GifFrame& frame);
    void readFrame(GifFrame& frame, Pixels pixels);
    void decode(GifFrame& frame, int codeBits, bool isInterlaced);
    void passOverSubBlocks();

    FileBytes m_rest;
    int64_t m_width = 0, m_height = 0;
    int m_background = 0;
    GifPalette m_palette{};
    bool m_isInFrame = false; // sub-blocks of the last frame may be left
};

bool isGif(FileBytes file);

/// Decodes the first frame of a GIF on its canvas. A frame with missing pixels is rejected. What
/// follows its last pixel is not read.
Raster decodeGif(FileBytes file);

/// The first frame on a screen of this size, or a larger one if it needs that. The part of the
/// screen that the frame leaves free is transparent if the frame has a transparent color, and has
/// the first color of the palette otherwise.
Raster onScreen(const GifFrame& frame, int64_t width, int64_t height);

/// The video that a GIF shows; null if it has one frame only. A file that ends early or has more
/// than 10,000 frames ends where they were counted. A frame without a time is shown for a tenth of
/// a second, as browsers do. The first frame must be whole.
VideoPtr gifVideo(FileBytes file, Transparency transparency);

} // namespace vision

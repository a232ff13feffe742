#include "vision/image_prompt.h"

namespace vision {

namespace {

std::string linesOf(const VisionConfig& config, const MarksPlan& marks, const Tiling& tiling)
{
    const std::string between = marks.betweenLines;
    if (between.empty())
        return repeated(config.imageToken, tiling.promptRows());
    const std::string line = repeated(config.imageToken, tiling.rowsPerLine);
    const int64_t lines = tiling.promptRows() / tiling.rowsPerLine;
    return repeated(line + between, lines - 1) + line;
}

std::string rowsAndColumns(const VisionConfig& config, const Tiling& tiling)
{
    const std::string tile = repeated(config.imageToken, tiling.rowsPerTile);
    const std::string edge = "<fake_token_around_image>";
    std::string text;
    for (int64_t row = 1; row <= tiling.rows; ++row) {
        for (int64_t column = 1; column <= tiling.columns; ++column)
            text += edge + "<row_" + std::to_string(row) + "_col_" + std::to_string(column) + ">"
                + tile;
        text += "\n";
    }
    if (tiling.rows > 0)
        text += "\n";
    return text + edge + "<global-img>" + tile + edge;
}

std::string numberedTiles(const VisionConfig& config, const Tiling& tiling)
{
    const std::string tile = repeated(config.imageToken, tiling.rowsPerTile);
    if (tiling.rows * tiling.columns <= 1)
        return tile;
    std::string text;
    for (int64_t row = 1; row <= tiling.rows; ++row)
        for (int64_t column = 1; column <= tiling.columns; ++column)
            text += "<|img_row_" + std::to_string(row) + "_col_" + std::to_string(column) + "|>"
                + tile;
    if (tiling.hasOverview)
        text += "<|img_thumbnail|>" + repeated(config.imageToken, tiling.rowsPerOverview);
    return text;
}

} // namespace

std::string repeated(const std::string& text, int64_t count)
{
    std::string out;
    out.reserve(text.size() * count);
    for (int64_t i = 0; i < count; ++i)
        out += text;
    return out;
}

std::string imagePrompt(const VisionConfig& config, const MarksPlan& marks, const Tiling& tiling)
{
    if (marks.kind == MarksPlan::Kind::RowsAndColumns)
        return rowsAndColumns(config, tiling);
    const bool areNumbered = marks.kind == MarksPlan::Kind::NumberedTiles;
    return marks.before
        + (areNumbered ? numberedTiles(config, tiling) : linesOf(config, marks, tiling))
        + marks.after;
}

} // namespace vision

#include "vision/image_prompt.h"

namespace vision {

namespace {

std::string repeated(const std::string& text, int64_t count)
{
    std::string out;
    out.reserve(text.size() * count);
    for (int64_t i = 0; i < count; ++i)
        out += text;
    return out;
}

} // namespace

std::string imagePrompt(const VisionConfig& config, TowerPlan::Marks marks, int64_t rows,
    int64_t columns, int64_t rowsPerTile)
{
    const std::string tile = repeated(config.imageToken, rowsPerTile);
    if (marks == TowerPlan::Marks::None)
        return tile;

    const std::string edge = "<fake_token_around_image>";
    std::string text;
    for (int64_t row = 1; row <= rows; ++row) {
        for (int64_t column = 1; column <= columns; ++column)
            text += edge + "<row_" + std::to_string(row) + "_col_" + std::to_string(column) + ">"
                + tile;
        text += "\n";
    }
    if (rows > 0)
        text += "\n";
    return text + edge + "<global-img>" + tile + edge;
}

} // namespace vision

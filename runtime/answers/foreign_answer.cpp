#include "runtime/answers/foreign_answer.h"

#include "runtime/prompt/passage_text.h"
#include <sstream>

namespace runtime {

bool isWritten(std::span<const Passage> pictureTexts)
{
    constexpr int mostInDrawings = 9; // words: a shop, three goods with prices, a total
    int words = 0;
    for (const Passage& text : pictureTexts) {
        std::istringstream stream(text.text);
        for (std::string word; stream >> word;)
            ++words;
    }
    return words > mostInDrawings;
}

std::string foreignAnswer(const vision::KnownWorld& world, std::span<const Passage> pictureTexts)
{
    if (pictureTexts.empty())
        return world.foreignAnswer();
    if (pictureTexts.size() == 1)
        return "I know drawings only. This is the text in it:\n\n" + fenced(pictureTexts[0].text);
    std::string answer = "I know drawings only. This is the text in them:\n\n";
    for (const Passage& text : pictureTexts)
        answer += passageText(text);
    return answer;
}

} // namespace runtime

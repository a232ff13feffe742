#include "services/documents/index/passage_encoder.h"

#include "kernels/devices/backends.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace services {

namespace {

constexpr size_t tokensOfHeading = 30; // about; a longer one takes the end of its passage away
constexpr int passagesAtOnce = 32;

void makeUnit(std::vector<float>& vector)
{
    const float squares = std::inner_product(vector.begin(), vector.end(), vector.begin(), 0.F);
    const float length = std::max(std::sqrt(squares), 1e-12F);
    for (float& number : vector)
        number /= length;
}

} // namespace

PassageEncoder::PassageEncoder(const QString& model)
    : m_processor(kernels::openBackend("cpu"))
    , m_encoder(engine::Encoder::load(model.toStdU16String(), *m_processor))
{
}

Splitting PassageEncoder::splitting() const
{
    const engine::EncoderConfig& config = m_encoder->config();
    const auto around = m_encoder->idsOf("a").size() - 1; // at least those before and behind a text
    const auto longest = size_t(config.longest);
    const PassageSize usual;
    Splitting splitting;
    splitting.size.most = std::min(usual.most,
        std::max<size_t>(longest, tokensOfHeading + around + 16) - tokensOfHeading - around);
    splitting.size.usual = std::min(usual.usual, splitting.size.most);
    splitting.size.least = std::min(usual.least, splitting.size.most / 4);
    splitting.count = [this, around](std::string_view text) {
        return m_encoder->idsOf(text).size()
            - around; // no more than it reads: enough to be too many
    };
    splitting.measure = QStringLiteral("%1 %2 %3")
                            .arg(QString::fromStdString(config.family))
                            .arg(m_encoder->columns())
                            .arg(splitting.size.most);
    return splitting;
}

std::vector<std::vector<float>> PassageEncoder::ofPassages(const std::vector<PassageText>& passages)
{
    std::vector<std::string> texts;
    for (const PassageText& passage : passages)
        texts.push_back(
            passage.heading.empty() ? passage.text : passage.heading + "\n" + passage.text);
    return vectorsOf(texts);
}

std::vector<float> PassageEncoder::ofQuestion(const std::string& question)
{
    return vectorsOf({question}).front();
}

std::vector<float> PassageEncoder::mark()
{
    return vectorsOf({"The keeper of the lighthouse writes down which ships pass at night."})
        .front();
}

std::vector<std::vector<float>> PassageEncoder::vectorsOf(const std::vector<std::string>& texts)
{
    const std::vector<float> all = m_encoder->encode(texts);
    const auto columns = ptrdiff_t(m_encoder->columns());
    std::vector<std::vector<float>> vectors;
    for (auto at = all.begin(); at != all.end(); at += columns)
        makeUnit(vectors.emplace_back(at, at + columns));
    return vectors;
}

bool isSameModel(const std::vector<float>& one, const std::vector<float>& other)
{
    constexpr float rounding = 0.02F; // of files that hold it with fewer bits
    return one.size() == other.size()
        && std::inner_product(one.begin(), one.end(), other.begin(), 0.F) > 1 - rounding;
}

void embedPassages(DocumentIndex& index, PassageEncoder& encoder,
    const std::function<void(int64_t, int64_t)>& done)
{
    const std::vector<float> mark = encoder.mark();
    if (!isSameModel(index.embedding(), mark))
        index.setEmbedding(mark);
    const int64_t all = index.countWithoutVector();
    int64_t count = 0;
    PassageNumber last = 0;
    for (;;) {
        const std::vector<PassageText> passages = index.passagesWithoutVector(passagesAtOnce, last);
        if (passages.empty())
            return;
        last = passages.back().passage;
        index.addVectors(passages, encoder.ofPassages(passages));
        count += int64_t(passages.size());
        done(count, std::max(all, count));
    }
}

} // namespace services

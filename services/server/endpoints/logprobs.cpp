#include "services/server/endpoints/logprobs.h"

#include <cmath>

namespace services::server {

namespace {

Json choiceOf(const runtime::TokenDetail::Choice& choice)
{
    Json bytes = Json::array();
    for (const char byte : choice.text)
        bytes.push_back(int(uint8_t(byte)));
    return {{"token", choice.text}, {"logprob", logOf(choice.probability)},
        {"bytes", std::move(bytes)}};
}

} // namespace

double logOf(float probability)
{
    return probability > 0 ? std::log(double(probability)) : -9999;
}

Json logprobsOf(const std::vector<runtime::TokenDetail>& tokens)
{
    Json list = Json::array();
    for (const runtime::TokenDetail& token : tokens) {
        Json told = choiceOf(token.chosen);
        told["top_logprobs"] = Json::array();
        for (const runtime::TokenDetail::Choice& likely : token.likeliest)
            told["top_logprobs"].push_back(choiceOf(likely));
        list.push_back(std::move(told));
    }
    return list;
}

} // namespace services::server

#pragma once

#include "services/server/endpoints/service.h"

namespace services::server {

// The end points, one file each; what they take and say is that of OpenAI's API unless a line says
// otherwise.
void getHealth(const Service& service, const HttpRequest& request, HttpReply& reply);
void getMetrics(
    const Service& service, const HttpRequest& request, HttpReply& reply); ///< Prometheus
void getModels(const Service& service, const HttpRequest& request, HttpReply& reply);
void getModel(const Service& service, const HttpRequest& request, HttpReply& reply);
void postChatCompletions(const Service& service, const HttpRequest& request, HttpReply& reply);
void postCompletions(const Service& service, const HttpRequest& request, HttpReply& reply);
void postResponses(const Service& service, const HttpRequest& request, HttpReply& reply);
/// Anthropic's.
void postMessages(const Service& service, const HttpRequest& request, HttpReply& reply);
void postCountTokens(const Service& service, const HttpRequest& request, HttpReply& reply);
void postEmbeddings(const Service& service, const HttpRequest& request, HttpReply& reply);
/// As llama.cpp's server and vLLM do it.
void postTokenize(const Service& service, const HttpRequest& request, HttpReply& reply);
void postDetokenize(const Service& service, const HttpRequest& request, HttpReply& reply);

} // namespace services::server

#pragma once

namespace services {
class AnswerWriter;
class AttachmentLoader;
class CaptionLibrary;
class ConversationList;
class ConversationStore;
class InstalledModels;
class ModelPool;
class Settings;
} // namespace services

namespace ui {

/// What the window shows and acts on. It owns none of it; all must outlive the window.
struct Services {
    services::ModelPool& models;
    services::InstalledModels& installed;
    services::Settings& settings;
    services::CaptionLibrary& captions;
    services::ConversationList& conversations;
    services::AnswerWriter& answers; ///< writes them into the conversations
    services::AttachmentLoader& attachments; ///< reads what goes with messages
    services::ConversationStore* store = nullptr; ///< null: no conversation is kept
};

} // namespace ui

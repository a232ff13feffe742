#pragma once

namespace services {
class AnswerWriter;
class AttachmentLoader;
class CaptionLibrary;
class ConversationList;
class ConversationStore;
class InstalledModels;
class ModelPool;
class Presets;
class Settings;
class TokenKeeper;
} // namespace services

namespace ui {

/// What the window shows and acts on. The window owns none of it, and all of it must outlive the
/// window.
struct Services {
    services::ModelPool& models;
    services::InstalledModels& installed;
    services::Settings& settings;
    services::CaptionLibrary& captions;
    services::ConversationList& conversations;
    services::AnswerWriter& answers; ///< writes answers into the conversations
    services::AttachmentLoader& attachments; ///< reads what is attached to messages
    services::Presets& presets;
    services::TokenKeeper& tokens; ///< as who the hub of models is asked
    services::ConversationStore* store = nullptr; ///< null: conversations are not stored
};

} // namespace ui

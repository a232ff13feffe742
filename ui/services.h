#pragma once

#include <QString>

namespace services {
class AnswerWriter;
class AttachmentLoader;
class CaptionLibrary;
class ContactedHosts;
class ConversationList;
class ConversationStore;
class DocumentLibrary;
class EndPoints;
class InstalledModels;
class ModelDownloads;
class ModelPool;
class PictureTexts;
class Planner;
class Presets;
class ProgramServer;
class Settings;
class TokenKeeper;
class ToolBox;
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
    services::ContactedHosts& hosts; ///< which machines were contacted
    services::ModelDownloads& downloads; ///< models that are being fetched
    services::Planner& planner; ///< how fast models are on this computer
    services::DocumentLibrary& documents; ///< what was read of the user's files
    services::PictureTexts& pictureTexts; ///< the text that was read in images
    services::EndPoints& endPoints; ///< servers whose models answer here
    services::ConversationStore* store = nullptr; ///< null: conversations are not stored
    /// The user's own file that adds to the catalog of models; empty: none.
    QString catalog = {};
    services::ToolBox* tools = nullptr; ///< that models may call; null: there are none
    services::ProgramServer* server = nullptr; ///< asked by other programs; null: there is none
};

} // namespace ui

#pragma once

namespace services {
class CaptionLibrary;
class ConversationStore;
class InstalledModels;
class ModelPool;
class Settings;
} // namespace services

namespace ui {

class Theme;

/// What the window shows and acts on. All must outlive it.
struct Services {
    services::ModelPool& models;
    services::InstalledModels& installed;
    services::Settings& settings;
    services::CaptionLibrary& captions;
    Theme& theme;
    services::ConversationStore* store = nullptr; ///< null: no conversation is kept
};

} // namespace ui

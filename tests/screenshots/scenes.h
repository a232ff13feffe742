#pragma once

#include "tests/ui/test_services.h"
#include "ui/window/main_window.h"

#include <span>

namespace screenshots {

/// A window on services of its own, with conversations and captions that the built-in model wrote.
class Stage {
public:
    Stage();

    ui::MainWindow& window() { return m_window; }
    ui::Theme& theme() { return m_services.theme(); }

    services::Conversation* described = nullptr; ///< a picture and what the model says of it
    services::Conversation* formatted = nullptr; ///< all that Markdown can do

private:
    void describePicture();
    void addConversations();
    void captionPictures();

    tests::TestServices m_services;
    ui::MainWindow m_window;
};

/// Something worth a picture.
struct Scene {
    const char* name; ///< of the file
    void (*show)(Stage& stage);
    void (*leave)(Stage& stage); ///< null: the next scene needs no help
};

/// All of them. A new page is a row.
std::span<const Scene> scenes();

/// Handles events until nothing has to be painted or loaded any more.
void settle();

} // namespace screenshots

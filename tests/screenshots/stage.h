#pragma once

#include "tests/support/documents.h"
#include "tests/ui/test_services.h"
#include "ui/window/main_window.h"

namespace screenshots {

/// The origin of images and of their descriptions.
enum class Content {
    FromTheModel, ///< the program's own samples, described by the built-in model
    Fixed, ///< drawn and written here: the same on every machine and with every model
};

/// A window on services of its own, with conversations and captions.
class Stage {
public:
    explicit Stage(Content content);

    ui::MainWindow& window() { return m_window; }
    ui::Theme& theme() { return m_services.theme(); }

    void showGetModels(); ///< with a model that is being fetched, from nowhere
    void showDocuments(); ///< a few that were read, and one that cannot be
    void showPassages(); ///< of these, with one of them opened

    services::Conversation* described = nullptr; ///< an image and what the model says of it
    services::Conversation* formatted = nullptr; ///< all that Markdown can do

    /// A question about a document, answered with citations, one of them wrong; the page is open.
    void showCitedDocument();

    void showFigure(); ///< an answer whose source shows a figure
    void showMeasure(); ///< what came of measuring the search, as a dialog
    void askAboutScans(); ///< whether to read them again, as a dialog

private:
    QStringList samples() const;
    QStringList drawSamples() const;
    void loadModel();
    void describePicture();
    void addConversations();
    void captionPictures();
    services::Conversation* askedAboutDocument();
    void readDocuments();

    Content m_content;
    tests::TestServices m_services;
    ui::MainWindow m_window;
    tests::MadeUpDocuments m_documents;
    services::Conversation* m_cited = nullptr; // once it was shown
    services::Conversation* m_figured = nullptr; // the same
};

/// Handles events until nothing has to be painted or loaded any more.
void settle(Stage& stage);

} // namespace screenshots

#pragma once

#include "services/documents/library/document_library.h"
#include "services/generation/model_pool.h"

#include <QObject>

namespace services {

class Settings;

/// Lets the current model describe figures in the documents of a library, if the user allows it: while
/// it is loaded, can see, and runs on this computer. Lives in the window's thread. All that it is given
/// must outlive it.
class FigureCaptions : public QObject {
    Q_OBJECT

public:
    FigureCaptions(
        DocumentLibrary& library, ModelPool& models, Settings& settings, QObject* parent = nullptr);

private:
    void update();
    bool isWanted() const;

    DocumentLibrary& m_library;
    ModelPool& m_models;
    Settings& m_settings;
    ModelId m_model; // that describes
    bool m_isDescribing = false;
};

} // namespace services

#pragma once

#include "runtime/answer_engine.h"
#include "services/documents/index/read_scans.h"
#include "services/documents/library/document_library.h"
#include "services/generation/model_pool.h"

#include <QObject>

#include <memory>
#include <stop_token>
#include <string>

namespace services {

class Settings;

/// Lets a vision model write down the text of scanned pages. Models that were made for that are asked as
/// their authors do.
class ModelScanReader : public ScanReader {
public:
    ModelScanReader(
        std::shared_ptr<runtime::AnswerEngine> engine, QString name, std::stop_token stop = {});

    QString name() const override { return m_name; }

    /// Blocks. Throws what answerTexts() throws, and Error{BadFile} with a message if the model can't
    /// see.
    std::string read(const Picture& page) override;

private:
    const std::shared_ptr<runtime::AnswerEngine> m_engine;
    const QString m_name;
    std::stop_token m_stop;
};

/// The name by which stores know a model that reads scanned pages: that of its file or folder.
QString scanReaderName(const QString& path);

/// Lets the model of the settings read scanned pages in the documents of a library. It is loaded for
/// that. Lives in the window's thread. All that it is given must outlive it.
class ScanModel : public QObject {
    Q_OBJECT

public:
    ScanModel(
        DocumentLibrary& library, ModelPool& models, Settings& settings, QObject* parent = nullptr);

private:
    void update();

    DocumentLibrary& m_library;
    ModelPool& m_models;
    Settings& m_settings;
};

} // namespace services

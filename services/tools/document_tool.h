#pragma once

#include "services/tools/tool.h"

namespace services {

class DocumentLibrary;

/// Looks for passages in the user's documents.
class DocumentTool : public Tool {
public:
    explicit DocumentTool(DocumentLibrary& documents); ///< must outlive the tool

    ToolDescription description() const override;
    std::unique_ptr<ToolRun> call(const QJsonObject& arguments, Done done) override;

private:
    DocumentLibrary& m_documents;
};

} // namespace services

#pragma once

#include "services/documents/library/library_index.h"
#include "services/tools/tool.h"

#include <QList>
#include <QString>

#include <vector>

namespace services {

class DocumentLibrary;

// What a model can do with the user's documents: search, list and open them, in as many steps as it
// needs. It sees names and what was read of files, and opens nothing on the disk.

/// A tool that uses the library.
class DocumentTool : public Tool {
public:
    explicit DocumentTool(DocumentLibrary& documents) ///< must outlive the tool
        : m_documents(documents)
    {
    }

protected:
    DocumentLibrary& m_documents;
};

/// Searches for passages.
class DocumentSearchTool : public DocumentTool {
public:
    using DocumentTool::DocumentTool;

    ToolDescription description() const override;
    std::unique_ptr<ToolRun> call(const QJsonObject& arguments, Done done) override;
};

/// Lists documents, all or those with some words in their names.
class DocumentListTool : public DocumentTool {
public:
    using DocumentTool::DocumentTool;

    ToolDescription description() const override;
    std::unique_ptr<ToolRun> call(const QJsonObject& arguments, Done done) override;
};

/// Returns the text of a page.
class DocumentPageTool : public DocumentTool {
public:
    using DocumentTool::DocumentTool;

    ToolDescription description() const override;
    std::unique_ptr<ToolRun> call(const QJsonObject& arguments, Done done) override;
};

/// A document under the name by which models call it.
struct NamedDocument {
    QString name; ///< of the file; if others have it, too, with the folders from its root on
    LibraryFile file;
};

/// The documents of a library that have text, in the order of their roots.
std::vector<NamedDocument> namedDocuments(const QList<LibraryRoot>& roots);

/// The path of a document by its name, upper and lower case alike. Throws base::Error{BadRequest}
/// with a message that names the nearest if there is none or several.
QString pathOfDocument(const QList<LibraryRoot>& roots, const QString& name);

} // namespace services

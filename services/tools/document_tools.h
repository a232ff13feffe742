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

/// Searches for passages.
class DocumentSearchTool : public Tool {
public:
    explicit DocumentSearchTool(DocumentLibrary& documents); ///< must outlive the tool

    ToolDescription description() const override;
    std::unique_ptr<ToolRun> call(const QJsonObject& arguments, Done done) override;

private:
    DocumentLibrary& m_documents;
};

/// Lists documents, all or those with some words in their names.
class DocumentListTool : public Tool {
public:
    explicit DocumentListTool(DocumentLibrary& documents); ///< must outlive the tool

    ToolDescription description() const override;
    std::unique_ptr<ToolRun> call(const QJsonObject& arguments, Done done) override;

private:
    DocumentLibrary& m_documents;
};

/// Tells the text of a page.
class DocumentPageTool : public Tool {
public:
    explicit DocumentPageTool(DocumentLibrary& documents); ///< must outlive the tool

    ToolDescription description() const override;
    std::unique_ptr<ToolRun> call(const QJsonObject& arguments, Done done) override;

private:
    DocumentLibrary& m_documents;
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

#pragma once

#include "services/documents/readers/document_writer.h"

#include <string_view>

namespace services {

/// Puts what people see of a page into the writer: headings, paragraphs, items, rows of tables, code.
/// Scripts, styles, menus (`nav`) and what is hidden stay out. `html` is UTF-8, and may be a fragment;
/// nothing that it names is fetched. Sets the title, if it has one and the writer has none.
void putHtml(std::string_view html, DocumentWriter& writer);

} // namespace services

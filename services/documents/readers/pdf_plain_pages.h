#pragma once

#include <memory>
#include <string_view>

namespace services {

/// Tells which pages of a PDF show nothing but plain text, without drawing them: dark text that nothing covers, and
/// rules that can't be parts of a figure. It reads the operators of the page's content (PDF 32000-1:2008, annex A),
/// and calls a page plain only if it knows all of them. One thread may use it. It never throws: no page of a damaged file
/// is plain. A font whose letters are empty isn't noticed.
class PdfPlainPages {
public:
    /// `bytes` must outlive this object.
    PdfPlainPages(std::string_view bytes, int pageCount);
    ~PdfPlainPages();

    /// The first page is 0. True: the words of the page are dark on light, nothing covers them, and there is no figure.
    bool isPlain(int page) const;

private:
    class File;
    std::unique_ptr<File> m_file; // null: damaged
};

} // namespace services

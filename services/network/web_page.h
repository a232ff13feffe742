#pragma once

#include <QString>

#include <functional>

namespace services {

/// The folder of saved web pages, in the user's own documents: ~/Documents/Web pages. The files are
/// the user's; nothing here deletes them.
QString webPageFolder();

/// What fetching a page needs.
struct WebPageWork {
    QString folder = webPageFolder(); ///< made if it isn't there
    std::function<void(const QString& host)> contacted = {}; ///< before each request; may be empty
    std::function<bool()> isCancelled = [] { return false; }; ///< asked 20 times a second
};

/// Downloads the page at an address that the user typed, such as "example.org/guide" (which means
/// https), and keeps it as a file, which shows it as it is today. HTML says in its first line where it
/// is from, as browsers write it. Nothing that the page names is loaded. The host may be anywhere, also
/// in the user's network; if it redirects to another one, only to a public one.
///
/// Returns the path. Blocks. Throws Error{BadRequest} with a message that names the address,
/// Error{BadFile} if the file can't be written, and Error{Cancelled}.
QString saveWebPage(const QString& address, const WebPageWork& work);

} // namespace services

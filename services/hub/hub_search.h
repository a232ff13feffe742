#pragma once

#include "services/hub/hub_client.h"
#include "services/models/load_settings.h"

#include <QHash>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>

namespace services {

class ContactedHosts;
class TokenKeeper;

/// A model that a search has found, and what is expected of it on this computer. Sizes are estimates,
/// because searches tell none: the number of parameters times the bits of the quantization.
struct FoundModel {
    enum class Fit { Unknown, Fits, TooLarge };

    FoundRepository repository;
    QStringList labels; ///< the quantizations, small ones first; of a folder, the only one
    QString label; ///< the one that suits this computer, or the smallest; empty: unknown
    qint64 bytes = 0; ///< about, of this one; 0: unknown
    qint64 neededMemory = 0; ///< about; 0: unknown
    Fit fit = Fit::Unknown;
    bool canSee = false; ///< it has a vision part
};

/// `freeMemory` is in bytes; 0: unknown.
FoundModel describeFound(const FoundRepository& found, qint64 freeMemory);

/// True if a folder that a search has found holds a model of a family that runs here, as far as the hub
/// tells.
bool isSupportedFolder(const FoundRepository& found);

/// Searches a hub of models for words, for GGUF files and for folders with safetensors, only when search() or more() is called. Lives in the window's
/// thread and never blocks it.
class HubSearch : public QObject {
    Q_OBJECT

public:
    using Options = std::function<LoadOptions()>;

    /// `tokens` says where the hub is and has the token for it, `hosts` records that it was contacted,
    /// `options` says on which devices models are loaded. All must outlive it.
    HubSearch(TokenKeeper& tokens, ContactedHosts& hosts, Options options,
        const NetworkTimes& times = {}, QObject* parent = nullptr);
    ~HubSearch() override;

    void search(const QString& words); ///< forgets what was found before
    void more(); ///< the next page, if there is one
    void stop(); ///< forgets what was found; nothing is reported any more

    bool isSearching() const { return m_isSearching; }
    bool hasMore() const;
    const QString& host() const { return m_host; } ///< that was asked last

signals:
    void asking(const QString& host);
    void found(const QList<services::FoundModel>& models); ///< a page
    /// Nothing more comes; after found(), that page lacks the models of one format.
    void failed(const QString& message);

private:
    void ask(const QString& words);
    void askPages(const HubAccess& access, const QString& words);
    void takePage(ModelFormat format, const Outcome<FoundRepositories>& page);
    void describe();
    void fail(const QString& message);

    TokenKeeper& m_tokens;
    ContactedHosts& m_hosts;
    const Options m_options;
    const NetworkTimes m_times;
    std::unique_ptr<QObject> m_question; // owns all that asks
    QString m_host;
    QHash<ModelFormat, QByteArray> m_nextPages; // empty: there is no more in this format
    QList<Repository> m_told; // since the last call of search()
    QList<FoundRepository> m_rows; // of the pages that have come
    QString m_error; // of one of them
    int m_awaited = 0; // pages
    bool m_isSearching = false;
};

} // namespace services

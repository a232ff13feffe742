#pragma once

#include "base/serial_worker.h"
#include "services/attachments/attachment_loader.h"
#include "services/conversations/message.h"
#include "services/documents/index/document_index.h"
#include "services/documents/index/document_search.h"
#include "services/documents/index/passage_encoder.h"
#include "services/documents/passages/split_document.h"

#include <QList>
#include <QString>

#include <functional>
#include <list>
#include <memory>
#include <stop_token>
#include <vector>

namespace services {

/// A passage of a document that is attached to a message.
Source makeSource(const TextAttachment& document, const Passage& passage);

/// A passage that was found in the user's library or in attached documents.
Source makeSource(const DocumentHit& hit);

/// All passages of a document, in order.
QList<Source> passageSources(const TextAttachment& document);

/// What is compared with the statements that cite sources, see citedTexts() of hits.
std::vector<std::string> citedTexts(const QList<Source>& sources);

/// True if both are the same words of the same document, whoever read them and when.
bool isSamePassage(const Source& one, const Source& other);

/// The passages of documents that are attached to conversations, to be searched. They are in memory
/// alone, for a few sets of documents. Any thread may call it; one question is answered after the
/// other.
class PassageStore {
public:
    /// How the vectors of passages come along, if they are made.
    using Progress = std::function<void(int64_t done, int64_t total)>;

    PassageStore();
    ~PassageStore();

    /// What meanings are compared by: an embedding model; empty: words alone are.
    struct Comparing {
        QString model = {};
        QString reranker = {}; ///< a model that reads the best passages; empty: none
        Progress progress = {}; ///< called on another thread
        std::stop_token stop = {};
    };

    /// The best passages, the best first; `file` is the path of their document and `title` its name.
    /// Blocks. Throws Error{Cancelled} if it is stopped, and what the index throws.
    std::vector<DocumentHit> find(const QList<TextAttachment>& documents, const QString& question,
        int count, const Comparing& comparing);

private:
    struct Kept {
        QList<QByteArray> contents; // of the documents
        QString model;
        std::unique_ptr<DocumentIndex> index;
    };

    // All of them run on the thread of the store.
    std::vector<DocumentHit> findHere(const QList<TextAttachment>& documents,
        const QString& question, int count, const Comparing& comparing);
    Kept& keptFor(const QList<TextAttachment>& documents, const Comparing& comparing);

    /// A model that is loaded when it is first used, and again only if another one is wanted.
    template <typename Model>
    struct LoadedModel {
        QString path;
        std::unique_ptr<Model> model; // null: it can't be loaded, or `path` is empty

        Model* get(const QString& wanted, const char* problem);
    };

    std::list<Kept> m_kept; // the one that was asked last in front
    LoadedModel<PassageEncoder> m_encoder; // without one, words alone are compared
    LoadedModel<PassageReranker> m_reranker;
    base::SerialWorker m_thread; // a connection to a database belongs to its thread
};

} // namespace services

#pragma once

#include "services/conversations/message.h"
#include "ui/markdown/fact_marks.h"
#include "ui/markdown/html_writer.h"

#include <QByteArray>
#include <QHash>
#include <QImage>
#include <QList>
#include <QString>

#include <functional>
#include <memory>
#include <stop_token>

namespace ui {

/// What leaves the program for people who may not have it: printed, as a PDF or as a page of HTML.
struct OutputContents {
    QString title;
    QList<services::Message> messages; ///< in the order in which they are read
    /// The images that the first message is about, if it is an answer.
    QList<services::Picture> pictures = {};
    bool marksFacts = true; ///< facts of answers about images are compared with the text in them
};

/// How output is followed and stopped, on whatever thread it is made.
struct OutputWork {
    std::function<void(int messages)> progress = {}; ///< so many are done
    std::stop_token stop = {};
    /// The diagrams that were drawn, by language and text; a null image for those that can't be. All
    /// output of the same work draws each of them once. One thread at a time uses it.
    std::shared_ptr<QHash<QString, QImage>> diagrams = std::make_shared<QHash<QString, QImage>>();

    void report(int messages) const; ///< reports progress; throws as requireGoing()
    void requireGoing() const; ///< throws Error{Cancelled} once `stop` is requested
};

/// The parts of HTML that differ between a page for browsers and a sheet of paper.
class OutputForm : public HtmlForm {
public:
    explicit OutputForm(const OutputWork& work)
        : m_work(work)
    {
    }

    QString code(const QString& code, const Language* language, CodeState& state) const override;
    QString fact(int index, const QString& html) const override;
    QString diagram(const QString& language, const QString& text) const override;
    void setFacts(const QList<FactMark>& facts) { m_facts = facts; } ///< of the next text

    virtual QString picture(const services::Picture& picture) const = 0;
    /// An image and what screen readers call it; empty: there is none, or no room for it.
    virtual QString image(const QImage& image, const QString& name) const = 0;
    /// A text that readers may pass over, and what it is called.
    virtual QString folded(const QString& title, const QString& text) const = 0;
    /// An attribute by which citation() leads to a source of this number; may be empty.
    virtual QString sourceAttribute(int) const { return {}; }

private:
    OutputWork m_work;
    QList<FactMark> m_facts;
};

/// The class that code in a style has in the output; a style sheet gives it colors.
QString codeClass(CodeStyle style);

/// The pixels of an image, decoded from its file if necessary; null if it can't be read.
QImage outputImage(const services::Picture& picture);

/// The images that a message of these contents is about: those of the newest question before it that has
/// any. None if its facts are not to be marked.
QList<services::Picture> picturesAbove(const OutputContents& contents, int message);

/// A message: who wrote it, its images and attachments, its text, and the sources of an answer with
/// their passages. The thoughts of a model are left out. Facts of an answer about `pictures` whose text
/// was read before are marked, and those that aren't there are listed below it. Everything is escaped.
/// Any thread may call it.
QString messageHtml(const services::Message& message, OutputForm& form,
    const QList<services::Picture>& pictures = {});

} // namespace ui

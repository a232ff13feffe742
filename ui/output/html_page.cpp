#include "ui/output/html_page.h"

#include "services/text.h"
#include "ui/markdown/math/math_ml.h"
#include "ui/theme/colors.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QLocale>

namespace ui {

namespace {

// What is said to the user.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(ui::htmlPage)
};

constexpr int jpegQuality = 88;

QByteArray encoded(const QImage& image, const char* format)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, format, qstrcmp(format, "JPEG") == 0 ? jpegQuality : -1);
    return bytes;
}

class PageForm : public OutputForm {
public:
    using OutputForm::OutputForm;

    void begin(int message) { m_message = message; }

    QString formula(const QString& latex, bool isDisplayed) const override
    {
        const QString math = mathMl(latex, isDisplayed);
        return isDisplayed ? QStringLiteral("<div class=\"formula\">%1</div>").arg(math) : math;
    }

    bool hasDisclosures() const override { return true; }

    QString citation(int number, const QString& html) const override
    {
        return QStringLiteral("<a class=\"citation\" href=\"#%1\">%2</a>")
            .arg(sourceName(number), html);
    }

    QString sourceAttribute(int number) const override
    {
        return QStringLiteral(" id=\"%1\"").arg(sourceName(number));
    }

    QString picture(const services::Picture& picture) const override
    {
        const QString name = picture.name.simplified();
        if (const QString html = image(outputImage(picture), name); !html.isEmpty())
            return html;
        return QStringLiteral("<p class=\"file\">%1</p>\n")
            .arg((name.isEmpty() ? Text::tr("Picture") : name).toHtmlEscaped());
    }

    QString image(const QImage& image, const QString& name) const override
    {
        const QByteArray file = imageFile(image);
        if (file.isEmpty() || m_imageBytes + file.size() > maxPageImageBytes)
            return {};
        m_imageBytes += file.size();
        const QString type
            = file.startsWith("\x89PNG") ? QStringLiteral("png") : QStringLiteral("jpeg");
        const QString width = image.devicePixelRatio() == 1
            ? QString()
            : QStringLiteral(" width=\"%1\"").arg(qRound(image.deviceIndependentSize().width()));
        return QStringLiteral("<p><img alt=\"%1\"%2 src=\"data:image/%3;base64,%4\"></p>\n")
            .arg(name.simplified().toHtmlEscaped(), width, type, QString::fromLatin1(file.toBase64()));
    }

    QString folded(const QString& title, const QString& text) const override
    {
        return QStringLiteral("<details><summary>%1</summary><pre>%2</pre></details>\n")
            .arg(escapedHtml(services::visibleText(title)), text.toHtmlEscaped());
    }

private:
    QString sourceName(int number) const
    {
        return QStringLiteral("source-%1-%2").arg(m_message).arg(number);
    }

    // Drawings are smaller as PNG, photographs as JPEG.
    static QByteArray imageFile(QImage image)
    {
        if (image.isNull())
            return {};
        if (std::max(image.width(), image.height()) > maxPageImageSide)
            image = image.scaled(
                maxPageImageSide, maxPageImageSide, Qt::KeepAspectRatio, Qt::SmoothTransformation);
        const QByteArray png = encoded(image, "PNG"), jpeg = encoded(image, "JPEG");
        return png.size() <= jpeg.size() ? png : jpeg;
    }

    int m_message = 0;
    mutable qint64 m_imageBytes = 0;
};

QString variables(Scheme scheme)
{
    const Colors& color = colors(scheme);
    QString css;
    const auto add = [&css](const QString& name, const QColor& value) {
        css += QStringLiteral("--%1:%2;").arg(name, value.name());
    };
    add("window", color.window);
    add("bubble", color.bubble);
    add("code", color.code);
    add("border", color.border);
    add("text", color.text);
    add("muted", color.mutedText);
    add("accent", color.accent);
    add("error", color.error);
    for (const CodeStyle style : {CodeStyle::Keyword, CodeStyle::Type, CodeStyle::String,
             CodeStyle::Number, CodeStyle::Comment, CodeStyle::Name, CodeStyle::Added,
             CodeStyle::Removed, CodeStyle::Heading})
        add(codeClass(style), codeColor(style, scheme));
    return css;
}

QString styleSheet()
{
    QString css = QStringLiteral(":root{color-scheme:light dark;%1}\n"
                                 "@media screen and (prefers-color-scheme:dark){:root{%2}}\n")
                      .arg(variables(Scheme::Light), variables(Scheme::Dark));
    for (const CodeStyle style : {CodeStyle::Keyword, CodeStyle::Type, CodeStyle::String,
             CodeStyle::Number, CodeStyle::Comment, CodeStyle::Name, CodeStyle::Added,
             CodeStyle::Removed, CodeStyle::Heading})
        css += QStringLiteral("pre .%1{color:var(--%1)}").arg(codeClass(style));
    return css + QLatin1String(R"(
body{background:var(--window);color:var(--text);font:16px/1.55 system-ui,sans-serif;max-width:46em;
  margin:2em auto;padding:0 1em;overflow-wrap:break-word}
h1{font-size:1.5em;line-height:1.25}
article h1{font-size:1.35em}article h2{font-size:1.2em}article h3,article h4,article h5,article h6{font-size:1.05em}
h2.author{font-size:.85em;color:var(--muted);margin:2em 0 .4em}
p,li,h1,h2,h3,h4,h5,h6,td,th{unicode-bidi:plaintext}
p.question{background:var(--bubble);border-radius:12px;padding:.6em .9em;white-space:pre-wrap;margin:.4em 0}
pre{background:var(--code);border-radius:8px;padding:.8em 1em;overflow-x:auto;line-height:1.4}
pre,code{font-family:ui-monospace,"Noto Sans Mono",monospace;font-size:.9em}
pre code{font-size:1em}
table{border-collapse:collapse;display:block;overflow-x:auto}
th,td{border:1px solid var(--border);padding:.35em .6em}
blockquote{border-inline-start:3px solid var(--border);margin-inline:0;padding-inline-start:1em}
hr{border:0;border-top:1px solid var(--border)}
img{max-width:100%;height:auto;border-radius:8px}
a{color:var(--accent)}a.citation{text-decoration:none}
.formula{overflow-x:auto;margin:1em 0}
.note,.file,p.sources,footer{color:var(--muted);font-size:.9em}.error{color:var(--error)}
ol.sources{font-size:.9em}p.passage{color:var(--muted);white-space:pre-wrap;margin:.2em 0 .8em}
.fact{text-decoration:underline solid var(--border)}.no-fact{color:var(--muted);text-decoration:underline dotted}
li:target{background:var(--bubble)}
summary{cursor:pointer}
)");
}

} // namespace

QByteArray htmlPage(const OutputContents& contents, const OutputWork& work)
{
    const QString title = escapedHtml(services::visibleText(contents.title.simplified()));
    QByteArray page = QStringLiteral("<!DOCTYPE html>\n<html lang=\"%1\">\n<head>\n"
                                     "<meta charset=\"utf-8\">\n")
                          .arg(QLocale().bcp47Name())
                          .toUtf8();
    page += "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
            "img-src data:; style-src 'unsafe-inline'\">\n"
            "<meta name=\"referrer\" content=\"no-referrer\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<meta name=\"generator\" content=\"Vignette\">\n";
    page += QStringLiteral("<title>%1</title>\n<style>\n%2</style>\n</head>\n<body>\n<h1>%1</h1>\n")
                .arg(title, styleSheet())
                .toUtf8();
    PageForm form(work);
    for (int index = 0; index < int(contents.messages.size()); ++index) {
        work.report(index);
        form.begin(index + 1);
        page += "<article>\n" + messageHtml(
            contents.messages[index], form, picturesAbove(contents, index))
                                    .toUtf8()
            + "</article>\n";
    }
    return page + "</body>\n</html>\n";
}

} // namespace ui

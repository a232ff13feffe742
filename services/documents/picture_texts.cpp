#include "services/documents/picture_texts.h"

#include "services/background.h"

#include <QBuffer>
#include <QCryptographicHash>
#include <QHash>
#include <QMutex>
#include <QThread>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <future>
#include <iterator>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace services {

namespace {

using After = PictureWord::After;

struct Line {
    QList<PictureWord> words;
    QRectF place;

    qsizetype length() const { return PictureText{words}.text().size(); }
};

using Column = std::vector<Line>;

bool isBeside(const Line& line, const Line& other)
{
    const double apart = std::abs(line.place.center().y() - other.place.center().y());
    return apart < 0.4 * std::max(line.place.height(), other.place.height())
        && other.place.left() > line.place.right();
}

std::vector<Line> findLines(const PictureText& text)
{
    std::vector<Line> lines;
    bool begins = true;
    for (const PictureWord& word : text.words) {
        if (begins)
            lines.emplace_back();
        lines.back().words << word;
        lines.back().place |= word.place;
        begins = word.after != After::Space;
    }
    return lines;
}

bool isBelow(const Line& line, const Column& column)
{
    QRectF all;
    for (const Line& each : column)
        all |= each.place;
    return line.place.center().y() > column.back().place.center().y()
        && line.place.left() < all.right() && line.place.right() > all.left();
}

// A column ends where the next line is higher, or next to it.
std::vector<Column> findColumns(const PictureText& text)
{
    std::vector<Column> columns;
    for (Line& line : findLines(text)) {
        if (columns.empty() || !isBelow(line, columns.back()))
            columns.emplace_back();
        columns.back().push_back(std::move(line));
    }
    return columns;
}

bool areShort(const std::vector<const Line*>& lines)
{
    constexpr qsizetype shortLine = 24; // characters
    const auto isShort = [](const Line* line) { return line->length() <= shortLine; };
    return 2 * std::ranges::count_if(lines, isShort) > std::ssize(lines);
}

// The line of the columns that is nearest to the left of this one; null if there is none.
Line* beside(const Line& line, std::vector<Column>& columns)
{
    Line* nearest = nullptr;
    for (Column& column : columns)
        for (Line& each : column)
            if (isBeside(each, line) && (!nearest || each.place.right() > nearest->place.right()))
                nearest = &each;
    return nearest;
}

bool belongsBeside(const Column& column, const std::vector<Line*>& partners)
{
    std::vector<const Line*> values, labels;
    for (size_t line = 0; line < column.size(); ++line)
        if (partners[line]) {
            values.push_back(&column[line]);
            labels.push_back(partners[line]);
        }
    return !values.empty() && 10 * values.size() >= 7 * column.size()
        && (areShort(values) || areShort(labels));
}

void append(Line& line, const Line& other)
{
    line.words.last().after = After::Space;
    line.words += other.words;
    line.place |= other.place;
}

// How far the middles of lines are apart that follow each other; the smaller half tells what is usual.
double usualDistance(const std::vector<Line>& lines)
{
    std::vector<double> distances;
    for (size_t line = 1; line < lines.size(); ++line)
        if (const double down = lines[line].place.center().y() - lines[line - 1].place.center().y();
            down > 0)
            distances.push_back(down);
    if (distances.empty())
        return 0;
    const auto middle = distances.begin() + ptrdiff_t((distances.size() - 1) / 2);
    std::ranges::nth_element(distances, middle);
    return *middle;
}

// Lines that are farther apart than usual, or are higher than the one before, begin something new.
PictureText joined(std::vector<Line> lines)
{
    const double usual = usualDistance(lines);
    PictureText text;
    for (size_t line = 0; line < lines.size(); ++line) {
        After& after = lines[line].words.last().after;
        const double down = line + 1 < lines.size()
            ? lines[line + 1].place.center().y() - lines[line].place.center().y()
            : usual;
        if (after != After::Nothing)
            after = down <= 0 || down > 1.5 * usual ? After::Paragraph : After::Line;
        text.words += lines[line].words;
    }
    return text;
}

} // namespace

PictureText inRows(const PictureText& text)
{
    std::vector<Column> rows;
    for (Column& column : findColumns(text)) {
        std::vector<Line*> partners;
        for (const Line& line : column)
            partners.push_back(beside(line, rows));
        if (!belongsBeside(column, partners)) {
            rows.push_back(std::move(column));
            continue;
        }
        Column others;
        for (size_t line = 0; line < column.size(); ++line)
            if (partners[line])
                append(*partners[line], column[line]);
            else
                others.push_back(std::move(column[line]));
        if (!others.empty())
            rows.push_back(std::move(others));
    }
    std::vector<Line> lines;
    for (Column& column : rows)
        std::ranges::move(column, std::back_inserter(lines));
    return joined(std::move(lines));
}

namespace {

constexpr double mostPixels = 20e6; // more is not read better

QImage toReadableGray(const QImage& image)
{
    const double pixels = double(image.width()) * image.height();
    QImage gray = image.convertToFormat(QImage::Format_Grayscale8);
    if (pixels > mostPixels)
        gray = gray.scaled((QSizeF(gray.size()) * std::sqrt(mostPixels / pixels)).toSize(),
            Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    return gray;
}

// Whatever the image was, the reader gets it decoded, upright and without loss.
QByteArray toBitmap(const QImage& gray)
{
    QByteArray file;
    QBuffer buffer(&file);
    buffer.open(QIODevice::WriteOnly);
    gray.save(&buffer, "BMP");
    return file;
}

After between(const PlacedRange& word, const PlacedRange& next)
{
    if (next.bytes.from == word.bytes.to)
        return After::Nothing;
    const float height = std::max(word.place.height, next.place.height);
    const float down = next.place.y + next.place.height / 2 - word.place.y - word.place.height / 2;
    return std::abs(down) < height / 2 ? After::Space : After::Line;
}

constexpr qint64 manyPixels = 1'500'000; // of an image whose grain may hide its text

// The words of a part of an image, whose places are in parts of the whole.
PictureText readPart(
    const QImage& gray, const QRect& part, const QString& name, PictureReaders& readers)
{
    PictureText text;
    const Document document = readers.read(toBitmap(gray.copy(part)), name);
    if (document.pages.empty() || document.pages[0].width <= 0)
        return text;
    const double width = double(document.pages[0].width);
    const double height = double(document.pages[0].height) * gray.height() / part.height();
    const double top = double(part.top()) / gray.height();
    const PlacedRange* before = nullptr;
    for (const Block& block : document.blocks)
        for (const PlacedRange& word : block.places) {
            if (before)
                text.words.last().after = between(*before, word);
            before = &word;
            const std::string_view bytes
                = std::string_view(document.text).substr(word.bytes.from, word.bytes.size());
            text.words << PictureWord{QString::fromUtf8(bytes.data(), qsizetype(bytes.size())),
                QRectF(double(word.place.x) / width, top + double(word.place.y) / height,
                    double(word.place.width) / width, double(word.place.height) / height)};
        }
    if (!text.isEmpty())
        text.words.last().after = After::Line;
    return text;
}

// True for a row of pixels that cuts no letter: its color changes only at borders, which are the same in
// more rows than letters are high.
bool isBlank(const QImage& gray, int y)
{
    constexpr int around = 32; // rows above and below
    const uchar* row = gray.constScanLine(y);
    const auto isBorder = [&](int x) {
        for (int other = y - around; other <= y + around; ++other) {
            const uchar* line = gray.constScanLine(std::clamp(other, 0, gray.height() - 1));
            if (line[x] == line[x - 1])
                return false;
        }
        return true;
    };
    for (int x = 1; x < gray.width(); ++x)
        if (row[x] != row[x - 1] && !isBorder(x))
            return false;
    return true;
}

// The row above which half of the text is, which takes as long to read as the other half: there, letters
// differ from what is next to them.
int middleOfText(const QImage& gray)
{
    constexpr int contrast = 48; // of 255
    std::vector<qint64> edges; // from the top to each row
    for (int y = 0; y < gray.height(); ++y) {
        const uchar* row = gray.constScanLine(y);
        qint64 count = edges.empty() ? 0 : edges.back();
        for (int x = 1; x < gray.width(); ++x)
            count += std::abs(row[x] - row[x - 1]) >= contrast;
        edges.push_back(count);
    }
    if (edges.back() == 0) // soft text
        return gray.height() / 2;
    return int(std::ranges::lower_bound(edges, (edges.back() + 1) / 2) - edges.begin());
}

// The middle of the blank rows next to this one, of which there must be a few; 0: there are none in the
// quarter of the image around it. Neither part is slim: one line alone is read less well than among others.
int findCut(const QImage& gray, int middle)
{
    constexpr int blankRows = 4;
    const int least = gray.height() / 8;
    for (int away = 0; away < gray.height() / 8; ++away)
        for (const int y : {middle - away, middle + away}) {
            if (y < least || y + blankRows > gray.height() - least)
                continue;
            int blank = 0;
            while (blank < blankRows && isBlank(gray, y + blank))
                ++blank;
            if (blank == blankRows)
                return y + blankRows / 2;
        }
    return 0;
}

// Cuts a large image of a screen into two parts of text that can be read at the same time.
std::vector<QRect> partsOf(const QImage& gray)
{
    constexpr qint64 fewPixels = 600'000; // are read as fast at once
    const QRect whole = gray.rect();
    if (QThread::idealThreadCount() < 2 || qint64(gray.width()) * gray.height() < fewPixels)
        return {whole};
    const int cut = findCut(gray, middleOfText(gray));
    if (cut == 0)
        return {whole};
    return {QRect(0, 0, gray.width(), cut), QRect(0, cut, gray.width(), gray.height() - cut)};
}

// Lets columns of the second part continue those of the first that end above them.
// `aspect` is the height of the image in parts of its width.
PictureText joinedParts(const PictureText& upper, const PictureText& lower, double aspect)
{
    std::vector<Column> columns = findColumns(upper);
    const size_t above = columns.size();
    for (Column& column : findColumns(lower)) {
        const QRectF& first = column.front().place;
        const double near = first.height() * aspect; // a line's height in parts of the width
        const auto continues = [&first, near](const Column& each) {
            return std::abs(each.back().place.left() - first.left()) < near
                || std::abs(each.back().place.right() - first.right()) < near;
        };
        const auto begin = columns.begin(), end = begin + ptrdiff_t(above);
        const auto found
            = std::find_if(std::reverse_iterator(end), std::reverse_iterator(begin), continues);
        if (found == std::reverse_iterator(begin))
            columns.push_back(std::move(column));
        else
            std::ranges::move(column, std::back_inserter(*found));
    }
    PictureText text;
    for (const Column& column : columns)
        for (const Line& line : column)
            text.words += line.words;
    return text;
}

PictureText readWords(const Picture& picture, PictureReaders& readers)
{
    readers.process().require();
    const QImage gray = toReadableGray(picture.image);
    const std::vector<QRect> parts = partsOf(gray);
    if (parts.size() == 1)
        return inRows(readPart(gray, parts[0], picture.name, readers));
    std::future<PictureText> lower = std::async(
        std::launch::async, [&] { return readPart(gray, parts[1], picture.name, readers); });
    const PictureText upper = readPart(gray, parts[0], picture.name, readers);
    const PictureText below = lower.get();
    // A half with few words may show text only together with the other one.
    if (upper.isEmpty() || below.isEmpty())
        return inRows(readPart(gray, gray.rect(), picture.name, readers));
    return inRows(joinedParts(upper, below, double(gray.height()) / gray.width()));
}

} // namespace

ReaderProcess pictureTextReader()
{
    ReaderProcess process;
    process.time = process.longest = std::chrono::seconds(60);
    process.timePerMebibyte = std::chrono::seconds(0);
    return process;
}

namespace {

// The level above which as many pixels are as below.
int middleLevel(const std::array<qint64, 256>& counts)
{
    const qint64 all = std::accumulate(counts.begin(), counts.end(), qint64(0));
    int level = 0;
    for (qint64 below = counts[0]; 2 * below < all; below += counts[size_t(level)])
        ++level;
    return level;
}

// Makes grainy paper white. Where there is little text, Tesseract takes the darker half of the grain for
// ink. Null if the image is something else.
QImage withoutGrain(const QImage& image)
{
    constexpr int leastGrain = 3, mostGrain = 24; // levels between half of the pixels and their middle
    constexpr int darkest = 96; // level that may become white
    QImage gray = toReadableGray(image);
    std::array<qint64, 256> levels{}, distances{};
    for (int y = 0; y < gray.height(); ++y)
        for (int x = 0; x < gray.width(); ++x)
            ++levels[gray.constScanLine(y)[x]];
    const int middle = middleLevel(levels);
    for (int level = 0; level < 256; ++level)
        distances[size_t(std::abs(level - middle))] += levels[size_t(level)];
    const int grain = middleLevel(distances), white = middle - 6 * grain;
    if (grain < leastGrain || grain > mostGrain || white < darkest)
        return {};
    for (int y = 0; y < gray.height(); ++y) {
        uchar* row = gray.scanLine(y);
        for (int x = 0; x < gray.width(); ++x)
            row[x] = uchar(std::min(255, row[x] * 255 / white));
    }
    return gray;
}

} // namespace

// Averaging pixels removes the grain of cameras, which makes signs of letters.
PictureText readPictureText(const Picture& picture, PictureReaders& readers)
{
    if (readers.process().languages.names.isEmpty() || picture.image.isNull())
        return {};
    PictureText text = readWords(picture, readers);
    if (!text.isEmpty())
        return text;
    if (const QImage clean = withoutGrain(picture.image); !clean.isNull())
        text = readWords({picture.name, clean}, readers);
    const QSize size = picture.image.size();
    if (!text.isEmpty() || qint64(size.width()) * size.height() < manyPixels)
        return text;
    for (const double share : {0.5, 0.45, 1.0 / 3}) {
        const QImage smaller
            = picture.image.scaled((QSizeF(size) * share).toSize().expandedTo({1, 1}),
                Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
        PictureText found = readWords({picture.name, smaller}, readers);
        if (found.words.size() > text.words.size())
            text = std::move(found);
    }
    return text;
}

PictureText readPictureText(const Picture& picture, const ReaderProcess& process)
{
    PictureReaders readers(process);
    return readPictureText(picture, readers);
}

namespace {

constexpr std::chrono::minutes warmTime(1); // in which an image comes, or the user has gone away
constexpr size_t mostPrepared = 12; // images; each takes a second or two
constexpr qsizetype mostKnown = 200; // texts

QByteArray contentOf(const Picture& picture)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    if (!picture.file.isEmpty()) {
        hash.addData(picture.file);
        return hash.result();
    }
    const QSize size = picture.image.size();
    hash.addData(QByteArray::number(size.width()) + 'x' + QByteArray::number(size.height()));
    for (int row = 0; row < size.height(); ++row)
        hash.addData(QByteArrayView(picture.image.constScanLine(row), qsizetype(size.width()) * 3));
    return hash.result();
}

} // namespace

struct PictureTexts::Known {
    std::optional<PictureText> find(const QByteArray& content)
    {
        const QMutexLocker lock(&mutex);
        const auto found = texts.constFind(content);
        return found == texts.constEnd() ? std::nullopt : std::optional(*found);
    }
    void add(const QByteArray& content, const PictureText& text)
    {
        const QMutexLocker lock(&mutex);
        if (texts.size() >= mostKnown)
            texts.clear();
        texts.insert(content, text);
    }

    QMutex mutex;
    QHash<QByteArray, PictureText> texts;
};

PictureTexts::PictureTexts(const ReaderProcess& process, QObject* parent)
    : QObject(parent)
    , m_readers(std::make_shared<PictureReaders>(process))
    , m_known(std::make_shared<Known>())
{
    m_cooling.setSingleShot(true);
    m_cooling.setInterval(warmTime);
    connect(&m_cooling, &QTimer::timeout, this, [this] { m_readers->release(); });
}

PictureTexts::~PictureTexts() = default;

void PictureTexts::read(const Picture& picture, QObject* receiver, Done done)
{
    auto job = find(picture);
    if (job == m_jobs.end())
        job = m_jobs.insert(m_jobs.end(), {picture, {}});
    job->waiters.push_back({receiver, std::move(done)});
    const auto isPrepared = [](const Job& each) { return each.waiters.empty(); };
    const auto first = m_isReading ? std::next(m_jobs.begin()) : m_jobs.begin();
    if (job != m_jobs.begin() || !m_isReading) // before those that nobody waits for
        m_jobs.splice(std::find_if(first, job, isPrepared), m_jobs, job);
    startNext();
}

void PictureTexts::warmUp()
{
    m_readers->warmUp();
    m_cooling.start();
}

void PictureTexts::prepare(const Picture& picture)
{
    const auto isPrepared = [](const Job& each) { return each.waiters.empty(); };
    const auto prepared = size_t(std::count_if(m_jobs.begin(), m_jobs.end(), isPrepared));
    if (picture.text || prepared >= mostPrepared || find(picture) != m_jobs.end())
        return;
    m_jobs.push_back({picture, {}});
    startNext();
}

std::list<PictureTexts::Job>::iterator PictureTexts::find(const Picture& picture)
{
    return std::find_if(m_jobs.begin(), m_jobs.end(), [&picture](const Job& job) {
        return job.picture.image.cacheKey() == picture.image.cacheKey();
    });
}

void PictureTexts::startNext()
{
    if (m_isReading || m_jobs.empty())
        return;
    m_isReading = true;
    const auto work = [picture = m_jobs.front().picture, readers = m_readers, known = m_known] {
        const QByteArray content = contentOf(picture);
        if (const auto text = known->find(content))
            return *text;
        const PictureText text = readPictureText(picture, *readers);
        known->add(content, text);
        return text;
    };
    runInBackground<PictureText>(this, work, [this](const Outcome<PictureText>& outcome) {
        if (!outcome.value)
            qWarning("%s", qPrintable(outcome.error));
        end(outcome.value.value_or(PictureText()));
    });
}

void PictureTexts::end(const PictureText& text)
{
    const Job job = std::move(m_jobs.front());
    m_jobs.pop_front();
    m_isReading = false;
    startNext();
    for (const Waiter& waiter : job.waiters)
        if (waiter.receiver)
            waiter.done(text);
}

} // namespace services

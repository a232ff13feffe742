#include "ui/capture/photo_dialog.h"

#include "services/background.h"
#include "services/text.h"
#include "ui/theme/colors.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/accessibility.h"
#include "ui/widgets/text_label.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QPainter>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr QSize viewSize(480, 360); // pixels, at least

} // namespace

/// The image of the camera, as large as there is room for.
class PhotoView : public QWidget {
public:
    using QWidget::QWidget;

    void setImage(const QImage& image)
    {
        m_image = image;
        update();
    }

    QSize sizeHint() const override { return viewSize; }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), colors(palette()).code);
        if (m_image.isNull())
            return;
        QRect place(QPoint(), m_image.size().scaled(size(), Qt::KeepAspectRatio));
        place.moveCenter(rect().center());
        painter.setRenderHint(QPainter::SmoothPixmapTransform);
        painter.drawImage(place, m_image);
    }

private:
    QImage m_image;
};

PhotoDialog::PhotoDialog(std::unique_ptr<Camera> camera, QWidget* parent)
    : QDialog(parent)
    , m_camera(std::move(camera))
    , m_view(new PhotoView(this))
    , m_message(new TextLabel(TextRole::Muted, {}, this))
    , m_announcer(new Announcer(this))
    , m_choice(new QComboBox(this))
{
    setWindowTitle(tr("Take a photo"));
    setAttribute(Qt::WA_DeleteOnClose);
    layOut();
    connect(m_camera.get(), &Camera::namesChanged, this, &PhotoDialog::listCameras);
    connect(m_camera.get(), &Camera::failed, this, [this](const QString& reason) {
        showProblem(reason.isEmpty()
                ? tr("The camera can't be used. Close other programs that use it and retry.")
                : tr("The camera can't be used: %1. Close other programs that use it and retry.")
                      .arg(services::visibleText(reason)));
    });
    connect(m_camera.get(), &Camera::taken, this, &PhotoDialog::showPhoto);
    connect(m_camera.get(), &Camera::seen, this, [this](const QImage& image) {
        if (!m_photo.isNull() || !m_isRunning)
            return;
        m_view->setImage(image);
        if (m_take->isEnabled())
            return;
        m_message->setText(tr("Hold still, then take the photo."));
        m_take->setEnabled(true);
        m_take->setFocus(Qt::OtherFocusReason);
    });
    listCameras();
}

PhotoDialog::~PhotoDialog() = default;

void PhotoDialog::layOut()
{
    m_view->setAccessibleName(tr("Picture of the camera"));
    m_view->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    m_view->setMinimumHeight(viewSize.height() / 2);
    m_choice->setAccessibleName(tr("Camera"));
    m_choice->hide();
    connect(m_choice, &QComboBox::currentIndexChanged, this, &PhotoDialog::start);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_take = buttons->addButton(tr("Take photo"), QDialogButtonBox::ActionRole);
    m_use = buttons->addButton(tr("Use photo"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_use, &QPushButton::clicked, this, &PhotoDialog::use);
    connect(m_take, &QPushButton::clicked, this, [this] {
        if (!m_photo.isNull() || !m_isRunning)
            return start();
        m_take->setEnabled(false);
        m_camera->take();
    });
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(metrics(this).medium);
    layout->addWidget(m_choice);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_message);
    layout->addWidget(buttons);
}

void PhotoDialog::listCameras()
{
    const QStringList names = m_camera->names();
    const QString before = m_choice->currentText();
    {
        const QSignalBlocker blocker(m_choice);
        m_choice->clear();
        for (const QString& name : names)
            m_choice->addItem(services::visibleText(name));
        m_choice->setCurrentIndex(std::max(0, m_choice->findText(before)));
        m_choice->setVisible(names.size() > 1);
    }
    if (m_photo.isNull() && (!m_isRunning || m_choice->currentText() != before))
        start();
}

void PhotoDialog::start()
{
    m_photo = {};
    m_view->setImage({});
    m_use->hide();
    m_take->setText(tr("Take photo"));
    m_take->setDefault(true);
    if (m_choice->count() == 0)
        return showProblem(tr("No camera was found. Connect one and retry."));
    m_message->setRole(TextRole::Muted);
    m_message->setText(tr("Starting the camera…"));
    m_take->setEnabled(false);
    m_isRunning = true;
    m_camera->start(m_choice->currentIndex());
}

void PhotoDialog::showPhoto(const QImage& image)
{
    m_photo = image;
    m_isRunning = false;
    m_camera->stop();
    m_view->setImage(image);
    m_message->setText(
        tr("%1 × %2 pixels", "width, height").arg(image.width()).arg(image.height()));
    m_take->setText(tr("Retake"));
    m_take->setEnabled(true);
    m_use->show();
    m_use->setEnabled(true);
    m_use->setDefault(true);
    m_use->setFocus(Qt::OtherFocusReason);
    m_announcer->say(tr("Photo taken"));
}

// What the button does then is to try again.
void PhotoDialog::showProblem(const QString& message)
{
    m_isRunning = false;
    m_camera->stop();
    m_photo = {};
    m_view->setImage({});
    m_message->setRole(TextRole::Error);
    m_message->setText(message);
    m_announcer->say(message);
    m_use->hide();
    m_take->setText(tr("Retry"));
    m_take->setEnabled(true);
}

void PhotoDialog::use()
{
    m_use->setEnabled(false);
    services::runInBackground<services::Picture>(
        this, [image = m_photo] { return services::makePicture(image, QStringLiteral("photo.png")); },
        [this](const services::Outcome<services::Picture>& outcome) {
            if (!outcome.value)
                return showProblem(outcome.error);
            accept(); // so that the window has the focus again
            emit photographed(*outcome.value);
        });
}

void PhotoDialog::done(int result)
{
    m_camera->stop();
    QDialog::done(result);
}

} // namespace ui

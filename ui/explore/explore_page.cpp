// SPDX-License-Identifier: MIT
#include "ui/explore/explore_page.h"

#include "ui/explore/comparison_view.h"
#include "ui/explore/explore_engine.h"
#include "ui/explore/finding_list.h"
#include "ui/explore/scripts_dialog.h"
#include "ui/explore/search_form.h"
#include "ui/explore/step_model.h"
#include "ui/explore/step_view.h"
#include "ui/explore/words/explore_words.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/captions.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/key_button.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/source_view.h"
#include "ui/widgets/state_panel.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLocale>
#include <QProgressBar>
#include <QScrollArea>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;
using Shade = ShadedLabel::Shade;

namespace {

QAction *makeAction(QObject *parent, const QString &text, const QKeySequence &key, const QString &help)
{
    auto *action = new QAction(text, parent);
    action->setShortcut(key);
    action->setToolTip(help);
    return action;
}

QFont strongFont(QFont font)
{
    font.setWeight(QFont::DemiBold);
    return font;
}

QString grouped(qint64 number) { return QLocale().toString(number); }

ShadedLabel *wrappedLabel(Shade shade, QWidget *parent)
{
    auto *label = new ShadedLabel(shade, parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    return label;
}

} // namespace

ExplorePage::ExplorePage(ExploreEngine *engine, QWidget *parent)
    : QWidget(parent)
    , m_engine(engine)
    , m_form(new SearchForm(this))
    , m_model(new StepModel(this))
    , m_steps(new StepView(m_model, this))
    , m_findings(new FindingList(this))
    , m_source(new SourceView(this))
    , m_sourceName(new ElidedLabel(Shade::Secondary, this))
    , m_comparison(new ComparisonView(this))
    , m_state(new StatePanel(this))
    , m_next(m_state->addStep({}))
    , m_centre(new QStackedWidget(this))
    , m_title(wrappedLabel(Shade::Text, this))
    , m_bounds(wrappedLabel(Shade::Secondary, this))
    , m_what(new ElidedLabel(Shade::Text, this))
    , m_caption(wrappedLabel(Shade::Text, this))
    , m_position(new ShadedLabel(Shade::Secondary, this))
    , m_status(new ElidedLabel(Shade::Secondary, this))
    , m_about(new Pill(this))
    , m_progress(new QProgressBar(this))
{
    makeActions();
    auto *formArea = new QScrollArea(this);
    formArea->setWidget(m_form);
    formArea->setWidgetResizable(true);
    formArea->setFrameShape(QFrame::NoFrame);
    formArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    formArea->setFixedWidth(std::max(240, m_form->minimumSizeHint().width() + grid::spacing));
    formArea->setFocusPolicy(Qt::NoFocus);
    m_right = makeRight();
    auto *middle = makeCentre();
    auto *columns = new QHBoxLayout;
    columns->setSpacing(0);
    columns->addWidget(formArea);
    columns->addWidget(makeLine(Qt::Vertical, this));
    columns->addWidget(middle, 1);
    columns->addWidget(m_right);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeBar());
    layout->addWidget(makeLine(Qt::Horizontal, this));
    layout->addLayout(columns, 1);
    joinEngine();
    showReady();
}

ExplorePage::~ExplorePage() { m_engine->disconnect(this); }

void ExplorePage::makeActions()
{
    m_explore =
        makeAction(this, tr("&Explore"), QKeySequence(Qt::CTRL | Qt::Key_Return), tr("Search every order of events within the bounds"));
    m_cancel = makeAction(this, tr("&Cancel"), QKeySequence(Qt::CTRL | Qt::Key_Period), tr("End the search; what it has found stays"));
    m_compare = makeAction(this, tr("Compare all &protocols"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P),
                           tr("What breaks each protocol within its usual bounds; takes half a minute"));
    m_copyTrace = makeAction(this, tr("Copy &trace"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C),
                             tr("The counterexample as one word: lockscope explore --replay plays it"));
    m_realTime = makeAction(this, tr("Play in &real time"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R),
                            tr("The counterexample on a server whose clock nobody holds; its leases are awaited"));
    m_openInLab =
        makeAction(this, tr("Open in the &Lab"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L), tr("As a scenario with real processes"));
    m_export = makeAction(this, tr("&Counterexample…"), QKeySequence(Qt::CTRL | Qt::Key_E), tr("Its steps and the trace, as JSON"));
    m_compare->setIconText(tr("Compare all"));
    connect(m_explore, &QAction::triggered, this, [this] { explore(true); });
    connect(m_cancel, &QAction::triggered, m_engine, &ExploreEngine::cancel);
    connect(m_compare, &QAction::triggered, this, &ExplorePage::compare);
    connect(m_copyTrace, &QAction::triggered, this, &ExplorePage::copyTrace);
    connect(m_realTime, &QAction::triggered, this, &ExplorePage::replayInRealTime);
    connect(m_openInLab, &QAction::triggered, this, [this] { emit labWanted(m_finding); });
    connect(m_export, &QAction::triggered, this, [this] { emit exportWanted(m_finding); });
    connect(m_form, &SearchForm::scriptsWanted, this, &ExplorePage::askForScripts);
}

QWidget *ExplorePage::makeBar()
{
    auto *bar = new QWidget(this);
    auto *layout = new QHBoxLayout(bar);
    layout->setContentsMargins(grid::group, grid::spacing + 2, grid::group, grid::spacing + 2);
    layout->setSpacing(grid::spacing + grid::unit);
    auto *name = new ShadedLabel(Shade::Text, bar);
    name->setFont(strongFont(font()));
    name->setText(tr("Explorer"));
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(fontMetrics().averageCharWidth() * 12);
    m_progress->setAccessibleName(tr("A search is under way"));
    auto policy = m_progress->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // the buttons keep their places
    m_progress->setSizePolicy(policy);
    layout->addWidget(name);
    layout->addWidget(m_about);
    layout->addWidget(m_progress);
    layout->addStretch(1);
    for (auto *action : {m_compare, m_copyTrace, m_openInLab, m_realTime, m_cancel, m_explore}) {
        auto *button = new KeyButton(action, bar);
        if (action == m_explore)
            makePrimary(button);
        layout->addWidget(button);
    }
    return bar;
}

QWidget *ExplorePage::makeCentre()
{
    m_state->setObjectName(u"exploreState"_s);
    m_result = new QWidget(m_centre);
    auto *head = new QWidget(m_result);
    auto *words = new QVBoxLayout(head);
    words->setContentsMargins(grid::group, grid::spacing + grid::unit, grid::group, grid::spacing + grid::unit);
    words->setSpacing(grid::unit);
    m_title->setFont(strongFont(font()));
    m_title->setObjectName(u"verdict"_s);
    words->addWidget(m_title);
    words->addWidget(m_bounds);
    auto *foot = new QWidget(m_result);
    auto *line = new QHBoxLayout(foot);
    line->setContentsMargins(grid::group, grid::spacing, grid::group, grid::spacing);
    line->setSpacing(grid::group);
    m_caption->setObjectName(u"caption"_s);
    m_what->setElides(Qt::ElideMiddle);
    m_what->setFont(fixedFont(font()));
    m_what->setObjectName(u"what"_s);
    m_caption->setMinimumHeight(fontMetrics().lineSpacing()); // the steps keep their places
    auto *said = new QVBoxLayout;
    said->setSpacing(grid::unit);
    said->addWidget(m_what);
    said->addWidget(m_caption);
    line->addLayout(said, 1);
    line->addWidget(m_position, 0, Qt::AlignTop);
    m_status->setElides(Qt::ElideRight);
    m_status->setObjectName(u"replayStatus"_s);
    auto *status = new QHBoxLayout;
    status->setContentsMargins(grid::group, grid::unit + 2, grid::group, grid::unit + 2);
    status->addWidget(m_status, 1);
    auto steps = m_steps->sizePolicy();
    steps.setRetainSizeWhenHidden(true); // what is above them stays there
    m_steps->setSizePolicy(steps);
    auto *layout = new QVBoxLayout(m_result);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(head);
    layout->addWidget(makeLine(Qt::Horizontal, m_result));
    layout->addWidget(m_steps, 1);
    layout->addWidget(makeLine(Qt::Horizontal, m_result));
    layout->addWidget(foot);
    layout->addWidget(makeLine(Qt::Horizontal, m_result));
    layout->addLayout(status);
    m_centre->addWidget(m_state);
    m_centre->addWidget(m_result);
    m_centre->addWidget(m_comparison);
    connect(m_steps, &StepView::stepChanged, this, &ExplorePage::showStep);
    connect(m_findings, &FindingList::chosen, this, &ExplorePage::showFinding);
    connect(m_comparison, &ComparisonView::chosen, this, [this](const QString &protocol, const ExploreFinding &finding) {
        m_form->chooseProtocol(protocol);
        m_shown = nullptr;
        m_findings->findings()->show(nullptr);
        showWay(&finding);
        m_about->set(protocol);
    });
    connect(m_next, &QPushButton::clicked, this, [this] {
        if (m_engine->isBusy())
            m_engine->cancel();
        else
            explore(m_doing != Doing::Asking);
    });
    return m_centre;
}

// Lines of source want width.
void ExplorePage::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    constexpr int narrow = 340, wide = 560; // px
    m_right->setFixedWidth(std::clamp(width() * 3 / 10, narrow, wide));
}

QWidget *ExplorePage::makeRight()
{
    auto *right = new QWidget(this);
    auto *box = new QWidget(right);
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto *head = new QHBoxLayout;
    head->setContentsMargins(grid::group, grid::spacing, grid::group, grid::spacing);
    head->addWidget(m_sourceName, 1);
    layout->addLayout(head);
    layout->addWidget(m_source, 1);
    auto *verdicts = new QWidget(right);
    auto *list = new QVBoxLayout(verdicts);
    list->setContentsMargins(0, grid::spacing + grid::unit, 0, 0);
    list->setSpacing(grid::unit);
    auto *caption = makeCaption(tr("Verdicts"), verdicts);
    caption->setContentsMargins(grid::group, 0, grid::group, 0);
    list->addWidget(caption);
    list->addWidget(m_findings, 1);
    auto *parts = new QSplitter(Qt::Vertical, right);
    parts->setHandleWidth(1);
    parts->setChildrenCollapsible(false);
    parts->addWidget(verdicts);
    parts->addWidget(box);
    parts->setSizes({1, 1}); // in equal parts, which it keeps
    parts->setStretchFactor(0, 1);
    parts->setStretchFactor(1, 1);
    m_source->setAccessibleName(tr("Source of the protocol"));
    auto *columns = new QHBoxLayout(right);
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(0);
    columns->addWidget(makeLine(Qt::Vertical, right));
    columns->addWidget(parts, 1);
    return right;
}

void ExplorePage::joinEngine()
{
    connect(m_engine, &ExploreEngine::found, this, &ExplorePage::showResult);
    connect(m_engine, &ExploreEngine::compared, this, [this](const ExploreTablePtr &table) {
        m_comparison->show(table);
        m_centre->setCurrentWidget(m_comparison);
    });
    connect(m_engine, &ExploreEngine::tooLarge, this, [this](const QString &sentence) {
        m_doing = Doing::Asking;
        showState(
            tr("This may take long"),
            tr("It seems that %1. Choose smaller bounds at the left, or search anyway; it can be cancelled at any time.").arg(sentence));
        setButtonText(m_next, tr("Search anyway"));
        m_next->show();
    });
    connect(m_engine, &ExploreEngine::failed, this, [this](const QString &sentence) {
        if (m_doing == Doing::Replaying)
            return m_status->setText(sentence); // the counterexample stays in sight
        showState(tr("This cannot be examined"), sentence);
        setButtonText(m_next, tr("Try again"));
        m_next->show();
    });
    connect(m_engine, &ExploreEngine::stepped, this, [this](int event) { m_steps->goTo(m_model->rowOf(event)); });
    connect(m_engine, &ExploreEngine::replayed, this, [this](const QString &sentence, bool) { m_status->setText(sentence); });
    connect(m_engine, &ExploreEngine::ended, this, [this] {
        const bool isWithout = m_centre->currentWidget() == m_state && (m_doing == Doing::Exploring || m_doing == Doing::Comparing);
        if (isWithout && m_state->title() == busyTitle())
            showReady();
        if (m_doing != Doing::Asking)
            m_doing = Doing::Nothing;
        showEnabled();
    });
    constexpr int interval = 250; // ms
    m_figures.setInterval(interval);
    connect(&m_figures, &QTimer::timeout, this, &ExplorePage::showFigures);
}

void ExplorePage::explore(bool asksFirst)
{
    if (m_engine->isBusy())
        return;
    if (m_form->protocol().isEmpty() && !m_form->scripts())
        return askForScripts();
    m_doing = Doing::Exploring;
    m_shown = nullptr;
    m_findings->findings()->show(nullptr);
    m_engine->explore(m_form->wish(), asksFirst);
    showBusy();
}

void ExplorePage::compare()
{
    if (m_engine->isBusy())
        return;
    m_doing = Doing::Comparing;
    m_shown = nullptr;
    m_findings->findings()->show(nullptr);
    m_engine->compare();
    showBusy();
}

QString ExplorePage::busyTitle() const { return m_doing == Doing::Comparing ? tr("Comparing all protocols") : tr("Searching"); }

void ExplorePage::showBusy()
{
    m_statesBefore = 0;
    showState(busyTitle(), tr("A private redis-server is being started."));
    m_state->setProgress(0, 0);
    setButtonText(m_next, tr("Cancel"));
    m_next->show();
    m_about->set(m_doing == Doing::Comparing    ? tr("all protocols")
                 : m_form->protocol().isEmpty() ? tr("your scripts")
                                                : m_form->protocol());
    showEnabled();
    m_figures.start();
}

void ExplorePage::showFigures()
{
    if (!m_engine->isBusy())
        return m_figures.stop();
    const auto figures = m_engine->figures();
    const auto rate = std::max<qint64>(0, figures.states - m_statesBefore) * 1'000 / m_figures.interval();
    m_statesBefore = figures.states;
    if (figures.states > 0 && m_centre->currentWidget() == m_state)
        m_state->setWords(busyTitle(), tr("%1 states, %2/s · depth %3 · frontier %4")
                                           .arg(grouped(figures.states), grouped(rate))
                                           .arg(figures.depth)
                                           .arg(grouped(figures.frontier)));
}

void ExplorePage::showReady()
{
    m_doing = Doing::Nothing;
    showState(tr("Every order of events, judged by a real Redis"),
              tr("The Explorer runs a lock protocol's own code under every order of events within the bounds, with faults in between. A "
                 "private redis-server, whose clock it holds, says what each command does. It finds the shortest way that breaks the lock, "
                 "or says that within these bounds there is none."));
    setButtonText(m_next, tr("Explore"));
    m_next->show();
    m_about->set(tr("nothing searched yet"));
    showEnabled();
}

void ExplorePage::showState(const QString &title, const QString &explanation)
{
    m_state->setWords(title, explanation);
    m_state->hideProgress();
    m_centre->setCurrentWidget(m_state);
    m_right->hide();
    m_finding = {};
    m_model->show({}, 0, 1);
    showEnabled();
}

void ExplorePage::showResult(const ExploreResultPtr &result)
{
    const bool isNews = !m_shown;
    const int row = m_findings->currentIndex().row();
    m_shown = result;
    const QSignalBlocker silent(m_findings);
    m_findings->findings()->show(result);
    m_about->set(result->protocol + u" · "_s + result->server);
    m_right->show();
    m_centre->setCurrentWidget(m_result);
    const int first = m_findings->findings()->firstViolation();
    const int wanted = isNews || row < 0 ? first : row;
    m_findings->setCurrentIndex(m_findings->findings()->index(std::max(wanted, 0)));
    if (isNews || !finding())
        showFinding(std::max(wanted, 0));
}

QString ExplorePage::boundsText() const
{
    return tr("%1. %2 states in %3 s.").arg(m_shown->bounds, grouped(m_shown->states), QLocale().toString(m_shown->seconds, 'f', 1));
}

void ExplorePage::showFinding(int row) { showWay(m_findings->findings()->findingAt(row)); }

// Without a counterexample, the verdicts are all there is to show.
void ExplorePage::showWay(const ExploreFinding *shown)
{
    const auto finding = shown ? *shown : ExploreFinding();
    const bool hasSteps = !finding.trace.isEmpty();
    m_finding = finding;
    m_right->show();
    m_centre->setCurrentWidget(m_result);
    const bool anything = m_findings->findings()->firstViolation() >= 0;
    const bool isTested = !m_shown || std::ranges::any_of(m_shown->findings, [](const ExploreFinding &finding) {
        return finding.verdict != lockcore::explorer::Verdict::NotExercised;
    });
    m_title->setShade(hasSteps ? Shade::Danger : Shade::Text);
    if (hasSteps)
        m_title->setText(tr("%1: %2").arg(finding.title, finding.sentence));
    else if (m_shown && !m_shown->isComplete && !anything)
        m_title->setText(tr("Nothing was found, but the search is not complete"));
    else if (!isTested)
        m_title->setText(tr("Nothing was put to the test"));
    else
        m_title->setText(anything ? tr("Nothing breaks this; choose an entry with ✗ at the right for its counterexample")
                                  : tr("Nothing breaks it within these bounds"));
    const auto remarks = m_shown ? m_shown->remarks.join(u' ') : QString();
    const auto bounds = m_shown ? boundsText() : tr("within the usual bounds of the protocol");
    m_bounds->setText(anything || remarks.isEmpty() ? bounds : remarks + u"\n\n"_s + bounds);
    m_model->show(finding.shown, finding.bounds.workers, finding.bounds.servers);
    m_steps->setVisible(hasSteps);
    m_source->parentWidget()->setVisible(hasSteps);
    m_status->setText(anything ? remarks : QString());
    m_file.clear();
    if (hasSteps)
        m_steps->goTo(m_model->rowCount() - 1); // what it came to
    else
        showStep(-1);
    showEnabled();
}

void ExplorePage::showStep(int row)
{
    const bool isStep = row >= 0 && row < m_model->rowCount();
    const auto &step = isStep ? m_model->steps()[row] : ExploreStep();
    m_caption->setShade(step.inside.size() > 1 || row + 1 == m_model->rowCount() ? Shade::Danger : Shade::Text);
    m_what->setText(isStep ? m_model->index(row, m_model->whatColumn()).data().toString() : QString());
    const bool isLast = isStep && row + 1 == m_model->rowCount();
    const auto outcome = isLast ? violationWords(m_finding.property) : QString();
    m_caption->setText(step.why.isEmpty() || outcome.isEmpty() ? step.why + outcome : step.why + u' ' + outcome);
    m_position->setText(isStep ? tr("%1 of %2").arg(row + 1).arg(m_model->rowCount()) : QString());
    showSource(row);
}

// The file of whoever acts, with the line of each worker in it.
void ExplorePage::showSource(int row)
{
    QList<SourceView::Lit> lit;
    const ExploreStep *actor = nullptr;
    for (int worker = 0; worker < m_model->workers(); ++worker) {
        const auto *const at = m_model->lastWithSource(worker, row);
        if (at && (!actor || at->first > actor->first))
            actor = at;
    }
    const auto file = actor ? QString::fromStdString(actor->file) : QString();
    if (file != m_file) {
        m_file = file;
        QFile source(u":/"_s + file);
        const bool isThere = !file.isEmpty() && source.open(QIODevice::ReadOnly);
        m_source->showSource(file, isThere ? source.readAll() : QByteArray());
        m_sourceName->setText(isThere ? file : tr("No source"));
    }
    for (int worker = 0; worker < m_model->workers(); ++worker) {
        const auto *const at = m_model->lastWithSource(worker, row);
        if (!at || QString::fromStdString(at->file) != m_file)
            continue;
        const SourceView::Lit one{at->line, worker, QString(QChar(u'A' + static_cast<char16_t>(worker)))};
        lit.insert(at == actor ? 0 : lit.size(), one); // the view scrolls to the first
    }
    m_source->setLit(lit);
}

void ExplorePage::showEnabled()
{
    const bool isBusy = m_engine->isBusy();
    const bool hasTrace = !m_finding.trace.isEmpty();
    m_explore->setEnabled(!isBusy);
    m_compare->setEnabled(!isBusy);
    m_cancel->setEnabled(isBusy);
    m_copyTrace->setEnabled(hasTrace);
    m_export->setEnabled(hasTrace);
    m_realTime->setEnabled(hasTrace && !isBusy);
    m_openInLab->setEnabled(hasTrace && !isBusy);
    m_progress->setVisible(isBusy);
}

void ExplorePage::askForScripts()
{
    auto *dialog = new ScriptsDialog(m_form->scripts(), window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ScriptsDialog::written, m_form, &SearchForm::setScripts);
    dialog->open();
}

void ExplorePage::replayInRealTime()
{
    if (m_finding.trace.isEmpty() || m_engine->isBusy())
        return;
    m_doing = Doing::Replaying;
    m_status->setText(tr("In real time, fifty times slower …"));
    m_engine->replayInRealTime(m_finding.trace, m_finding.bounds.scripts);
    showEnabled();
}

void ExplorePage::copyTrace()
{
    QGuiApplication::clipboard()->setText(m_finding.trace);
    m_status->setText(tr("Copied: %1").arg(m_finding.trace));
}

void ExplorePage::showMessage(const QString &sentence) { m_status->setText(sentence); }

QString ExplorePage::caption() const { return m_caption->text(); }

QString ExplorePage::status() const { return m_status->text(); }

const ExploreFinding *ExplorePage::finding() const { return m_finding.trace.isEmpty() ? nullptr : &m_finding; }

void ExplorePage::save(QSettings &settings) const { m_form->save(settings); }

void ExplorePage::restore(QSettings &settings) { m_form->restore(settings); }

} // namespace lockscope

// SPDX-License-Identifier: MIT
#include "ui/monitor/traces.h"

#include "ui/monitor/trace_question.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/buttons.h"
#include "ui/widgets/message_box.h"
#include "ui/words/error_sentence.h"
#include "ui/words/lock_words.h"
#include "ui/words/shown_text.h"
#include "ui/words/trace_words.h"

#include <QAction>

#include <algorithm>

namespace lockscope {

using namespace lockcore;
using namespace Qt::Literals::StringLiterals;

Traces::Traces(KnownLocks known, LastKnown lastKnown, QWidget *page)
    : QObject(page)
    , m_known(std::move(known))
    , m_lastKnown(std::move(lastKnown))
    , m_page(page)
    , m_action(new QAction(tr("&Who does this?…"), this))
    , m_clientFilter(new QAction(tr("&Filter this client"), this))
    , m_banner(new Banner(Banner::Tone::Plain, page))
    , m_button(m_banner->addStep({}))
{
    m_action->setObjectName(u"whoDoesThis"_s);
    m_action->setIconText(tr("Who does this?…"));
    m_clientFilter->setObjectName(u"filterThisClient"_s);
    m_clientFilter->setToolTip(tr("Shows only locks and events of the client that holds this lock, as far as traces have seen it"));
    connect(m_clientFilter, &QAction::triggered, this, [this] {
        if (const auto term = clientTermOfChosen(); !term.isEmpty())
            emit filterTermChosen(term);
    });
    connect(this, &Traces::learned, this, &Traces::refresh);
    m_banner->setObjectName(u"traceBanner"_s);
    m_banner->hide();
    m_button->setObjectName(u"stopTrace"_s);
    connect(m_action, &QAction::triggered, this, [this] {
        if (m_chosen)
            ask(LockId(*m_chosen));
    });
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_stage == Stage::Idle)
            m_banner->hide();
        else
            stop();
    });
    setStage(Stage::Idle);
}

void Traces::setDesk(TraceDesk *desk)
{
    m_desk = desk;
    m_id = 0; // an answer to what was asked before does not count
    delete m_question;
    m_record.clear();
    emit learned();
    m_banner->hide();
    setStage(Stage::Idle);
    if (!desk)
        return;
    const auto ifOurs = [this](auto &&answer) {
        return [this, answer](RequestId id, const auto &said) {
            if (id == m_id)
                answer(said);
        };
    };
    connect(desk, &TraceDesk::planned, this, ifOurs([this](const TracePlan &plan) { put(plan); }));
    connect(desk, &TraceDesk::failed, this,
            ifOurs([this](const Error &error) { end(tr("No trace"), traceErrorText(error, m_target.endpoint, usualTimeout)); }));
    connect(desk, &TraceDesk::status, this, ifOurs([this](const TraceStatus &status) { showStatus(status); }));
    connect(desk, &TraceDesk::ended, this, ifOurs([this](const TraceReport &report) { showEnd(report); }));
    connect(desk, &TraceDesk::found, this, ifOurs([this](const std::vector<TraceItem> &items) {
                m_changes += std::ranges::count_if(items, [](const auto &item) { return std::holds_alternative<TracedChange>(item); });
                m_record.add(items);
                emit learned();
                emit found(items);
            }));
}

void Traces::heed(const Target &target)
{
    m_target = target;
    setStage(m_stage);
}

void Traces::choose(const std::optional<LockId> &id)
{
    m_chosen = id;
    setStage(m_stage);
}

void Traces::refresh() { m_clientFilter->setEnabled(!clientTermOfChosen().isEmpty()); }

// Empty: no client, or several, are known to hold the lock.
QString Traces::clientTermOfChosen() const
{
    const auto *lock = m_chosen && !m_record.empty() ? m_lastKnown(*m_chosen) : nullptr;
    QString term;
    for (const auto &holder : lock ? lock->holders : decltype(lock->holders)()) {
        const auto client = m_record.holder(*lock, holder.owner);
        const auto its = client && !client->names().empty() ? clientTerm(client->names()) : QString();
        if (its.isEmpty() || (!term.isEmpty() && term != its))
            return {};
        term = its;
    }
    return term;
}

void Traces::setStage(Stage stage)
{
    m_stage = stage;
    m_action->setEnabled(m_desk && m_chosen && stage == Stage::Idle);
    m_action->setToolTip(stage != Stage::Idle ? tr("A trace is under way.")
                         : !m_chosen          ? tr("Select a lock first.")
                                              : tr("Traces which clients change this lock, after a question about what that costs"));
    refresh();
    setButtonText(m_button, stage == Stage::Idle ? tr("Close") : tr("Stop"));
}

// The lock that the person asks about comes first: the first ones are traced, if there are too many.
TraceOptions Traces::wish() const
{
    TraceOptions wish;
    wish.keys = {m_about};
    const auto nodeOf = [this](const Bytes &key) {
        const auto *lock = m_lastKnown({m_target.endpoint.db, key});
        return lock ? lock->node : std::string();
    };
    const auto node = nodeOf(m_about);
    for (auto &key : m_known()) {
        if (key != m_about && nodeOf(key) == node) // of a cluster, one node is traced
            wish.keys.push_back(std::move(key));
    }
    if (const auto most = Attribution::Options().mostKeys; wish.keys.size() > most)
        wish.keys.resize(most);
    wish.followsNew = true;
    return wish;
}

void Traces::ask(const LockId &id)
{
    if (!m_desk || m_stage != Stage::Idle)
        return;
    if (m_target.noTraces)
        return end(tr("No trace"), asSentence(traceForbidden(m_target.name).toStdString()));
    m_about = id.key;
    m_ended = endedWords(id);
    setStage(Stage::Planning);
    m_banner->setWords(tr("Trace"), tr("Asks the server how busy it is…"));
    m_banner->show();
    m_id = newRequestId();
    m_desk->plan(m_id, wish());
}

// Of a lock that is gone, a person may expect to learn who did that.
QString Traces::endedWords(const LockId &id) const
{
    const auto living = m_known();
    if (std::ranges::find(living, id.key) != living.end())
        return {};
    const auto *last = m_lastKnown(id);
    const auto by = last ? m_record.endOf(*last) : std::nullopt;
    return by ? tr("It is gone. A trace saw its end. %1").arg(by->full)
              : tr("It is gone. Who ended it was not recorded: Redis does not keep that. A trace shows who takes and ends it next.");
}

// Also the answer to run(), if something has changed since the question.
void Traces::put(const TracePlan &plan)
{
    if (plan.hindrance != TraceHindrance::None)
        return end(tr("No trace"), hindranceText(plan, TraceLimits()));
    setStage(Stage::Asking);
    m_banner->hide();
    auto *question = new TraceQuestion(plan, m_about, m_ended, wish().keys.size() - 1, m_page->window());
    m_question = question;
    connect(question, &QDialog::rejected, this, [this] { setStage(Stage::Idle); });
    connect(question, &QDialog::accepted, this, [this, question] {
        if (m_target.production)
            putAgain(question->time());
        else
            run(question->time());
    });
    question->open();
}

void Traces::putAgain(Milliseconds time)
{
    auto *question = new MessageBox(QMessageBox::Warning, tr("Trace on production?"), productionQuestion(m_target.name),
                                    QMessageBox::NoButton, m_page->window());
    m_question = question;
    question->setObjectName(u"traceProduction"_s);
    auto *cancel = question->addButton(tr("&Cancel"), QMessageBox::RejectRole);
    auto *trace = question->addButton(tr("&Trace for %1").arg(wholeTimeText(time)), QMessageBox::AcceptRole);
    trace->setObjectName(u"traceAllTheSame"_s);
    question->setDefaultButton(cancel);
    question->setEscapeButton(cancel);
    connect(question, &QDialog::finished, this, [this, question, trace, time] {
        if (question->clickedButton() == trace)
            run(time);
        else
            setStage(Stage::Idle);
    });
    question->open();
}

void Traces::run(Milliseconds time)
{
    if (!m_desk)
        return setStage(Stage::Idle);
    auto wish = this->wish();
    wish.time = time;
    m_changes = 0;
    setStage(Stage::Running);
    m_banner->setWords(tr("Trace"), tr("Begins…"));
    m_banner->show();
    m_id = newRequestId();
    m_desk->run(m_id, wish);
}

void Traces::stop()
{
    m_desk->stop();
    if (m_stage == Stage::Running)
        return; // its report is the answer
    m_id = 0;
    m_banner->hide();
    setStage(Stage::Idle);
}

void Traces::showStatus(const TraceStatus &status)
{
    if (!status.holders.empty()) {
        m_record.add(status.holders);
        emit learned();
    }
    m_banner->setWords(tr("Trace"), tr("%1 left · costs %2 of a core now · commands seen: %3 · changes of locks: %4")
                                        .arg(wholeTimeText(status.left), percentText(status.share),
                                             numberText(static_cast<std::int64_t>(status.commands)), numberText(m_changes)));
}

void Traces::showEnd(const TraceReport &report)
{
    const auto why = report.error                      ? traceErrorText(*report.error, m_target.endpoint, usualTimeout)
                     : report.end == TraceEnd::Stopped ? tr("You stopped the trace.")
                     : report.end == TraceEnd::Time    ? tr("Its time is over.")
                                                       : endText(report);
    end(tr("Trace ended"), why + u' ' + summaryText(report));
    m_record.add(report.holders);
    emit learned();
    emit ended(report);
}

void Traces::end(const QString &title, const QString &sentence)
{
    setStage(Stage::Idle);
    m_banner->setWords(title, sentence);
    m_banner->show();
}

} // namespace lockscope

// SPDX-License-Identifier: MIT
#include "ui/lab/page/lab_actions.h"

#include <QKeySequence>

namespace lockscope {

namespace {

QAction *make(QObject *parent, const QString &text, const QKeySequence &key, const QString &help, bool checkable = false)
{
    auto *action = new QAction(text, parent);
    action->setShortcut(key);
    action->setToolTip(help);
    action->setCheckable(checkable);
    return action;
}

QAction *line(QObject *parent)
{
    auto *action = new QAction(parent);
    action->setSeparator(true);
    return action;
}

} // namespace

LabActions::LabActions(QObject *parent)
    : QObject(parent)
    , run(make(this, tr("&Run"), QKeySequence(Qt::CTRL | Qt::Key_Return), tr("Play the story with real processes, and judge it")))
    , live(make(this, tr("By &hand"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return),
                tr("Let the workers go on until you stop them; crash, pause and cut them off yourself")))
    , again(make(this, tr("A&gain"), QKeySequence(Qt::CTRL | Qt::Key_G), tr("The same once more, with a new seed")))
    , stop(make(this, tr("&Stop"), QKeySequence(Qt::CTRL | Qt::Key_Period), tr("End the run; it is judged as far as it came")))
    , twin(make(this, tr("Same with its &twin"), QKeySequence(Qt::CTRL | Qt::Key_T),
                tr("The same story with a lock that stands it, below this one")))
    , unstack(make(this, tr("&Only the upper run"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T), tr("No comparison any more")))
    , change(
          make(this, tr("&Change one thing"), QKeySequence(Qt::CTRL | Qt::Key_D), tr("Another protocol, lease, work; fewer faults"), true))
    , edit(make(this, tr("&Duplicate and edit…"), QKeySequence(Qt::CTRL | Qt::Key_E), tr("A scenario of your own, from this one")))
    , open(make(this, tr("Open a &kept run…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
                tr("The folder of an earlier run, also somebody else's")))
    , suite(
          make(this, tr("Play &every story…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E), tr("All stories, one run each, as a table")))
    , sweep(make(this, tr("Sweep every command &boundary…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B),
                 tr("Kill, pause and deafen a worker before and after each of its commands")))
    , check(make(this, tr("Check my &lock…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_K),
                 tr("Self-test, every story, sweep and hunt with one lock: for each pitfall, whether it is kept")))
    , compare(make(this, tr("Compare &protocols…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P),
                   tr("The same story with two to six protocols: a row for each, aligned at the fault")))
    , stores(make(this, tr("Co&mpare stores…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_M),
                  tr("The same faults on Redis, memcached, etcd and others: how long until the lock is free, and what breaks")))
    , back(make(this, tr("Back to the tab&le"), QKeySequence(Qt::ALT | Qt::Key_Left), tr("To the table whose run is shown")))
    , watch(make(this, tr("&Watch its server in the Monitor"), {}, tr("The server of the run that is under way")))
    , guessFirst(make(this, tr("&Guess first"), {}, tr("Verdicts stay hidden until the run was played to its end"), true))
    , asks(make(this, tr("&Ask at decisive moments"), QKeySequence(Qt::CTRL | Qt::Key_K),
                tr("Playing slowly stops before a decisive moment, and asks what comes next"), true))
    , showAll(make(this, tr("Show what &comes"), {}, tr("Do not veil what happens after the moment that is shown"), true))
    , asTable(make(this, tr("As a &table"), QKeySequence(Qt::CTRL | Qt::Key_B), tr("The events as rows, in place of the picture"), true))
    , sourceView(make(this, tr("Next view of the so&urce"), QKeySequence(Qt::CTRL | Qt::Key_U),
                      tr("What Redis runs, the pseudocode of the lock, or its source")))
    , legend(make(this, tr("&Legend"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_I), tr("What the signs of the picture mean"), true))
    , projector(
          make(this, tr("&Projector"), QKeySequence(Qt::CTRL | Qt::Key_P), tr("Large type, and only timeline, caption and source"), true))
    , search(make(this, tr("&Find a story"), QKeySequence::Find, tr("By title, story, pitfall or protocol")))
{
    guessFirst->setChecked(true);
    legend->setChecked(true);
    suite->setIconText(tr("Every story"));
    sweep->setIconText(tr("Sweep"));
    check->setIconText(tr("Check")); // the bar has no more room at 1280 px
}

QList<QAction *> LabActions::own() const
{
    auto *parent = const_cast<LabActions *>(this);
    return {run,          live,  again, stop,  line(parent), twin, unstack,      compare, change, edit,
            line(parent), check, suite, sweep, stores,       back, line(parent), open,    watch};
}

QList<QAction *> LabActions::view() const { return {guessFirst, asks, showAll, asTable, sourceView, legend, projector}; }

} // namespace lockscope

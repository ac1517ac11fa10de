// SPDX-License-Identifier: MIT
// Takes screenshots of the real window with invented locks, for a person to look at: `shoot DIRECTORY`. Size, scale and platform come from
// the environment (QT_QPA_PLATFORM, QT_SCALE_FACTOR), as for any Qt program.
#include "support/fake_changes.h"
#include "support/fake_releases.h"
#include "support/shoot_releases.h"

#include "ui/monitor/connection_rights.h"
#include "ui/monitor/details_panel.h"
#include "ui/monitor/filter_bar.h"
#include "ui/monitor/lock_sort_filter.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/notice_banner.h"
#include "ui/monitor/releases.h"
#include "ui/monitor/statistics_dialog.h"
#include "ui/monitor/timeline_area.h"
#include "ui/monitor/traces.h"
#include "ui/profiles/profile_file.h"
#include "ui/widgets/details_section.h"
#include "ui/widgets/glossary.h"
#include "ui/widgets/theme.h"
#include "ui/window/connection_page.h"
#include "ui/window/formats_dialog.h"
#include "ui/window/main_window.h"
#include "ui/window/release_log_dialog.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextStream>

#include <array>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

struct Shot
{
    QString name;
    QSize size;
    Appearance appearance;
};

Moment now() { return std::chrono::time_point_cast<Duration>(std::chrono::steady_clock::now()); }

class Studio
{
public:
    explicit Studio(const QDir &folder)
        : m_folder(folder)
    { }

    void shootAll()
    {
        for (const auto &size : {QSize(1280, 720), QSize(1440, 900)}) {
            for (const auto appearance : {Appearance::Light, Appearance::Dark}) {
                shootMonitor(size, appearance);
                shootCrowded(size, appearance);
            }
        }
        shootMonitor({2560, 1440}, Appearance::Light);
        shootMonitor({1280, 720}, Appearance::HighContrastDark);
        shootMonitor({1280, 720}, Appearance::HighContrastLight);
        for (const auto appearance : {Appearance::Light, Appearance::Dark}) {
            shootStates({1280, 720}, appearance);
            shootProfiles({1280, 720}, appearance);
            shootNotices({1280, 720}, appearance);
            shootPossible({1280, 720}, appearance);
            shootEnded({1280, 720}, appearance);
            shootStatistics({1280, 720}, appearance);
            shootIncidents({1280, 720}, appearance);
            shootTrace({1280, 720}, appearance);
            shootFormats({1280, 720}, appearance);
        }
    }

private:
    std::unique_ptr<MainWindow> makeWindow(QSize size, Appearance appearance)
    {
        auto settings = std::make_unique<QSettings>(m_settings.filePath(u"%1.ini"_s.arg(m_count++)), QSettings::IniFormat);
        settings->setValue(u"window/appearance"_s, toString(appearance));
        WindowServices services;
        services.watch = [this](const Target &) {
            auto source = std::make_unique<fake::ReleaseSource>();
            m_source = source.get();
            return source;
        };
        services.startDemo = [] { return Result<Endpoint>(Endpoint{}); };
        services.profilesFile = m_settings.filePath(u"profiles.json"_s);
        services.formatsFile = m_settings.filePath(u"formats.json"_s);
        auto window = std::make_unique<MainWindow>(std::move(services), std::move(settings));
        window->resize(size);
        window->show();
        QTest::qWait(50);
        return window;
    }

    static MonitorChange stamped(MonitorChange change)
    {
        change.at = now();
        return change;
    }

    void grab(MainWindow &window, const QString &name, Appearance appearance)
    {
        QTest::qWait(350);
        window.grab().save(m_folder.filePath(u"%1-%2-%3.png"_s.arg(name, lockscope::toString(appearance)).arg(window.width())));
    }

    void shootMonitor(QSize size, Appearance appearance)
    {
        auto window = makeWindow(size, appearance);
        auto *page = window->monitorPage();
        Endpoint endpoint;
        endpoint.host = "10.2.0.7";
        window->connectTo(targetAt(endpoint));
        fake::Scene scene;
        page->apply(stamped(scene.first()));
        for (const auto passed : {500ms, 900ms, 3000ms, 5100ms}) {
            page->apply(stamped(scene.advance(passed)));
            QTest::qWait(20);
        }
        page->apply(stamped(scene.advance(6300ms)));
        grab(*window, u"overview"_s, appearance);
        auto *table = page->findChild<QTableView *>(u"locks"_s);
        table->selectRow(std::min(8, table->model()->rowCount() - 1));
        grab(*window, u"monitor"_s, appearance);
        auto *glossary = GlossaryDialog::open(window.get(), u"hold count"_s);
        QTest::qWait(100);
        glossary->grab().save(m_folder.filePath(u"glossary-%1.png"_s.arg(lockscope::toString(appearance))));
        for (auto *action : page->viewActions())
            if (action->text().startsWith(u"&Freeze"))
                action->trigger();
        page->apply(stamped(scene.advance(9300ms)));
        grab(*window, u"frozen"_s, appearance);
    }

    void shootStatistics(QSize size, Appearance appearance)
    {
        auto window = makeWindow(size, appearance);
        window->connectTo(targetAt(*Endpoint::parse("redis://10.2.0.7/3")));
        auto *page = window->monitorPage();
        auto change = fake::Scene().first();
        page->apply(stamped(change));
        change.changed.clear();
        change.events.clear();
        change.serverNow = fake::serverTime(60s);
        for (int i = 0; i < 900; ++i) {
            LockEvent event;
            event.id = {0, i % 3 == 0 ? "order:{4711}" : "cart:" + std::to_string(i % 7)};
            event.owner = "web-" + std::to_string(i);
            event.type = EventType::Acquired;
            event.time = fake::serverTime(i * 66ms);
            change.events.push_back(event);
            event.type = i % 40 == 0 ? EventType::Expired : EventType::Released;
            event.time += Milliseconds(15 + i % 50);
            change.events.push_back(event);
        }
        page->apply(stamped(change));
        for (auto *action : page->viewActions())
            if (action->objectName() == u"statistics"_s)
                action->trigger();
        QTest::qWait(350);
        page->findChild<StatisticsDialog *>()->grab().save(
            m_folder.filePath(u"statistics-%1-%2.png"_s.arg(lockscope::toString(appearance)).arg(window->width())));
        emit page->findChild<TimelineArea *>()->lockChosen({0, "order:{4711}"});
        QTest::qWait(350);
        auto *details = page->findChild<DetailsPanel *>();
        details->verticalScrollBar()->setValue(details->verticalScrollBar()->maximum());
        grab(*window, u"busy"_s, appearance);
    }

    // The selected lock has ended, and the list of events does not follow.
    void shootEnded(QSize size, Appearance appearance)
    {
        auto window = makeWindow(size, appearance);
        window->connectTo(targetAt(*Endpoint::parse("redis://10.2.0.7/3")));
        auto *page = window->monitorPage();
        auto change = fake::Scene().first();
        page->apply(stamped(change));
        auto *table = page->findChild<QTableView *>(u"locks"_s);
        emit page->findChild<TimelineArea *>()->lockChosen({0, "order:{4711}"});
        QTest::qWait(300);
        page->findChild<QTableView *>(u"events"_s)->scrollToTop();
        LockEvent event;
        event.id = {0, "order:{4711}"};
        event.owner = "9f3ac21e-4b7d-4e0a-9c55-0d1e2f3a4b5c:17";
        MonitorChange gone;
        gone.state = change.state;
        gone.serverNow = fake::serverTime(1s);
        for (const auto type : {EventType::Renewed, EventType::Renewed, EventType::DeletedEarly}) {
            event.type = type;
            event.time = gone.serverNow;
            gone.events.push_back(event);
        }
        gone.gone.push_back({page->rows()->rowAt(table->currentIndex())->lock, EventType::DeletedEarly});
        page->apply(stamped(gone));
        page->findChild<FilterBar *>()->setText(u"kind:lock"_s);
        QTest::qWait(300);
        page->findChild<QTableView *>(u"events"_s)->scrollToTop();
        gone.gone.clear();
        page->apply(stamped(gone));
        QTest::qWait(3'500); // longer than an ended lock stays
        grab(*window, u"ended"_s, appearance);
    }

    // Filter and header with more content than fits.
    void shootCrowded(QSize size, Appearance appearance)
    {
        auto window = makeWindow(size, appearance);
        Endpoint endpoint;
        endpoint.host = "lockscope-payments-production-0001.redis.cache.eu-central-1.internal.example.com";
        auto target = targetAt(endpoint);
        target.name = u"payments (Frankfurt, production, the second one since the migration)"_s;
        target.production = true;
        window->connectTo(target);
        auto change = fake::Scene().first();
        change.state.feed = MonitorState::Feed::Polling;
        change.state.notices = {{Notice::Kind::EvictsLocks, "volatile-lru"},
                                {Notice::Kind::NoPersistence, {}},
                                {Notice::Kind::LaggingReplicas, "2097152 bytes"}};
        auto *page = window->monitorPage();
        page->apply(stamped(change));
        QTest::qWait(300);
        for (auto *button : page->findChild<NoticeBanner *>()->findChildren<QPushButton *>()) {
            if (!button->isCheckable())
                button->click(); // afterwards the header has the warnings
        }
        auto *filter = page->findChild<FilterBar *>();
        for (const auto *term : {"ttl<90s", "-kind:semaphore"})
            filter->addTerm(QString::fromLatin1(term));
        auto *table = page->findChild<QTableView *>(u"locks"_s);
        table->selectRow(5);
        emit page->releases()->previewed(page->rows()->rowAt(table->currentIndex())->lock.id,
                                         {{{}, u"DEL order:{4711}"_s, Fact::KeySnapshot::Key, -1}});
        grab(*window, u"pills"_s, appearance);
        auto *field = page->findChild<QLineEdit *>(u"filter"_s);
        field->setText(u"state:hold"_s);
        grab(*window, u"wrong"_s, appearance);
        field->clear();
        for (const auto *term : {"-owner:9f3ac21e-4b7d-4c1a-9d55-0a1b2c3d4e5f:17", "-name:cart:{4711}:checkout:reservation:*", "held>1m",
                                 "-library:madelson-distributed-lock", "confidence>=2", "-name:\"with blanks in it\""})
            filter->addTerm(QString::fromLatin1(term));
        grab(*window, u"crowded"_s, appearance);
        filter->setText(QString(20, u'x').replace(u"x"_s, u"-name:a* "_s));
        grab(*window, u"overfull"_s, appearance);
        window->resize(1024, size.height());
        grab(*window, u"narrow"_s, appearance);
    }

    void shootStates(QSize size, Appearance appearance)
    {
        auto window = makeWindow(size, appearance);
        window->askForServer();
        window->connectionPage()->findChild<QLineEdit *>(u"url"_s)->setText(u"redis://10.2.0.7:70000"_s);
        window->connectionPage()->showComplaint(u"The port 70000 is not between 1 and 65535."_s);
        grab(*window, u"connection"_s, appearance);
        window->connectTo(targetAt({}));
        grab(*window, u"connecting"_s, appearance);
        auto *page = window->monitorPage();
        MonitorChange change;
        change.state = fake::liveState();
        change.state.phase = MonitorState::Phase::FirstSweep;
        change.state.sweeping = true;
        change.state.keysSeen = 340'000;
        page->apply(stamped(change));
        grab(*window, u"sweeping"_s, appearance);
        change.state = fake::liveState();
        change.state.keysSeen = 1214;
        page->apply(stamped(change));
        grab(*window, u"empty"_s, appearance);
        page->apply(stamped(fake::Scene().first()));
        change.state.phase = MonitorState::Phase::Lost;
        change.state.error = Error{ErrorKind::Transport, "Connection refused", "ECONNREFUSED"};
        change.state.retryIn = 4s;
        page->apply(stamped(change));
        grab(*window, u"lost"_s, appearance);
        change.state.phase = MonitorState::Phase::Live;
        change.state.error.reset();
        change.state.feed = MonitorState::Feed::Polling;
        change.state.feedReason = "CLIENT TRACKING is not permitted and keyspace events are off";
        page->apply(stamped(change));
        auto *filter = page->findChild<QWidget *>(u"filter"_s);
        filter->setProperty("text", u"kind:redisson ttl<"_s);
        grab(*window, u"polling"_s, appearance);
        filter->setProperty("text", u"name:nothing"_s);
        grab(*window, u"nomatch"_s, appearance);
        change.state.phase = MonitorState::Phase::Failed;
        change.state.error = Error{ErrorKind::Server, "WRONGPASS invalid username-password pair or user is disabled.", "WRONGPASS"};
        window->connectTo(targetAt({}));
        page->apply(stamped(change));
        grab(*window, u"failed"_s, appearance);
    }

    // Dialogs are separate windows.
    void grabDialog(MainWindow &window, const QString &name, Appearance appearance)
    {
        QTest::qWait(350);
        auto *dialog = QApplication::activeModalWidget();
        dialog->grab().save(m_folder.filePath(u"%1-%2-%3.png"_s.arg(name, lockscope::toString(appearance)).arg(window.width())));
        dialog->close();
    }

    // The user's own formats: none yet; a preview; an error beside its field.
    void shootFormats(QSize size, Appearance appearance)
    {
        auto window = makeWindow(size, appearance);
        auto target = targetAt({});
        target.name = u"prod-7"_s;
        window->connectTo(target);
        const auto open = [&] { window->findChild<QAction *>(u"formats"_s)->trigger(); };
        open();
        grabDialog(*window, u"formats-none"_s, appearance);
        UserFormat ledger;
        ledger.name = "ledger";
        ledger.note = "the nightly close; ask team billing";
        ledger.keys = {"ledger:*:busy"};
        ledger.value = "{host}:{pid}:{token:hex32}";
        ledger.lease = "always";
        auto exports = ledger;
        exports.name = "exports";
        exports.keys = {"*"};
        FormatsFile file(m_settings.filePath(u"formats.json"_s));
        if (!file.save({ledger}))
            qFatal("no formats");
        open();
        auto *dialog = window->findChildren<FormatsDialog *>().back();
        QTest::qWait(600);
        emit m_source->tried(m_source->trialId, trialOf("ledger"));
        QTest::qWait(50);
        dialog->grab().save(m_folder.filePath(u"formats-%1-%2.png"_s.arg(lockscope::toString(appearance)).arg(size.width())));
        dialog->findChild<QPushButton *>(u"duplicate"_s)->click();
        dialog->findChild<QPlainTextEdit *>(u"keys"_s)->setPlainText(u"*"_s);
        grabDialog(*window, u"formats-wrong"_s, appearance);
        QFile::remove(file.path());
    }

    static FormatTrial trialOf(const std::string &library)
    {
        FormatTrial trial;
        trial.keysSeen = 128'402;
        trial.named = 6;
        trial.wholeDatabase = trial.ended = true;
        for (const auto *place : {"eu", "us", "apac", "latam"}) {
            FormatTrial::Lock lock;
            lock.at = fake::serverTime({});
            lock.info = fake::lock("ledger:" + std::string(place) + ":busy", 23s);
            lock.info.library = library;
            lock.info.variant = declaredVariant;
            Holder holder;
            holder.owner = "web-3:4711:0123456789abcdef0123456789abcdef";
            holder.facts = std::vector<OwnerFact>{{"host", "web-3"}, {"pid", "4711"}};
            lock.info.holders = {holder};
            trial.locks.push_back(lock);
        }
        return trial;
    }

    void shootProfiles(QSize size, Appearance appearance)
    {
        ProfileFile file(m_settings.filePath(u"profiles.json"_s));
        for (int i = 0; i < 4; ++i) {
            auto profile = newProfile();
            profile.name = QStringList{u"prod-7"_s, u"staging"_s, u"local"_s, u"payments (Frankfurt)"_s}.at(i);
            profile.endpoint =
                *Endpoint::parse(std::array{"rediss://ops@prod-7.internal:6380/0?ca=/etc/ssl/redis/ca.pem", "redis://10.2.0.7/3",
                                            "unix:///run/redis/redis.sock", "rediss://lockscope@payments.eu.internal/0"}
                                     .at(static_cast<std::size_t>(i)));
            profile.production = i % 3 == 0;
            profile.readOnly = i == 3;
            profile.password = i == 0 ? PasswordPlace::Keychain : i == 3 ? PasswordPlace::Ask : PasswordPlace::None;
            profile.patterns = i == 0 ? QStringList{u"jobs:*:owner"_s} : QStringList();
            if (i < 3)
                profile.lastUsed = QDateTime::currentDateTimeUtc().addDays(-i);
            if (!file.put(profile))
                qFatal("no profile");
        }
        auto window = makeWindow(size, appearance);
        window->askForServer();
        grab(*window, u"profiles"_s, appearance);
        const auto actions = window->findChild<QWidget *>(u"profiles"_s)->actions(); // connect, edit, duplicate, delete
        actions.at(1)->trigger();
        grabDialog(*window, u"editor"_s, appearance);
        actions.at(3)->trigger();
        grabDialog(*window, u"delete"_s, appearance);
        const auto profile = file.named(u"payments (Frankfurt)"_s);
        window->connectTo(targetOf(*profile));
        grabDialog(*window, u"password"_s, appearance);
        QFile::remove(file.path());
    }

    void shootNotices(QSize size, Appearance appearance)
    {
        auto window = makeWindow(size, appearance);
        auto target = targetAt(*Endpoint::parse("redis://10.2.0.7/3"));
        target.name = u"prod-7"_s;
        target.production = true;
        window->connectTo(target);
        auto change = fake::Scene().first();
        change.state.notices = {{Notice::Kind::EvictsLocks, "volatile-lru"},
                                {Notice::Kind::NoPersistence, {}},
                                {Notice::Kind::LaggingReplicas, "2097152 bytes"},
                                {Notice::Kind::DeepOffered, "madelson"}};
        window->monitorPage()->apply(stamped(change));
        grab(*window, u"notices"_s, appearance);
        for (auto *button : window->monitorPage()->findChild<NoticeBanner *>()->findChildren<QPushButton *>()) {
            if (button->isCheckable())
                button->click();
        }
        window->rights()->setMayWrite(true);
        grab(*window, u"details"_s, appearance);
        for (auto *button : window->monitorPage()->findChild<NoticeBanner *>()->findChildren<QPushButton *>()) {
            if (!button->isCheckable())
                button->click();
        }
        grab(*window, u"closed"_s, appearance);
    }

    void shootIncidents(QSize size, Appearance appearance)
    {
        auto window = makeWindow(size, appearance);
        auto target = targetAt(*Endpoint::parse("redis://10.2.0.7/3"));
        target.name = u"prod-7"_s;
        window->connectTo(target);
        auto *page = window->monitorPage();
        page->apply(stamped(fake::Scene().first()));
        grab(*window, u"calm"_s, appearance);
        QAction *show = nullptr;
        for (auto *action : page->viewActions())
            show = action->objectName() == u"showIncidents" ? action : show;
        show->trigger();
        grab(*window, u"noincidents"_s, appearance);
        show->trigger();
        const auto happens = [&](EventType type, const char *key, const char *owner, const char *why, Milliseconds ago) {
            auto change = stamped({});
            change.state = fake::liveState();
            change.serverNow = fake::serverTime(1s);
            LockEvent event;
            event.type = type;
            event.id.key = key;
            event.owner = owner;
            event.why = why;
            event.time = change.serverNow - ago;
            change.events = {event};
            page->apply(change);
        };
        happens(EventType::DeletedEarly, "order:{4711}", "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17",
                "gone before its deadline, without the release announcement that its library makes (21000 ms were left)", 700ms);
        grab(*window, u"incident"_s, appearance);
        happens(EventType::RenewalOverdue, "fair:gate", "5ff9b1ba-4b7d-4c1a-8f00-1234567890ab:1", "its renewal is late", 600ms);
        happens(EventType::Immortal, "sync:{9}", "e07b11c4-4b7d-4c1a-8f00-1234567890ab:3", "its library always sets a TTL", 500ms);
        happens(EventType::Resurrected, "invoice-render", "0EAyQ7Vb9w3kq5hM2n8s4g==", "this token is generated for each acquisition",
                400ms);
        happens(EventType::DeletedEarly, "order:{4711}", "9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17",
                "gone before its deadline, without the release announcement that its library makes (21000 ms were left)", 300ms);
        happens(EventType::StillNoLease, "lock_sale_42", "1", "no TTL: only a release ends it, and it was seen so for 10 m or more", 200ms);
        grab(*window, u"incidents"_s, appearance);
        auto *table = page->findChild<QTableView *>(u"incidents"_s);
        const auto row = table->visualRect(table->model()->index(1, 2));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, row.center());
        grab(*window, u"moment"_s, appearance);
        const QTemporaryDir state;
        QFile audit(state.filePath(u"releases.jsonl"_s));
        if (audit.open(QIODevice::WriteOnly))
            audit.write(
                R"({"id":"1","phase":"intent","time":"2026-11-21T01:12:05.118Z","user":"ada","server":"redis://10.2.0.7:6379/3","db":3,"key":"order:{4711}","action":"release","library":"redisson","type":"hash","before":{"type":"hash","length":1,"elements":[{"name":"9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17","value":"2"}]},"freed":[{"owner":"9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17"}],"ttl_ms":27100,"waiters":2,"reason":"INC-7: its pod was evicted","held_since":"2026-11-21T01:08:53.000Z","renewals":18}
{"id":"1","phase":"outcome","time":"2026-11-21T01:12:05.124Z","user":"ada","server":"redis://10.2.0.7:6379/3","db":3,"key":"order:{4711}","action":"release","library":"redisson","type":"hash","before":{"type":"hash","length":1,"elements":[{"name":"9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17","value":"2"}]},"freed":[{"owner":"9f3ac21e-4b7d-4c1a-8f00-1234567890ab:17"}],"ttl_ms":27100,"waiters":2,"reason":"INC-7: its pod was evicted","held_since":"2026-11-21T01:08:53.000Z","renewals":18,"outcome":"released","told":1}
{"id":"2","phase":"outcome","time":"2026-11-21T02:40:13.004Z","user":"grace","server":"redis://10.2.0.7:6379/3","db":3,"key":"sync:{9}","action":"release","library":"redisson","type":"hash","before":{"type":"hash","length":1},"freed":"all","ttl_ms":null,"waiters":null,"outcome":"changed","changed":"owner","told":0}
{"id":"3","phase":"intent","time":"2026-11-21T02:41:10.004Z","user":"grace","server":"redis://10.2.0.7:6379/3","db":3,"key":"lock_sale_42","action":"release","library":"unknown","type":"string","before":{"type":"string","length":1,"value":"1"},"freed":"all","ttl_ms":null,"waiters":null}
)");
        audit.close();
        ReleaseLogDialog log(state.path().toStdString(), {}, window.get());
        log.setAttribute(Qt::WA_DeleteOnClose, false);
        log.read();
        log.findChild<QTableView *>()->selectRow(2);
        log.show();
        QTest::qWait(200);
        log.grab().save(m_folder.filePath(u"releaselog-%1.png"_s.arg(lockscope::toString(appearance))));
    }

    // The question about a lock that is gone; a trace that names clients; a mistake that it proves.
    void shootTrace(QSize size, Appearance appearance)
    {
        auto window = makeWindow(size, appearance);
        auto target = targetAt(*Endpoint::parse("redis://10.2.0.7/3"));
        target.name = u"prod-7"_s;
        window->connectTo(target);
        auto *page = window->monitorPage();
        const auto first = fake::Scene().first();
        page->apply(stamped(first));
        const auto lock = *std::ranges::find(first.changed, LockId{0, "order:{4711}"}, &LockInfo::id);
        page->showLock(lock.id);
        for (auto *action : page->viewActions())
            if (action->objectName() == u"showEvents"_s)
                action->setChecked(true);
        auto gone = stamped({});
        gone.state = fake::liveState();
        gone.serverNow = fake::serverTime(1s);
        LockEvent event;
        event.type = EventType::DeletedEarly;
        event.id = lock.id;
        event.owner = lock.holders.front().owner;
        event.time = gone.serverNow;
        event.why = "gone before its deadline, without the release announcement that its library makes (21000 ms were left)";
        gone.events = {event};
        gone.gone.push_back({lock, EventType::DeletedEarly, event.time});
        page->apply(gone);
        page->traces()->action()->trigger();
        emit m_source->traced.planned(m_source->traced.lastId, fake::Traces::calmPlan());
        grabDialog(*window, u"trace-question"_s, appearance);
        page->traces()->action()->trigger();
        emit m_source->traced.planned(m_source->traced.lastId, fake::Traces::calmPlan());
        QTest::qWait(50);
        window->findChild<QPushButton *>(u"trace"_s)->click();
        TracedChange traced;
        traced.change.event = event;
        traced.change.command = "DEL";
        auto &by = traced.by.emplace();
        by.actor.address = "10.0.3.17:51324";
        by.identities = {{7, "cart-checkout-7", "app", "redis-py 5.0.1", event.time - 1h}};
        TracedFinding finding;
        finding.finding.proved = true;
        finding.finding.at = event.time;
        finding.finding.id = lock.id;
        finding.finding.owner = event.owner;
        finding.finding.command = "DEL";
        finding.finding.left = 21s;
        finding.finding.why = {"it was late for its own, acquired 01:43:18.020",
                               "in this trace every connection gave back only what it had taken (41 of 41)"};
        finding.by = by;
        emit m_source->traced.found(m_source->traced.lastId, {traced, finding});
        TraceStatus status;
        status.share = 0.06;
        status.left = 21s;
        status.commands = 12'345;
        emit m_source->traced.status(m_source->traced.lastId, status);
        grab(*window, u"trace"_s, appearance);
    }

    void shootPossible(QSize size, Appearance appearance)
    {
        auto window = makeWindow(size, appearance);
        window->connectTo(targetAt(*Endpoint::parse("redis://10.2.0.7/3")));
        auto *page = window->monitorPage();
        auto change = fake::Scene().first();
        change.state.possible = fake::possibleLocks();
        page->apply(stamped(change));
        QTest::qWait(300);
        auto *count = page->findChild<QAbstractButton *>(u"possibleCount"_s);
        grab(*window, u"counted"_s, appearance);
        count->click();
        page->findChild<QTableView *>(u"possible"_s)->selectRow(2);
        grab(*window, u"possible"_s, appearance);
        change = fake::Scene().first();
        change.state.possible = {{}, {}, 0, true};
        page->apply(stamped(change));
        grab(*window, u"possible-unread"_s, appearance);
        window->connectTo(targetAt({}));
        MonitorChange none;
        none.state = fake::liveState();
        none.state.possible = fake::possibleLocks();
        page->apply(stamped(none));
        grab(*window, u"possible-only"_s, appearance);
    }

    QDir m_folder;
    QTemporaryDir m_settings;
    fake::ReleaseSource *m_source = nullptr; ///< of the window that connected last
    int m_count = 0;
};

} // namespace

int main(int argc, char **argv)
{
    QApplication app(argc, argv);
    if (app.arguments().size() != 2) {
        QTextStream(stderr) << "usage: shoot DIRECTORY\n";
        return 2;
    }
    QDir().mkpath(app.arguments().at(1));
    Studio(QDir(app.arguments().at(1))).shootAll();
    shootReleases(QDir(app.arguments().at(1)));
    return 0;
}

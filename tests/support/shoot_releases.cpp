// SPDX-License-Identifier: MIT
#include "support/shoot_releases.h"

#include "support/fake_changes.h"
#include "support/fake_releases.h"

#include "ui/monitor/connection_rights.h"
#include "ui/monitor/lock_model.h"
#include "ui/monitor/monitor_page.h"
#include "ui/monitor/release_dialog.h"
#include "ui/monitor/releases.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"

#include <QDir>
#include <QPainter>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace lockcore;
using namespace lockscope;
using namespace Qt::Literals::StringLiterals;
using namespace std::chrono_literals;

namespace {

LockInfo endless()
{
    auto lock = fake::lock("tenant:\xe2\x80\xae" + std::string(10'000, 'x') + "&:\x01\xff:end", 9s);
    lock.renewals = {};
    return lock;
}

// A window with a dialog over it, as the user sees them.
class Set
{
public:
    Set(const QDir &folder, QSize size, Appearance appearance)
        : m_folder(folder)
        , m_appearance(appearance)
    {
        auto settings = std::make_unique<QSettings>(m_settings.filePath(u"settings.ini"_s), QSettings::IniFormat);
        settings->setValue(u"window/appearance"_s, toString(appearance));
        WindowServices services;
        services.watch = [this](const auto &) {
            auto source = std::make_unique<fake::ReleaseSource>();
            m_source = source.get();
            return source;
        };
        services.startDemo = [] { return Result<Endpoint>(Endpoint{}); };
        m_window = std::make_unique<MainWindow>(std::move(services), std::move(settings));
        m_window->resize(size);
        m_window->show();
        m_window->startDemo();
        fake::Scene scene;
        auto change = scene.first();
        change.at = std::chrono::time_point_cast<Duration>(std::chrono::steady_clock::now());
        change.changed.push_back(endless());
        m_source->releases.locks = change.changed;
        page()->apply(change);
        QTest::qWait(50);
    }

    MonitorPage *page() { return m_window->monitorPage(); }
    fake::Desk &desk() { return m_source->releases; }
    ConnectionRights *rights() { return m_window->rights(); }

    void mark(bool production)
    {
        Target target;
        target.own = true;
        target.production = production;
        rights()->mark(target);
    }

    ReleaseDialog *ask(ReleaseAction action, const QStringList &names)
    {
        std::vector<LockInfo> locks;
        for (const auto &name : names) {
            for (const auto &lock : m_source->releases.locks) {
                if (QString::fromStdString(lock.id.key).startsWith(name))
                    locks.push_back(lock);
            }
        }
        return page()->releases()->ask(action, locks);
    }

    void shoot(ReleaseDialog *dialog, const QString &name)
    {
        QTest::qWait(350);
        auto picture = m_window->grab();
        QPainter painter(&picture);
        painter.drawPixmap(dialog->pos() - m_window->pos(), dialog->grab());
        painter.setPen(Qt::gray);
        painter.drawRect(QRect(dialog->pos() - m_window->pos(), dialog->size()));
        painter.end();
        picture.save(m_folder.filePath(u"release-%1-%2-%3.png"_s.arg(name, toString(m_appearance)).arg(m_window->width())));
    }

private:
    QDir m_folder;
    Appearance m_appearance;
    QTemporaryDir m_settings;
    fake::ReleaseSource *m_source = nullptr;
    std::unique_ptr<MainWindow> m_window;
};

void press(QWidget *dialog, const QString &name) { dialog->findChild<QPushButton *>(name)->click(); }

void shootBefore(Set &set)
{
    auto *dialog = set.ask(ReleaseAction::Release, {u"order:{4711}"_s});
    set.shoot(dialog, u"before"_s);
    dialog->findChild<QToolButton *>(u"script"_s)->click();
    set.shoot(dialog, u"script"_s);
    dialog->reject();
}

void shootAfter(Set &set)
{
    auto *dialog = set.ask(ReleaseAction::Release, {u"order:{4711}"_s});
    press(dialog, u"carryOut"_s);
    auto report = fake::reportOf(set.desk().orders.back(), ReleaseOutcome::Changed);
    report.changed = Difference::Lease;
    report.now = report.order.look;
    report.now->deadline = *report.now->deadline + 10s;
    report.holdersNow = report.order.match.holders;
    set.desk().report(report);
    set.shoot(dialog, u"changed"_s);
    press(dialog, u"lookAgain"_s);
    press(dialog, u"carryOut"_s);
    report = fake::reportOf(set.desk().orders.back(), ReleaseOutcome::Released);
    report.told = 2;
    set.desk().report(report);
    set.shoot(dialog, u"watching"_s);
    set.desk().watch(Aftermath::Resurrected);
    set.shoot(dialog, u"resurrected"_s);
    dialog->reject();
}

void shootSeveral(Set &set)
{
    set.mark(true);
    auto *dialog = set.ask(ReleaseAction::Release, {u"{inv}:rw"_s, u"sync:{9}"_s, u"lock_sale_42"_s});
    set.shoot(dialog, u"several"_s);
    dialog->reject();
    set.mark(false);
    set.rights()->setMayWrite(false);
    dialog = set.ask(ReleaseAction::Release, {u"lock_sale_42"_s});
    set.shoot(dialog, u"unsure"_s);
    dialog->reject();
    dialog = set.ask(ReleaseAction::GiveLease, {u"sync:{9}"_s});
    set.shoot(dialog, u"lease"_s);
    dialog->reject();
    set.rights()->setMayWrite(true);
    dialog = set.ask(ReleaseAction::Release, {u"tenant:"_s});
    set.shoot(dialog, u"endless"_s);
    dialog->reject();
}

} // namespace

void shootReleases(const QDir &folder)
{
    for (const auto &[size, appearance] : {std::pair(QSize(1440, 900), Appearance::Light),
                                           {QSize(1440, 900), Appearance::Dark},
                                           {QSize(1280, 720), Appearance::Light},
                                           {QSize(1280, 720), Appearance::HighContrastDark}}) {
        Set set(folder, size, appearance);
        shootBefore(set);
        shootAfter(set);
        shootSeveral(set);
    }
}

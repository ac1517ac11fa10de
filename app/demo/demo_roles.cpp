// SPDX-License-Identifier: MIT
#include "app/demo/demo_roles.h"

#include "lockcore/base/glob.h"

#include <QCoreApplication>

namespace lockscope {

using namespace lockcore;
using namespace std::chrono_literals;

namespace {

using Ending = DemoRole::Ending;

constexpr auto context = "DemoStories";

DemoRole played(DemoRole role, std::string_view name, std::string_view host, Milliseconds start = 0ms)
{
    role.name = name;
    role.host = host;
    role.start = start;
    return role;
}

DemoLock carts()
{
    const DemoRole shop = {.protocol = "token", .lease = 10s, .work = {800ms, 3500ms}, .rest = {500ms, 2s}};
    return {"cart:{*}:lock",
            QT_TRANSLATE_NOOP("DemoStories",
                              "A web shop changes a shopping cart: a random token, set only if the name is free, and deleted only if it is "
                              "still the same. A few seconds, and it is gone. This is the normal case."),
            {played(shop, "cart-1", "web-1"), played(shop, "cart-2", "web-2", 400ms)}};
}

DemoLock orders()
{
    const DemoRole service = {
        .protocol = "redisson", .lease = 30s, .renews = true, .wait = Wait::notified(), .work = {9s, 22s}, .rest = {3s, 8s}};
    return {"order:{42}",
            QT_TRANSLATE_NOOP("DemoStories",
                              "Three services want the same order. Redisson's lock wakes the waiters when it is released, and the first "
                              "one that asks gets it: there is no queue. Work beyond ten seconds is renewed by the watchdog."),
            {played(service, "checkout-1", "web-1"), played(service, "checkout-2", "web-2", 300ms),
             played(service, "refunds-1", "back-1", 600ms)}};
}

DemoLock printer()
{
    const DemoRole table = {
        .protocol = "redisson-fair", .lease = 30s, .renews = true, .wait = Wait::notified(), .work = {3s, 7s}, .rest = {1s, 3s}};
    return {"printer:{labels}",
            QT_TRANSLATE_NOOP("DemoStories",
                              "One label printer, three packing tables. This is Redisson's fair lock: the waiters form a queue, which "
                              "Lockscope reads, and only its head is woken."),
            {played(table, "packing-1", "hall-1", 200ms), played(table, "packing-2", "hall-1", 450ms),
             played(table, "packing-3", "hall-2", 700ms)}};
}

DemoLock prices()
{
    const DemoRole reader = {.protocol = "redisson-readwrite",
                             .mode = entry::Mode::Read,
                             .lease = 30s,
                             .renews = true,
                             .wait = Wait::notified(),
                             .work = {3s, 7s},
                             .rest = {2s, 4s}};
    auto writer = reader;
    writer.mode = entry::Mode::Write;
    writer.rest = {12s, 20s};
    return {"prices:{shoes}",
            QT_TRANSLATE_NOOP("DemoStories",
                              "A read/write lock: two readers hold it together and do not disturb each other. Sometimes prices change; "
                              "then the writer waits for both to go, and keeps them out."),
            {played(reader, "search-1", "web-1"), played(reader, "search-2", "web-2", 600ms), played(writer, "pricing-1", "back-1", 8s)}};
}

DemoLock invoices()
{
    return {
        "invoices:{nov}",
        QT_TRANSLATE_NOOP("DemoStories",
                          "The month's invoices call functions that lock for themselves. The lock is a hash of owner and hold count: its "
                          "owner comes in again, the count goes up, and only the last release frees it."),
        {{.name = "billing-1",
          .host = "back-1",
          .protocol = "redisson",
          .lease = 30s,
          .renews = true,
          .work = {10s, 16s},
          .rest = {2s, 4s},
          .reentries = 2}}};
}

DemoLock report()
{
    return {
        "lock:report:daily",
        QT_TRANSLATE_NOOP("DemoStories",
                          "A report that takes longer than its lease of 15 s. A watchdog renews it every 5 s for as long as the process "
                          "lives: watch the bar jump back."),
        {{.name = "report-1",
          .host = "batch-1",
          .protocol = "token-watchdog",
          .lease = 15s,
          .renews = true,
          .work = {50s, 80s},
          .rest = {2s, 4s}}}};
}

DemoLock import()
{
    return {
        "lock:import:eu-1",
        QT_TRANSLATE_NOOP("DemoStories",
                          "Its worker is killed in the middle of its work, again and again, and releases nothing. The lease of 20 s has "
                          "to run out; the restarted process waits for that. The lease limits the damage of a crash."),
        {{.name = "import-1",
          .host = "batch-1",
          .protocol = "token",
          .lease = 20s,
          .wait = Wait::poll(500ms),
          .work = {4s, 7s},
          .rest = {1s, 1s},
          .ending = Ending::Dies}}};
}

DemoLock stock()
{
    return {"lock:stock:sync",
            QT_TRANSLATE_NOOP("DemoStories",
                              "SETNX, then PEXPIRE: two commands. Once it goes well, then the worker is killed between them. There is no "
                              "lease, so nothing will ever end it; the restarted worker tries without success. If you free "
                              "it, the same soon happens again: the cause is the code."),
            {{.name = "sync-1",
              .host = "batch-2",
              .protocol = "setnx-expire",
              .lease = 30s,
              .wait = Wait::poll(15s),
              .work = {1s, 2s},
              .rest = {1s, 1s},
              .ending = Ending::DiesBeforeLease,
              .goodTurns = 1}}};
}

DemoLock digest()
{
    return {
        "lock:digest:mail",
        QT_TRANSLATE_NOOP("DemoStories",
                          "An old pattern: the value is the time at which the lock lapses, and Redis knows of no lease. It works as long "
                          "as every machine's clock agrees."),
        {{.name = "mailer-1",
          .host = "back-2",
          .protocol = "timestamp-expiry",
          .lease = 30s,
          .start = 1s,
          .work = {5s, 12s},
          .rest = {2s, 5s}}}};
}

// The old job's lease ends 3 s before its work. The service acquires the lock within 2 s and works longer than that.
DemoLock payout()
{
    return {
        "lock:payout:acme",
        QT_TRANSLATE_NOOP("DemoStories",
                          "A service with a Redisson lock, and an old job that uses SET NX and a plain DEL on the same name. The job takes "
                          "longer than its lease of 4 s; when it is done, it deletes what by then is the service's lock. Look for "
                          "\"deleted early\" in the events."),
        {{.name = "payments-1", .host = "pay-1", .protocol = "redisson", .lease = 30s, .renews = true, .work = {5s, 8s}, .rest = {1s, 2s}},
         {.name = "payout-1",
          .host = "cron-1",
          .protocol = "set-nx-del",
          .lease = 4s,
          .wait = Wait::poll(200ms),
          .start = 10s,
          .work = {7s, 7s},
          .rest = {25s, 40s}}}};
}

// When the importer deletes, a second after its lease has ended, one of the others holds the lock nearly always. Ten turns of theirs, which a
// proof needs, take less than ten seconds.
DemoLock photos()
{
    const DemoRole careful = {
        .protocol = "token", .lease = 5s, .overTcp = true, .wait = Wait::poll(100ms), .work = {500ms, 900ms}, .rest = {500ms, 900ms}};
    return {
        "lock:photos:resize",
        QT_TRANSLATE_NOOP("DemoStories",
                          "Two workers compare before they delete. An importer on the same name takes 3 s, its lease is 2 s, and then it "
                          "sends a plain DEL, which removes the lock of another. To Redis, that looks like any release: the events "
                          "say \"ended\". Only a trace can prove it: press \"Who does this?\"."),
        {played(careful, "resize-1", "img-1"),
         played(careful, "resize-2", "img-2", 300ms),
         {.name = "importer-1",
          .host = "img-3",
          .protocol = "set-nx-del",
          .lease = 2s,
          .overTcp = true,
          .wait = Wait::poll(100ms),
          .start = 2s,
          .work = {3s, 3s},
          .rest = {5s, 7s}}}};
}

} // namespace

std::span<const DemoLock> demoLocks()
{
    static const std::vector<DemoLock> all = {carts(),  orders(), printer(), prices(), invoices(), report(),
                                              import(), stock(),  digest(),  payout(), photos()};
    return all;
}

QString demoStory(const Bytes &key)
{
    for (const auto &lock : demoLocks()) {
        if (globMatches(lock.key, key))
            return QCoreApplication::translate(context, lock.story);
    }
    return {};
}

DemoRole fasterRole(DemoRole role, int speed)
{
    const auto shorten = [speed](Milliseconds &time) { time = time / speed; };
    for (auto *time : {&role.lease, &role.start, &role.work.least, &role.work.most, &role.rest.least, &role.rest.most, &role.wait.interval})
        shorten(*time);
    return role;
}

} // namespace lockscope

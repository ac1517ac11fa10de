// SPDX-License-Identifier: MIT
#include "ui/lab/question/tour_steps.h"

#include <QCoreApplication>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

struct TourWords
{
    Q_DECLARE_TR_FUNCTIONS(TourWords)
};

TourStep plainDelete()
{
    return {
        u"plain-del-after-expiry"_s,
        TourWords::tr("A locks with SET NX PX and unlocks with DEL, as many tutorials do; but its work takes longer than its lease, and B "
                      "takes the lock meanwhile."),
        TourWords::tr("Then A is done, and sends its DEL. What does the DEL do?"),
        {{TourWords::tr("It removes B's lock"), true,
          TourWords::tr("Yes. A's lock had ended, the key was B's by then, and DEL does not ask whose key it is.")},
         {TourWords::tr("Nothing: A's lock is gone already"), false,
          TourWords::tr("No. A's lock was gone, but a key of that name was there again: B's. DEL removes whatever is there.")},
         {TourWords::tr("It fails with an error"), false,
          TourWords::tr("No. Redis has no idea who set a key. For Redis it was an ordinary DEL, and it answered 1.")}}};
}

TourStep token()
{
    return {
        u"token-after-expiry"_s,
        TourWords::tr(
            "The same again, but the key holds a random token, and a script deletes the key only if the token is still one's own."),
        TourWords::tr("B keeps its lock this time. Is all well?"),
        {{TourWords::tr("Yes: nobody removes another's lock"), false,
          TourWords::tr("No. That much holds. But look at the resource: B came in while A was still at work.")},
         {TourWords::tr("Yes: A's writes are refused without a lock"), false,
          TourWords::tr("No. The resource knows nothing of the lock. It would need a fencing token to refuse a late writer.")},
         {TourWords::tr("No: A and B are both at work, and what one writes is lost"), true,
          TourWords::tr(
              "Yes. The token guards the key, not the time: A still worked when its lease had ended. See the verdict on the resource.")}}};
}

TourStep watchdog()
{
    return {
        u"watchdog-renews"_s,
        TourWords::tr("Now a watchdog in A's process renews the lease while A works, which takes twice as long as the lease."),
        TourWords::tr("B wants the lock meanwhile. Why must it wait until A is done?"),
        {{TourWords::tr("Redis notices that A is still connected"), false,
          TourWords::tr("No. Redis does not connect a key with a client: without a renewal, the key ends on time, whoever is connected.")},
         {TourWords::tr("The watchdog renews the lease before it ends"), true,
          TourWords::tr("Yes. See the line of the lease jump back up. If A's process dies, its watchdog dies too, and the lease ends.")},
         {TourWords::tr("B waits politely although the lock is free"), false,
          TourWords::tr("No. B tried again and again. The lock was never free: see the lane of the lock.")}}};
}

TourStep fencing()
{
    return {
        u"pause-with-fencing"_s,
        TourWords::tr(
            "A's process is paused at work until its lease has ended; a watchdog in it would be paused, too. Each holder gets a number, "
            "and A has 1. B takes the lock with number 2, writes, and is done. Then A wakes up, and writes with its number 1."),
        TourWords::tr("The resource remembers the greatest number that it has seen. What does it do with A's write?"),
        {{TourWords::tr("It refuses it: 1 is less than 2"), true,
          TourWords::tr("Yes. Neither A nor Redis can know that A is late, but the resource can: it has seen a greater number.")},
         {TourWords::tr("It takes it: A had the lock when it began"), false,
          TourWords::tr("No. When A began does not count. The resource has seen number 2, so number 1 is too late.")},
         {TourWords::tr("It asks Redis who has the lock"), false,
          TourWords::tr("No. Nobody asks Redis: the answer could be out of date when it arrives. The number alone decides.")}}};
}

} // namespace

QList<TourStep> tourSteps() { return {plainDelete(), token(), watchdog(), fencing()}; }

} // namespace lockscope

// SPDX-License-Identifier: MIT
#include "ui/lab/question/tour_steps.h"

#include "ui/words/tr.h"

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

TourStep plainDelete()
{
    return {u"plain-del-after-expiry"_s,
            Words::tr("A locks with SET NX PX and unlocks with DEL, as many tutorials do; but its work takes longer than its lease, and B "
                      "takes the lock meanwhile."),
            Words::tr("Then A is done, and sends its DEL. What does the DEL do?"),
            {{Words::tr("It removes B's lock"), true,
              Words::tr("Yes. A's lock had ended, the key was B's by then, and DEL does not ask whose key it is.")},
             {Words::tr("Nothing: A's lock is gone already"), false,
              Words::tr("No. A's lock was gone, but a key of that name was there again: B's. DEL removes whatever is there.")},
             {Words::tr("It fails with an error"), false,
              Words::tr("No. Redis has no idea who set a key. For Redis it was an ordinary DEL, and it answered 1.")}}};
}

TourStep token()
{
    return {
        u"token-after-expiry"_s,
        Words::tr("The same again, but the key holds a random token, and a script deletes the key only if the token is still one's own."),
        Words::tr("B keeps its lock this time. Is all well?"),
        {{Words::tr("Yes: nobody removes another's lock"), false,
          Words::tr("No. That much holds. But look at the resource: B came in while A was still at work.")},
         {Words::tr("Yes: A's writes are refused without a lock"), false,
          Words::tr("No. The resource knows nothing of the lock. It would need a fencing token to refuse a late writer.")},
         {Words::tr("No: A and B are both at work, and what one writes is lost"), true,
          Words::tr(
              "Yes. The token guards the key, not the time: A still worked when its lease had ended. See the verdict on the resource.")}}};
}

TourStep watchdog()
{
    return {u"watchdog-renews"_s,
            Words::tr("Now a watchdog in A's process renews the lease while A works, which takes twice as long as the lease."),
            Words::tr("B wants the lock meanwhile. Why must it wait until A is done?"),
            {{Words::tr("Redis notices that A is still connected"), false,
              Words::tr("No. Redis does not connect a key with a client: without a renewal, the key ends on time, whoever is connected.")},
             {Words::tr("The watchdog renews the lease before it ends"), true,
              Words::tr("Yes. See the line of the lease jump back up. If A's process dies, its watchdog dies too, and the lease ends.")},
             {Words::tr("B waits politely although the lock is free"), false,
              Words::tr("No. B tried again and again. The lock was never free: see the lane of the lock.")}}};
}

TourStep fencing()
{
    return {
        u"pause-with-fencing"_s,
        Words::tr(
            "A's process is paused at work until its lease has ended; a watchdog in it would be paused, too. Each holder gets a number, "
            "and A has 1. B takes the lock with number 2, writes, and is done. Then A wakes up, and writes with its number 1."),
        Words::tr("The resource remembers the greatest number that it has seen. What does it do with A's write?"),
        {{Words::tr("It refuses it: 1 is less than 2"), true,
          Words::tr("Yes. Neither A nor Redis can know that A is late, but the resource can: it has seen a greater number.")},
         {Words::tr("It takes it: A had the lock when it began"), false,
          Words::tr("No. When A began does not count. The resource has seen number 2, so number 1 is too late.")},
         {Words::tr("It asks Redis who has the lock"), false,
          Words::tr("No. Nobody asks Redis: the answer could be out of date when it arrives. The number alone decides.")}}};
}

} // namespace

QList<TourStep> tourSteps() { return {plainDelete(), token(), watchdog(), fencing()}; }

} // namespace lockscope

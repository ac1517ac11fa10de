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
    return {u"plain-del-after-expiry"_s,
            TourWords::tr("A locks with SET NX PX and unlocks with DEL, as many tutorials do; but its work takes longer than its lease."),
            TourWords::tr("A was done and sent its DEL. What did the DEL do?"),
            {{TourWords::tr("It removed B's lock"), true,
              TourWords::tr("Yes. A's lock had ended, the key was B's by then, and DEL does not ask whose key it is.")},
             {TourWords::tr("Nothing: A's lock was gone already"), false,
              TourWords::tr("A's lock was gone, but a key of that name was there again: B's. DEL removes whatever is there.")},
             {TourWords::tr("It failed with an error"), false,
              TourWords::tr("Redis has no idea who set a key. For Redis it was an ordinary DEL, and it answered 1.")}}};
}

TourStep token()
{
    return {
        u"token-after-expiry"_s,
        TourWords::tr(
            "The same story, but the key holds a random token, and a script deletes the key only if the token is still one's own."),
        TourWords::tr("B kept its lock this time. Is all well?"),
        {{TourWords::tr("Yes: nobody removed another's lock"), false,
          TourWords::tr("That much holds. But look at the resource: B came in while A was still at work.")},
         {TourWords::tr("Yes: A's writes are refused without a lock"), false,
          TourWords::tr("The resource knows nothing of the lock. It would need a fencing token to refuse a late writer.")},
         {TourWords::tr("No: A and B were both at work, and what one wrote is lost"), true,
          TourWords::tr(
              "Yes. The token guards the key, not the time: A still worked when its lease had ended. See the verdict on the resource.")}}};
}

TourStep watchdog()
{
    return {
        u"watchdog-renews"_s,
        TourWords::tr("Now a watchdog in A's process renews the lease while A works, which is twice as long as the lease."),
        TourWords::tr("A worked for twice its lease, and B had to wait. Why?"),
        {{TourWords::tr("Redis noticed that A was still connected"), false,
          TourWords::tr("Redis does not connect a key with a client: without a renewal, the key ends on time, whoever is connected.")},
         {TourWords::tr("The watchdog renewed the lease before it ended"), true,
          TourWords::tr("Yes. See the line of the lease jump back up. If A's process dies, its watchdog dies too, and the lease ends.")},
         {TourWords::tr("B waited politely although the lock was free"), false,
          TourWords::tr("B tried again and again. The lock was never free: see the lane of the lock.")}}};
}

} // namespace

QList<TourStep> tourSteps() { return {plainDelete(), token(), watchdog()}; }

} // namespace lockscope
